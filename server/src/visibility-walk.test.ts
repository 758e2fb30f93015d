import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallKey } from '@gyan/contract/call.ts';
import { type CallName, calls } from '@gyan/contract/calls.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { ByteCache } from '#http/byte-cache.ts';
import { installPages, type Renderer } from '#http/pages.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { brokenInvariants } from '#test/invariants.ts';
import {
  type HiddenWord,
  hiddenWords,
  makeWorld,
  type ViewerName,
  type World,
} from '#test/visibility-world.ts';

let gyan: TestApp;
let world: World;

beforeAll(async () => {
  gyan = await startApp();
  world = await makeWorld(gyan);
});
afterAll(() => gyan.close());

/** A request of the walk. */
interface Step {
  query?: Record<string, string | number | boolean>;
  body?: Record<string, unknown>;
  form?: Record<string, string | number>;
  /** The visibility of the content that the request opens or changes. */
  about?: 'draft' | 'unlisted' | 'public';
  /** Hidden words that viewers may find who can open the content. */
  may?: readonly HiddenWord[];
  /** The owner may find everything of their own here; otherwise the same as all others. */
  isOwn?: boolean;
  /** Only these viewers; everybody otherwise. */
  only?: readonly ViewerName[];
}

const card = { draft: 'zqdraftcard', unlisted: 'zqunlistedcard' } as const;
const chain = { draft: 'zqdraftchain', unlisted: 'zqunlistedchain' } as const;
const subject = { draft: 'zqdraftsubject', unlisted: 'zqunlistedsubject' } as const;
const comment = { draft: 'zqdraftcomment', unlisted: 'zqunlistedcomment' } as const;
const question = { draft: 'zqdraftquestion', unlisted: 'zqunlistedquestion' } as const;
const hidden = ['draft', 'unlisted'] as const;
const outsiders = ['visitor', 'stranger', 'connection'] as const;

const step = (request: Step, more: Step): Step => ({ ...request, ...more });

/** One step for each visibility. Drafts and unlisted content show the owner's unlisted items. */
function opening(
  ids: Record<'draft' | 'unlisted' | 'public', number>,
  request: (id: number) => Pick<Step, 'query' | 'body' | 'form'>,
  may: (visibility: 'draft' | 'unlisted') => readonly HiddenWord[],
): Step[] {
  return [
    { ...request(ids.public), about: 'public', isOwn: true },
    ...hidden.map((about) => step(request(ids[about]), { about, may: may(about), isOwn: true })),
  ];
}

const openingCard = (request: (id: number) => Pick<Step, 'query' | 'body' | 'form'>) =>
  opening(world.cards, request, (visibility) => [
    card[visibility],
    comment[visibility],
    question[visibility],
  ]);
const openingChain = (request: (id: number) => Pick<Step, 'query' | 'body'>) =>
  opening(world.chains, request, (visibility) => [chain[visibility], card.unlisted]);
const openingSubject = (request: (id: number) => Pick<Step, 'query' | 'body' | 'form'>) =>
  opening(world.subjects, request, (visibility) => [subject[visibility], chain.unlisted, card.unlisted]);

/** What everybody finds alike, the owner too. */
const listing = (...queries: Record<string, string | number | boolean>[]): Step[] =>
  queries.map((query) => ({ query: { limit: 200, ...query } }));

const searching = (): Step[] =>
  hiddenWords.flatMap((word) =>
    ['post', 'chapter', 'subject'].map((types) => ({ query: { q: word, types, counts: true, limit: 200 } })),
  );

/** Changes by others that must find no draft; by the owner and admins they are part of other tests. */
const onDraft = (...requests: (Pick<Step, 'query' | 'form'> | Record<string, unknown>)[]): Step[] =>
  requests.map((request) =>
    step('query' in request || 'form' in request ? request : { body: request }, {
      about: 'draft',
      only: outsiders,
    }),
  );

const noContent: Step[] = [];
const me = (viewer: ViewerName) => (viewer === 'visitor' ? 0 : world.viewers[viewer].userId);

/** Every call, with the requests that could show or change something hidden. */
const walk: Record<CallName, (viewer: ViewerName) => Step[]> = {
  'GET /feed': () => listing({}, { recency: true }, { postsOnly: true }, { postsOnly: true, recency: true }),
  'GET /r/feed': () => listing({}, { recency: true }),
  'GET /posts': () => listing({}, { imageOnlyPosts: true }, { videoOnlyPosts: true }),
  'GET /r/posts': () => [
    ...listing({ trending: true }, { trending: true, imageOnlyPosts: true }),
    { query: { limit: 200, recent: true }, only: ['admin'] },
    { query: { limit: 200 }, only: ['stranger', 'connection', 'admin'] },
    // My cards, without drafts.
    { query: { limit: 200 }, only: ['owner'], may: [card.unlisted] },
  ],
  'GET /chapters': () => listing({}),
  'GET /r/chapters': () => [
    ...listing({ trending: true }),
    // Users who saved an unlisted chain keep it.
    { query: { limit: 200 }, only: ['stranger', 'connection'], may: [chain.unlisted, card.unlisted] },
    { query: { limit: 200 }, only: ['owner'], may: [chain.unlisted, card.unlisted], isOwn: true },
    { query: { limit: 200 }, only: ['admin'] },
  ],
  'GET /subjects': () => listing({}),
  'GET /r/subjects': () => [
    ...listing({ trending: true }, { suggested: true }),
    { query: { limit: 200 }, only: ['stranger', 'connection'], may: [subject.unlisted] },
    { query: { limit: 200 }, only: ['owner', 'admin'], may: [subject.unlisted] },
  ],
  'GET /searchfeed': searching,
  'GET /r/searchfeed': searching,
  'GET /tags': () => listing({}),
  'GET /r/drafts': () => [{ isOwn: true }],
  'GET /post': () => [
    ...openingCard((postId) => ({ query: { postId } })),
    { query: { postId: world.neverPublished }, about: 'draft' },
    ...hidden.map((visibility) => ({ query: { postId: world.copies[visibility] } })),
  ],
  'GET /r/post': () => [
    ...openingCard((postId) => ({ query: { postId } })),
    { query: { postId: world.neverPublished }, about: 'draft', may: ['zqneverpublished'], isOwn: true },
    { query: { postId: world.copies.draft } },
    { query: { postId: world.copies.unlisted }, only: ['connection', 'owner', 'admin'] },
    // Who copied an unlisted card knows its address.
    { query: { postId: world.copies.unlisted }, only: ['stranger'], may: [card.unlisted] },
  ],
  'GET /scene': () => [
    ...openingCard((postId) => ({ query: { postId } })),
    { query: { postId: world.neverPublished }, about: 'draft' },
    ...hidden.map((visibility) => ({ query: { postId: world.copies[visibility] } })),
  ],
  'POST /r/formulas': () => noContent,
  'GET /r/scene': () => [
    ...openingCard((postId) => ({ query: { postId } })),
    { query: { postId: world.neverPublished }, about: 'draft', may: ['zqneverpublished'], isOwn: true },
    ...hidden.map((visibility) => ({ query: { postId: world.copies[visibility] } })),
  ],
  'GET /comments': () => openingCard((postId) => ({ query: { postId } })),
  'GET /r/comments': () => openingCard((postId) => ({ query: { postId } })),
  'GET /prompts': () => openingCard((postId) => ({ query: { postId } })),
  'GET /r/prompts': () => openingCard((postId) => ({ query: { postId } })),
  'GET /r/memory': () => openingCard((postId) => ({ query: { postId } })),
  'GET /chapter': () => [
    ...openingChain((id) => ({ query: { id, limit: 200 } })),
    { query: { id: world.foreignChain, limit: 200 }, about: 'public' },
  ],
  'GET /r/chapter': () => [
    ...openingChain((id) => ({ query: { id, limit: 200 } })),
    { query: { id: world.foreignChain, limit: 200 }, about: 'public', isOwn: true },
  ],
  'GET /subject': () => [
    ...openingSubject((subjectId) => ({ query: { subjectId } })),
    ...openingSubject((subjectId) => ({ query: { subjectId, includePosts: true } })),
  ],
  'GET /r/subject': () => [
    ...openingSubject((subjectId) => ({ query: { subjectId } })),
    ...openingSubject((subjectId) => ({ query: { subjectId, includePosts: true } })),
  ],
  'GET /subject_outline': () => openingSubject((subjectId) => ({ query: { subjectId } })),
  'GET /read_next': () => [
    ...openingChain((chapterId) => ({ query: { chapterId } })).map((one) => step(one, { may: [] })),
    ...openingSubject((subjectId) => ({ query: { subjectId } })).map((one) => step(one, { may: [] })),
  ],
  'GET /review_demo': () => listing({}),
  'GET /r/chapter_export': () => [
    { query: { chapterId: world.chains.draft }, about: 'draft', only: outsiders },
    { query: { chapterId: world.chains.public }, only: ['admin'] },
    { query: { chapterId: world.foreignChain }, only: ['stranger'] },
    { query: { chapterId: world.chains.public }, only: ['owner'], may: [card.unlisted] },
  ],
  'GET /r/subject_export': () => [
    { query: { subjectId: world.subjects.draft }, about: 'draft', only: outsiders },
    { query: { subjectId: world.subjects.public }, only: ['admin'] },
    { query: { subjectId: world.subjects.public }, only: ['owner'], may: [card.unlisted, chain.unlisted] },
  ],
  // The names of the files in the archive have the titles. Drafts are only in the file of a draft.
  'GET /r/export_file': () => [
    ...openingChain((chapterId) => ({ query: { chapterId, format: 'markdown' } })).map((one) =>
      one.about === 'public' ? step(one, { may: [] }) : one,
    ),
    ...openingSubject((subjectId) => ({ query: { subjectId, format: 'markdown' } })),
  ],
  'POST /r/import_file': () => noContent,
  'GET /r/job': () => noContent,
  'DELETE /r/job': () => noContent,
  'GET /user_profile': () =>
    listing(...['post', 'chapter', 'subject'].map((only) => ({ id: me('owner'), only })), {
      id: me('owner'),
    }),
  'GET /r/user_profile': () =>
    [
      ...['post', 'chapter', 'subject'].map((only) => ({ id: me('owner'), only })),
      { id: me('owner') },
    ].flatMap((query) => [
      { query: { limit: 200, ...query }, only: ['stranger', 'connection', 'admin'] },
      {
        query: { limit: 200, ...query },
        only: ['owner'],
        may: [card.unlisted, chain.unlisted, subject.unlisted],
        isOwn: true,
      },
    ]),
  // Learners keep what is unlisted, and lose drafts.
  'GET /r/learning': () => [{ may: [card.unlisted, chain.unlisted, subject.unlisted] }],
  'GET /r/review_session': () => [
    { query: { minutes: 20 }, may: [card.unlisted, chain.unlisted, question.unlisted] },
  ],
  'GET /r/progress': () => [
    ...openingChain((chapterId) => ({ query: { chapterId } })),
    ...openingSubject((subjectId) => ({ query: { subjectId } })),
  ],
  'GET /r/learning_forecast': () => [{}],
  'GET /r/usersuggestions': () => listing({}),
  'GET /r/emailsuggestions': () => [{}],
  'GET /r/user': () => [{}, { query: { userId: me('owner') } }],
  'GET /r/topics': () => listing({}, { all: true }),
  // Admins see what other admins changed, with its title.
  'GET /r/audit': () => [{ only: ['stranger'] }],
  // Only admins get an answer, and they see everything.
  'GET /r/cases': () => [{ only: ['stranger'] }],
  'GET /r/case': () => noContent,
  'GET /r/user_record': () => noContent,
  'POST /r/user_note': () => noContent,
  'PUT /r/case_claim': () => noContent,
  'POST /r/case_act': () => noContent,
  'PUT /r/appeal': () => noContent,
  // Who reported something unlisted knows its address.
  'GET /r/my_reports': () => [
    {
      query: { limit: 200 },
      may: [card.unlisted, chain.unlisted, subject.unlisted, comment.unlisted],
    },
  ],
  'GET /r/my_statements': () => listing({}),
  'POST /r/appeal': () => noContent,
  'POST /r/report': () => onDraft({ kind: 'post', id: world.cards.draft, reason: 'spam' }),
  'POST /report': () =>
    onDraft({ kind: 'post', id: world.cards.draft, reason: 'spam', emailId: 'passer-by@example.org' }),

  // Who followed something unlisted keeps it.
  'GET /r/follows': () => [
    { query: { limit: 200 }, only: [...outsiders], may: [chain.unlisted, subject.unlisted] },
    { query: { limit: 200 }, only: ['owner'], isOwn: true },
  ],
  'PUT /r/follow': () =>
    onDraft(
      { kind: 'chapter', id: world.chains.draft, level: 'all' },
      { kind: 'subject', id: world.subjects.draft, level: 'all' },
    ),
  'GET /r/notices': () => [
    {
      query: { limit: 200 },
      only: [...outsiders],
      may: [card.unlisted, chain.unlisted, subject.unlisted, comment.unlisted],
    },
    { query: { limit: 200 }, only: ['owner'], isOwn: true },
  ],
  'GET /r/notice_count': () => noContent,
  'PUT /r/notices_seen': () => noContent,
  'GET /r/notice_settings': () => noContent,
  'PUT /r/notice_settings': () => noContent,
  'POST /r/push_subscription': () => noContent,
  'DELETE /r/push_subscription': () => noContent,
  'POST /unsubscribe': () => noContent,
  'PUT /r/mute': () => noContent,
  'GET /r/mutes': () => noContent,

  // Who saved something unlisted keeps it.
  'GET /r/saved': () => [
    {
      query: { limit: 200 },
      only: ['stranger', 'connection'],
      may: [card.unlisted, chain.unlisted, subject.unlisted],
    },
    { query: { limit: 200 }, only: ['owner', 'admin'] },
  ],
  'GET /r/saved_state': () => [
    ...openingCard((id) => ({ query: { kind: 'post', id } })),
    ...openingChain((id) => ({ query: { kind: 'chapter', id } })),
    ...openingSubject((id) => ({ query: { kind: 'subject', id } })),
  ],
  'GET /r/chain_choices': () => openingCard((postId) => ({ query: { postId } })),
  'GET /r/suggestions': () => [
    { isOwn: true },
    { query: { mine: true }, may: [card.unlisted] },
    ...onDraft(
      { query: { postId: world.cards.draft } },
      { query: { postId: world.cards.draft, mine: true } },
    ),
  ],
  'GET /r/revisions': () => onDraft({ query: { postId: world.cards.draft } }),
  'GET /r/remix_changes': () => [
    ...onDraft({ query: { postId: world.cards.draft } }, { query: { chapterId: world.chains.draft } }),
    { query: { postId: world.copies.draft }, only: ['stranger'] },
    { query: { postId: world.copies.unlisted }, only: ['stranger'] },
  ],
  'PUT /r/post_restore': () => onDraft({ postId: world.cards.draft, revisionId: 1 }),
  'POST /r/remix': () => [
    ...onDraft({ kind: 'post', id: world.cards.draft }, { kind: 'chapter', id: world.chains.draft }),
    { body: { kind: 'chapter', id: world.chains.public }, only: ['stranger'] },
  ],
  'PUT /r/remix_take': () => onDraft({ postId: world.cards.draft, fieldVec: [] }),
  'POST /r/suggestion': () => onDraft({ postId: world.cards.draft, title: 'Mine' }),
  'PUT /r/suggestion': () => onDraft({ suggestionId: world.suggestions.draft, accepted: true }),
  'PUT /r/saved': () =>
    onDraft(
      { kind: 'post', id: world.cards.draft, saved: true },
      { kind: 'chapter', id: world.chains.draft, saved: true },
      { kind: 'subject', id: world.subjects.draft, saved: true },
    ),
  // Only numbers and what the viewer wrote.
  'GET /r/saved_list': () => noContent,
  'POST /r/saved_list': () => noContent,
  'PUT /r/saved_list': () => noContent,
  'DELETE /r/saved_list': () => noContent,

  'PUT /r/post_like': () => onDraft({ postId: world.cards.draft, liked: true }),
  'PUT /r/chapter_like': () => onDraft({ chapterId: world.chains.draft, liked: true }),
  'PUT /r/subject_like': () => onDraft({ subjectId: world.subjects.draft, liked: true }),
  'POST /r/comment': () => onDraft({ postId: world.cards.draft, rawText: 'Well said' }),
  'PUT /r/comment': () => onDraft({ commentId: world.comments.draft, rawText: 'Better' }),
  'DELETE /r/comment': () => onDraft({ query: { commentId: world.comments.draft } }),
  'PUT /r/reading': () => onDraft({ postId: world.cards.draft }),
  'PUT /r/study': () =>
    onDraft(
      { postId: world.cards.draft, studied: true },
      { chapterId: world.chains.draft, studied: true },
      { subjectId: world.subjects.draft, studied: true },
    ),
  'PUT /r/set_aside': () => onDraft({ postId: world.cards.draft, aside: true }),
  'PUT /r/prompts': () => onDraft({ postId: world.cards.draft, promptVec: [] }),
  'PUT /r/updatepinnedpost': () => onDraft({ postId: world.cards.draft }),
  'PUT /r/post': () => onDraft({ form: { postId: world.cards.draft, title: 'Mine' } }),
  'DELETE /r/post': () => onDraft({ query: { postId: world.cards.draft } }),
  'PUT /r/chapter': () => onDraft({ chapterId: world.chains.draft, title: 'Mine' }),
  'DELETE /r/chapter': () => onDraft({ query: { chapterId: world.chains.draft } }),
  'PUT /r/subject': () => onDraft({ form: { subjectId: world.subjects.draft, title: 'Mine' } }),
  'DELETE /r/subject': () => onDraft({ query: { subjectId: world.subjects.draft } }),
  'POST /r/chapter': () => [
    { body: { title: 'Mine', subjectId: world.subjects.draft }, about: 'draft', only: ['stranger'] },
  ],
  'PUT /r/link_chapter_post': () => [
    {
      body: { chapterId: world.foreignChain, postId: world.neverPublished },
      about: 'draft',
      only: ['stranger'],
    },
  ],
  'PUT /r/unlink_chapter_post': () => [
    {
      body: { chapterId: world.foreignChain, postId: world.neverPublished },
      about: 'draft',
      only: ['stranger'],
    },
  ],
  'PUT /r/link_subject_chapter': () =>
    onDraft({ subjectId: world.subjects.draft, chapterId: world.chains.public }),
  'PUT /r/unlink_subject_chapter': () =>
    onDraft({ subjectId: world.subjects.draft, chapterId: world.chains.public }),
  'PUT /r/link_user_chapter': (viewer) => onDraft({ userId: me(viewer), chapterId: world.chains.draft }),
  'PUT /r/link_user_subject': (viewer) => onDraft({ userId: me(viewer), subjectId: world.subjects.draft }),
  // These take what the viewer had saved out of the list, also a draft.
  'PUT /r/unlink_user_chapter': () => noContent,
  'PUT /r/unlink_user_subject': () => noContent,

  // Refused reviews are listed in the answer, without the card.
  'POST /r/reviews': () => noContent,
  'DELETE /r/review': () => noContent,
  // Only for admins, who may open every draft.
  'PUT /r/post_lock': () => noContent,
  'PUT /r/post_quality': () => noContent,
  'PUT /r/chapter_quality': () => noContent,
  'PUT /r/subject_quality': () => noContent,
  // The answer has what was sent.
  'POST /r/post': () => noContent,
  'POST /r/subject': () => noContent,
  'POST /r/chapters': () => noContent,
  'POST /r/chapters_file': () => noContent,
  // A zip of the user's own content; export.test.ts reads it.
  'GET /r/export': () => noContent,
  'POST /r/export': () => noContent,
  // About people, topics and sessions.
  'GET /r/blocks': () => noContent,
  'GET /r/connections': () => noContent,
  'GET /r/creator_requests': () => noContent,
  'GET /r/feedback': () => noContent,
  'GET /r/gen': () => noContent,
  'GET /r/getusers': () => noContent,
  'GET /r/learning_settings': () => noContent,
  'GET /r/rcvdconnreqs': () => noContent,
  'GET /r/searchusers': () => noContent,
  'GET /r/sentconnreqs': () => noContent,
  'GET /r/sessions': () => noContent,
  'DELETE /r/sessions': () => noContent,
  'POST /login_second': () => noContent,
  'POST /passkey_login_options': () => noContent,
  'POST /passkey_login': () => noContent,
  'POST /factor_reset': () => noContent,
  'GET /r/factors': () => noContent,
  'POST /r/passkey_options': () => noContent,
  'POST /r/passkey': () => noContent,
  'DELETE /r/factor': () => noContent,
  'POST /r/totp': () => noContent,
  'POST /r/totp_confirm': () => noContent,
  'POST /r/recovery_codes': () => noContent,
  'DELETE /r/factor_reset': () => noContent,
  'POST /r/reauthenticate_options': () => noContent,
  'POST /r/reauthenticate': () => noContent,
  'PUT /r/email': () => noContent,
  'POST /email_confirm': () => noContent,
  'POST /not_me': () => noContent,
  'GET /r/tokens': () => noContent,
  'POST /r/tokens': () => noContent,
  'DELETE /r/token': () => noContent,
  'GET /r/video_metadata': () => noContent,
  'DELETE /r/account': () => noContent,
  'DELETE /r/connection': () => noContent,
  'DELETE /r/connreq': () => noContent,
  'DELETE /r/contacts': () => noContent,
  'DELETE /r/session': () => noContent,
  'DELETE /r/topic': () => noContent,
  'GET /signup_challenge': () => noContent,
  'POST /feedback': () => noContent,
  'POST /flogin': () => noContent,
  'POST /glogin': () => noContent,
  'POST /invitation': () => noContent,
  'POST /login': () => noContent,
  'POST /r/connreq': () => noContent,
  'POST /r/creator_request': () => noContent,
  'POST /r/import_google_contacts': () => noContent,
  'POST /r/invite': () => noContent,
  'POST /r/logout': () => noContent,
  'POST /r/resendverification': () => noContent,
  'POST /r/topic': () => noContent,
  'POST /register': () => noContent,
  'POST /ve': () => noContent,
  'PUT /r/acceptconnreq': () => noContent,
  'PUT /r/block': () => noContent,
  'PUT /r/creator_request': () => noContent,
  'PUT /r/learning_settings': () => noContent,
  'PUT /r/link_user_topic': () => noContent,
  'PUT /r/topic': () => noContent,
  'PUT /r/unlink_user_topic': () => noContent,
  'PUT /r/updateinvitepageshowntime': () => noContent,
  'PUT /r/updatelinkedinprofile': () => noContent,
  'PUT /r/updatetopicspageshowntime': () => noContent,
  'PUT /r/updateuserbio': () => noContent,
  'PUT /r/updateuserlicense': () => noContent,
  'PUT /r/updateusername': () => noContent,
  'PUT /r/updateuserpasswd': () => noContent,
  'PUT /r/updateuserphoto': () => noContent,
  'PUT /r/updateuserrole': () => noContent,
  'PUT /r/updateusertags': () => noContent,
  'PUT /resetpassword': () => noContent,
  'PUT /resetpasswordreq': () => noContent,
};

const texts = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const isOpen = (key: CallName) => !key.includes(' /r/');

/** Whether this viewer may open something of this visibility by this call. Public calls know no viewer. */
function mayOpen(key: CallName, viewer: ViewerName, about: Step['about']): boolean {
  return about !== 'draft' || (!isOpen(key) && (viewer === 'owner' || viewer === 'admin'));
}

/** Makes one request and returns what is wrong with the answer. */
async function take(
  key: CallName,
  viewer: ViewerName,
  { query = {}, body, form, ...rules }: Step,
): Promise<string[]> {
  const [method = '', path = ''] = (key as CallKey).split(' ');
  const token = viewer === 'visitor' ? undefined : world.viewers[viewer].token;
  const search = new URLSearchParams(texts(query)).toString();
  const answer = await gyan.request(`${path}?${search}`, {
    method,
    token,
    ...(body ? { body } : {}),
    ...(form ? { form: texts(form) } : {}),
  });
  const name = `${key} ${search || JSON.stringify(body ?? form ?? {})} as ${viewer}`;
  const opens = mayOpen(key, viewer, rules.about);
  const found = hiddenWords.filter((word) => answer.text.includes(word));
  const seesAll = rules.isOwn && viewer === 'owner' && !isOpen(key);
  const allowed = opens ? (seesAll ? hiddenWords : (rules.may ?? [])) : [];
  const problems = found.filter((word) => !allowed.includes(word)).map((word) => `${name}: finds ${word}`);
  // Some calls are not for everybody, and then say nothing about the content.
  const isRefused = [401, 403].includes(answer.status) && rules.about !== 'draft';
  const expected = opens ? 200 : 404;
  if (answer.status !== expected && !isRefused) {
    const isForbidden = answer.status === 403 && calls[key].who === 'creator';
    if (!isForbidden)
      problems.push(`${name}: ${answer.status} instead of ${expected} ${answer.text.slice(0, 200)}`);
  }
  return problems;
}

describe('a walk through every call', () => {
  it.each(['visitor', 'stranger', 'connection', 'owner', 'admin'] as const)(
    'finds nothing hidden as %s',
    async (viewer) => {
      const problems: string[] = [];
      let steps = 0;
      for (const key of Object.keys(calls) as CallName[]) {
        if (viewer === 'visitor' && !isOpen(key)) continue;
        for (const one of walk[key](viewer)) {
          if (one.only && !one.only.includes(viewer)) continue;
          steps += 1;
          problems.push(...(await take(key, viewer, one)));
        }
      }
      expect(problems).toEqual([]);
      expect(steps).toBeGreaterThan(60);
    },
  );

  it('knows every call', () => {
    expect(Object.keys(walk).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('is needed nowhere twice: one folder compares the column', async () => {
    const folder = new URL('domains/', import.meta.url).pathname;
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const comparing: string[] = [];
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8');
      if (/visibility\s*(?:=|<>|!=|in)\s*\(?'/.test(text)) comparing.push(file);
    }
    expect(comparing).toEqual(['visibility/view.ts']);
  });

  it('finds the public content, so that it looks in the right places', async () => {
    for (const [path, words] of [
      ['/feed?limit=200&recency=true', ['zqpubliccard', 'zqpublicchain', 'zqpublicsubject']],
      ['/searchfeed?q=zqpubliccard', ['zqpubliccard']],
      ['/tags', ['zqpubliccard']],
      [`/chapter?id=${world.chains.public}`, ['zqpubliccard']],
      [`/subject_outline?subjectId=${world.subjects.public}`, ['zqpublicchain', 'zqpubliccard']],
      [`/chapter?id=${world.chains.unlisted}`, ['zqunlistedcard', 'zqpubliccard']],
    ] as const) {
      const { text } = await gyan.request(path);
      for (const word of words) expect([path, text.includes(word)]).toEqual([path, true]);
    }
    for (const viewer of ['connection', 'stranger'] as const) {
      const { text } = await gyan.request('/r/learning', { token: world.viewers[viewer].token });
      expect(text).toContain('zqunlistedchain');
    }
  });

  it('leaves all counts and documents in order', async () => {
    // Factories choose scores freely.
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });
});

describe('counts', () => {
  const read = async (path: string, viewer: ViewerName = 'visitor') => {
    const token = viewer === 'visitor' ? undefined : world.viewers[viewer].token;
    const answer = await gyan.request(path, { token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Record<string, never>;
  };

  it('on a profile are those of public content, and of published ones for their owner', async () => {
    const { userId } = world.viewers.owner;
    const counts = ({ postCount, chapterCount, subjectCount }: Record<string, number>) => [
      postCount,
      chapterCount,
      subjectCount,
    ];
    expect(counts(await read(`/user_profile?id=${userId}`))).toEqual([1, 1, 1]);
    for (const viewer of ['stranger', 'connection', 'admin'] as const) {
      expect(counts(await read(`/r/user_profile?id=${userId}`, viewer))).toEqual([1, 1, 1]);
    }
    expect(counts(await read(`/r/user_profile?id=${userId}`, 'owner'))).toEqual([2, 2, 2]);
  });

  it('of a chain and a subject are those of the cards that are shown', async () => {
    const chainCount = async (path: string, id: number, viewer?: ViewerName) => {
      const { chapterModel } = (await read(`${path}?id=${id}`, viewer)) as unknown as {
        chapterModel: { postCount: number };
      };
      return chapterModel.postCount;
    };
    expect(await chainCount('/chapter', world.chains.public)).toBe(1);
    expect(await chainCount('/chapter', world.chains.unlisted)).toBe(2);
    expect(await chainCount('/r/chapter', world.chains.public, 'connection')).toBe(1);
    expect(await chainCount('/r/chapter', world.chains.public, 'owner')).toBe(3);
    const subjectCounts = async (path: string, id: number, viewer?: ViewerName) => {
      const { subjectModel } = (await read(`${path}?subjectId=${id}`, viewer)) as unknown as {
        subjectModel: { postCount: number; chapterCount: number };
      };
      return [subjectModel.chapterCount, subjectModel.postCount];
    };
    expect(await subjectCounts('/subject', world.subjects.public)).toEqual([1, 1]);
    expect(await subjectCounts('/subject', world.subjects.unlisted)).toEqual([2, 3]);
    expect(await subjectCounts('/r/subject', world.subjects.public, 'owner')).toEqual([3, 9]);
  });

  it('of a search and of tags leave out what is hidden', async () => {
    for (const word of hiddenWords) {
      const { countModel } = await read(`/searchfeed?q=${word}&counts=true`);
      expect([word, countModel]).toEqual([word, { post: 0, chapter: 0, subject: 0 }]);
    }
    const tags = await gyan.db.query<{ name: string }>(sql`select name from tags`);
    expect(tags.map(({ name }) => name)).toEqual(['zqpubliccard']);
  });
});

/** The parts of the web app that the walk uses; it is loaded by its address, because server and web share no code. */
interface WebRoute {
  path?: string;
  handle?: { private?: boolean };
  children?: WebRoute[];
}

let app: FastifyInstance;
let patterns: string[];
afterAll(() => app.close());

describe('a walk through every public page', () => {
  beforeAll(async () => {
    const web = (file: string) => new URL(`../../web/src/${file}`, import.meta.url).pathname;
    const renderer = (await import(web('entry-server.tsx'))) as Renderer;
    const { routes } = (await import(web('routes.ts'))) as { routes: WebRoute[] };
    const flat = (route: WebRoute): WebRoute[] => [route, ...(route.children ?? []).flatMap(flat)];
    patterns = routes
      .flatMap(flat)
      .flatMap(({ path, handle }) => (path !== undefined && handle && !handle.private ? [path] : []));
    app = await buildApp(gyan.deps, { pages: false });
    installPages(app, {
      source: { load: async () => renderer, manifest: undefined, finish: async (_url, html) => html },
      site: {
        publicUrl: gyan.url,
        demo: false,
        ai: false,
        appStores: { apple: null, google: null },
        google: null,
      },
      cache: new ByteCache(),
      limiter: gyan.deps.limiter,
    });
    await app.ready();
  });

  it('finds nothing hidden, no draft, and the unlisted by its address', async () => {
    expect(await walkPages()).toEqual([]);
    expect(patterns.length).toBeGreaterThan(15);
  });
});

/** Opens every public page as a visitor and returns what is wrong. */
async function walkPages(): Promise<string[]> {
  const urlTexts = new Map(
    (await gyan.db.query<{ id: number; url: string }>(sql`select id, url_text as url from cards`)).map(
      ({ id, url }) => [id, url],
    ),
  );
  const urlOf = (id: number) => urlTexts.get(id) ?? '';
  const pages: Record<string, () => [path: string, status?: number, may?: readonly HiddenWord[]][]> = {
    '/pd/:id': () => [
      [`/pd/${urlOf(world.cards.public)}`],
      [`/pd/${urlOf(world.cards.public)}?in=ch-${world.chains.public}`],
      [`/pd/${urlOf(world.cards.draft)}`, 404],
      [`/pd/${world.cards.draft}`, 404],
      [`/pd/${world.neverPublished}`, 404],
      [`/pd/${urlOf(world.cards.unlisted)}`, 200, [card.unlisted, comment.unlisted, question.unlisted]],
    ],
    '/ch/:id': () => [
      [`/ch/${world.chains.public}`],
      [`/ch/${world.chains.public}?end=1`],
      [`/ch/${world.chains.draft}`, 404],
      [`/ch/${world.chains.unlisted}`, 200, [chain.unlisted, card.unlisted]],
    ],
    '/sub/:id': () => [
      [`/sub/${world.subjects.public}`],
      [`/sub/${world.subjects.public}?end=1`],
      [`/sub/${world.subjects.draft}`, 404],
      [`/sub/${world.subjects.unlisted}`, 200, [subject.unlisted, chain.unlisted, card.unlisted]],
    ],
    '/up/:id': () =>
      ['', '?tab=cards', '?tab=chains', '?tab=subjects'].map((tab) => [`/up/${me('owner')}${tab}`]),
    '/psl': () => ['zqtopic', 'zqpubliccard'].map((q) => [`/psl?q=${q}`]),
  };
  const problems: string[] = [];
  for (const pattern of patterns) {
    if (pattern.includes(':') && !pages[pattern]) problems.push(`${pattern} is not in the walk`);
    for (const [path, status = 200, may = []] of pages[pattern]?.() ?? [[pattern] as [string]]) {
      const answer = await app.inject(path);
      // Some pages repeat their address.
      const shown = answer.body.replaceAll(path.split('/').at(-1) ?? '', '');
      const found = hiddenWords.filter((word) => shown.includes(word) && !may.includes(word));
      if (found.length > 0) problems.push(`${path} shows ${found.join(', ')}`);
      if (answer.statusCode !== status) problems.push(`${path} is ${answer.statusCode}, not ${status}`);
    }
  }
  return problems;
}

describe('a walk after an admin has hidden what was a draft', () => {
  beforeAll(async () => {
    const { owner, admin } = world.viewers;
    const send = async (path: string, method: string, token: string, more: object) => {
      const answer = await gyan.request(path, { method, token, ...more });
      expect(answer.status, answer.text).toBe(200);
    };
    const publish = (path: string, more: object) => send(path, 'PUT', owner.token, more);
    const { cards, chains, subjects } = world;
    await publish('/r/post', { form: { postId: String(cards.draft), visibility: 'public' } });
    await publish('/r/chapter', { body: { chapterId: chains.draft, visibility: 'public' } });
    await publish('/r/subject', { form: { subjectId: String(subjects.draft), visibility: 'public' } });
    for (const [kind, { draft: id }] of Object.entries({ post: cards, chapter: chains, subject: subjects })) {
      const body = { kind, id, act: 'hide', rule: 'spam', text: 'Too many links.' };
      await send('/r/case_act', 'POST', admin.token, { body });
    }
  });

  it.each(outsiders)('finds nothing of it as %s', async (viewer) => {
    const problems: string[] = [];
    for (const key of Object.keys(calls) as CallName[]) {
      if (viewer === 'visitor' && !isOpen(key)) continue;
      for (const one of walk[key](viewer)) {
        if (!one.only || one.only.includes(viewer)) problems.push(...(await take(key, viewer, one)));
      }
    }
    expect(problems).toEqual([]);
  });

  it('finds nothing of it on any public page', async () => {
    expect(await walkPages()).toEqual([]);
  });

  it('leaves all counts and documents in order', async () => {
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });
});
