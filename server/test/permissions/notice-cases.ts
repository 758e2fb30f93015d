import { createECDH, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import {
  about,
  always,
  blocker,
  type Case,
  type CaseContext,
  chainOf,
  ownerKnows,
  plain,
  subjectOf,
  userBeingDeleted,
} from './cases.ts';

/** A notice of this user. */
async function noticeOf({ gyan }: CaseContext, userId: number): Promise<number> {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into notices (user_id, kind, object_kind, object_id, owner_id, actor_count, moved_at)
    values (${userId}, 'creator_access', 'user', ${userId}, ${userId}, 0, now()) returning id`);
  return row?.id ?? 0;
}

const follow = (kind: string, id: number) => ({ body: { kind, id, level: 'all' } });

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};
const foreign = { ...subscription, endpoint: 'https://push.example.org/send/1' };

export const noticeCases = {
  'GET /r/notices': [plain()],
  'GET /r/notice_count': [plain()],
  'PUT /r/notices_seen': [
    about('notice of', async (s) => ({ body: { noticeId: await noticeOf(s, s.ownerId) } }), ownerKnows),
    plain({ body: { all: true } }),
    plain({ body: {} }, always('invalid_input'), 'neither one nor all'),
  ],
  'PUT /r/follow': [
    about('chain of', async (s) => follow('chapter', await chainOf(s, s.ownerId)), always('done')),
    about('subject of', async (s) => follow('subject', await subjectOf(s, s.ownerId)), always('done')),
    about(
      'themselves or',
      (s) => follow('user', s.ownerId),
      ({ isOwn }) => (isOwn ? 'conflict' : 'done'),
    ),
    plain(async (s) => follow('user', await userBeingDeleted(s)), always('not_found'), 'a leaver'),
    plain(
      async (s) => follow('subject', await subjectOf(s, await blocker(s))),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'a subject of somebody who blocked the caller',
    ),
  ],
  'GET /r/follows': [
    plain(),
    about(
      'chain of',
      async (s) => ({ query: { kind: 'chapter', id: await chainOf(s, s.ownerId) } }),
      always('done'),
    ),
  ],
  'GET /r/notice_settings': [plain()],
  'PUT /r/notice_settings': [plain({ body: { digest: 'daily' } })],
  'POST /r/push_subscription': [
    plain({ body: subscription }),
    plain({ body: foreign }, always('invalid_input'), 'of a service that is not allowed'),
  ],
  'DELETE /r/push_subscription': [plain({ query: { endpoint: subscription.endpoint } })],
  'POST /unsubscribe': [plain({ body: { t: 'made up' } }, always('token_invalid'))],
} satisfies Record<string, Case[]>;
