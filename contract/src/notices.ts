import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { lengths } from './limits.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Count, Done, Flag, Id, IdInput, Nanoseconds, OptionalIdInput } from './scalars.ts';
import { UserModel } from './users.ts';

export const noticeKinds = [
  'like',
  'comment',
  'mention',
  'connection_request',
  'connection_accepted',
  'card_in_followed',
  'great',
  'moderation',
  'creator_access',
  'review_due',
  'invitation_accepted',
  'remix',
] as const;

export const NoticeKind = z.enum(noticeKinds, 'Not a kind of notice');
export type NoticeKind = z.infer<typeof NoticeKind>;

/** One entry of a user's notices: everybody who did the same to the same object while it was unread. */
export const NoticeModel = z.object({
  noticeId: Id,
  kind: NoticeKind,
  /** The latest, at most three. */
  actorVec: z.array(UserModel),
  actorCount: Count,
  object: z.object({
    kind: z.enum(['post', 'chapter', 'subject', 'user', 'comment']),
    id: Id,
    title: z.string(),
    /** Of a card. */
    urlText: z.optional(z.string()),
  }),
  /** A whole sentence, such as "Meera, Kofi and 3 others liked “Orion”". */
  text: z.string(),
  /** Where it leads: a path of the web app. */
  href: z.string(),
  /** The request that a notice of a connection request can accept. */
  connectionReqId: z.optional(Id),
  createdAt: Nanoseconds,
  unread: z.boolean(),
});
export type NoticeModel = z.infer<typeof NoticeModel>;

export const FollowKind = z.enum(['chapter', 'subject', 'user', 'topic'], 'Not something to follow');
export type FollowKind = z.infer<typeof FollowKind>;

/** `all` makes notices and pushes, `digest` notices without pushes. */
export const FollowLevel = z.enum(['all', 'digest', 'none'], 'Level must be all, digest or none');
export type FollowLevel = z.infer<typeof FollowLevel>;

export const FollowModel = z.object({ kind: FollowKind, id: Id, level: FollowLevel, title: z.string() });
export type FollowModel = z.infer<typeof FollowModel>;

export const DigestPeriod = z.enum(['daily', 'weekly', 'never'], 'Digest must be daily, weekly or never');
export type DigestPeriod = z.infer<typeof DigestPeriod>;

/** Where notices of a kind go: the list, the digest, the devices. */
export const NoticeChannels = z.object({ app: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type NoticeChannels = z.infer<typeof NoticeChannels>;

export const NoticeSettings = z.object({
  digest: DigestPeriod,
  kinds: z.record(NoticeKind, NoticeChannels),
  /** The public VAPID key of this site. */
  pushKey: z.string(),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** Omitted settings stay as they are. */
const NoticeSettingsForm = z.object({
  digest: z.optional(DigestPeriod),
  kinds: z.optional(
    z.partialRecord(
      NoticeKind,
      z.object({ app: z.optional(Flag), mail: z.optional(Flag), push: z.optional(Flag) }),
    ),
  ),
});

const badSubscription = 'Not a push subscription';

/** What a browser gives as its push subscription. */
const PushSubscription = z.object({
  endpoint: z.string(badSubscription).check(z.minLength(1, badSubscription), z.maxLength(lengths.url)),
  expirationTime: z.nullish(z.number()),
  keys: z.object({
    p256dh: z.string(badSubscription).check(z.maxLength(200, badSubscription)),
    auth: z.string(badSubscription).check(z.maxLength(100, badSubscription)),
  }),
});

const tag = 'Notices';
const row = { tag, who: 'verified' } as const;
const countAnswer = z.object({ unreadCount: Count });
const settingsAnswer = z.object({ settings: NoticeSettings });

export const noticeCalls = defineCalls({
  'GET /r/notices': {
    ...row,
    summary: 'My notices, newest first; with kind only those of one kind',
    query: z.extend(PageQuery, { kind: z.optional(NoticeKind) }),
    answer: z.object({ noticeModelVec: z.array(NoticeModel), unreadCount: Count, ...pageAnswer }),
  },
  'GET /r/notice_count': { ...row, summary: 'How many of my notices are unread', answer: countAnswer },
  'PUT /r/notices_seen': {
    ...row,
    summary: 'Mark a notice, or all, as read',
    body: z.object({ noticeId: OptionalIdInput, all: z.optional(Flag) }),
    answer: countAnswer,
    errors: ['not_found'],
  },
  'PUT /r/follow': {
    ...row,
    summary: 'Follow a chain, subject, person or topic, or no longer',
    body: z.object({ kind: FollowKind, id: IdInput, level: FollowLevel }),
    answer: z.object({ level: FollowLevel }),
    errors: ['not_found', 'conflict'],
    limit: 'likes',
  },
  'GET /r/follows': {
    ...row,
    summary: 'What I follow; with kind and id only whether I follow this',
    query: z.extend(PageQuery, { kind: z.optional(FollowKind), id: OptionalIdInput }),
    answer: z.object({ followVec: z.array(FollowModel), ...pageAnswer }),
  },
  'GET /r/notice_settings': { ...row, summary: 'What I want to be told, and where', answer: settingsAnswer },
  'PUT /r/notice_settings': {
    ...row,
    summary: 'Change what I want to be told, and where',
    body: NoticeSettingsForm,
    answer: settingsAnswer,
  },
  'POST /r/push_subscription': {
    ...row,
    summary: 'Send notices to this browser',
    onlySession: true,
    body: PushSubscription,
    answer: Done,
  },
  'DELETE /r/push_subscription': {
    ...row,
    summary: 'No longer send notices to this browser',
    onlySession: true,
    query: z.object({ endpoint: z.string(badSubscription).check(z.maxLength(lengths.url, badSubscription)) }),
    answer: Done,
  },
  'POST /unsubscribe': {
    summary: 'No longer get e-mails of the kind that the link of an e-mail names',
    tag,
    who: 'anyone',
    body: z.object({ t: z.string('Link not valid').check(z.maxLength(lengths.token, 'Link not valid')) }),
    answer: Done,
    errors: ['token_invalid'],
    limit: 'resetPassword',
  },
  'PUT /r/mute': {
    ...row,
    summary: 'Hide what another user does from my feed and notices, or no longer',
    body: z.object({ userId: IdInput, muted: Flag }),
    answer: z.object({ muted: z.boolean() }),
    errors: ['not_found', 'conflict'],
  },
  'GET /r/mutes': {
    ...row,
    summary: 'People I have muted',
    query: PageQuery,
    answer: z.object({ userModelVec: z.array(UserModel), ...pageAnswer }),
  },
});
