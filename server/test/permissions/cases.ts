import type { ProblemCode } from '@gyan/contract/errors.ts';
import sql, { raw } from 'sql-template-tag';
import type { TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { giveScene } from '#test/scenes.ts';

/** The callers: the name of each in the test, and its role. */
export const callers = {
  visitor: undefined,
  unverified: { role: 'kRegular', verified: false },
  regular: { role: 'kRegular', verified: true },
  creator: { role: 'kCreator', verified: true },
  'other creator': { role: 'kCreator', verified: true },
  admin: { role: 'kAdmin', verified: true },
  'super admin': { role: 'kSuperAdmin', verified: true },
} as const;
export type Caller = keyof typeof callers;

export type Outcome = 'done' | ProblemCode;

/** The context of one request. For a visitor, "own" objects belong to a user who is not signed in. */
export interface CaseContext {
  gyan: TestApp;
  caller: Caller;
  callerId: number;
  /** The owner of the object: the caller or another user. */
  ownerId: number;
  isOwn: boolean;
  isAdmin: boolean;
  /** The caller's session token, for calls about sessions. */
  token: string;
}

export interface CaseRequest {
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  form?: Record<string, string | number>;
}

/** One way to make a call, and its outcome for callers that the contract admits. */
export interface Case {
  /** A short description. */
  when: string;
  /** Whether the call runs on an own and a foreign object, or once. */
  about: 'own and others' | 'nothing of anybody';
  request: (context: CaseContext) => CaseRequest | Promise<CaseRequest>;
  outcome: (context: CaseContext) => Outcome;
}

type Policy = Case['outcome'];

const anyone: Policy = () => 'done';
export const ownerOrAdmin: Policy = ({ isOwn, isAdmin }) => (isOwn || isAdmin ? 'done' : 'forbidden');
export const ownerOnly: Policy = ({ isOwn }) => (isOwn ? 'done' : 'forbidden');
/** For objects whose existence only the owner may know. */
export const ownerKnows: Policy = ({ isOwn }) => (isOwn ? 'done' : 'not_found');
export const adminsOnly: Policy = ({ isAdmin }) => (isAdmin ? 'done' : 'forbidden');
export const always =
  (outcome: Outcome): Policy =>
  () =>
    outcome;

/** A call without an object. */
export const plain = (
  request: Case['request'] | CaseRequest = {},
  outcome: Policy = anyone,
  when = 'asked',
): Case => ({
  when,
  about: 'nothing of anybody',
  request: typeof request === 'function' ? request : () => request,
  outcome,
});

/** A call on an object with an owner. */
export const about = (when: string, request: Case['request'], outcome: Policy): Case => ({
  when,
  about: 'own and others',
  request,
  outcome,
});

export const cardOf = ({ gyan }: CaseContext, ownerId: number) => makeCard(gyan.db, { ownerId });
export const chainOf = ({ gyan }: CaseContext, ownerId: number, cardIds: number[] = []) =>
  makeChain(gyan.db, { ownerId, cardIds });
export const subjectOf = ({ gyan }: CaseContext, ownerId: number, chainIds: number[] = []) =>
  makeSubject(gyan.db, { ownerId, chainIds });

/** A card with labels on its picture. */
export async function drawnCardOf({ gyan }: CaseContext, ownerId: number): Promise<number> {
  const id = await makeCard(gyan.db, { ownerId });
  await giveScene(gyan.db, id, ['Leaf']);
  return id;
}

/** A comment on a new card. */
export const commentOn = async (
  { gyan }: CaseContext,
  { cardOwnerId, authorId }: { cardOwnerId: number; authorId: number },
) => {
  const cardId = await makeCard(gyan.db, { ownerId: cardOwnerId });
  const [row] = await gyan.db.query<{ id: number }>(sql`
    with counted as (update cards set comment_count = 1 where id = ${cardId})
    insert into comments (card_id, owner_id, text) values (${cardId}, ${authorId}, 'Well said.') returning id`);
  return row?.id ?? 0;
};

/** A card that others may copy. */
export async function freeCard({ gyan }: CaseContext, ownerId: number): Promise<number> {
  const id = await makeCard(gyan.db, { ownerId });
  await gyan.db.query(sql`update cards set license = 'cc-by' where id = ${id}`);
  return id;
}

export type Content = (context: CaseContext, ownerId: number) => Promise<number>;

const tables = new Map<Content, string>([
  [cardOf, 'cards'],
  [drawnCardOf, 'cards'],
  [freeCard, 'cards'],
  [chainOf, 'chains'],
  [subjectOf, 'subjects'],
]);

/** The same card, chain or subject as a draft. */
export function draft(content: Content): Content {
  return async (context, ownerId) => {
    const id = await content(context, ownerId);
    await context.gyan.db.query(
      sql`update ${raw(tables.get(content) ?? '')} set visibility = 'draft' where id = ${id}`,
    );
    return id;
  };
}

/** The outcome of a call on a draft that everybody may make on public content: others do not learn that it exists. */
export const draftKnown: Policy = ({ isOwn, isAdmin }) => (isOwn || isAdmin ? 'done' : 'not_found');

/** Cases of this kind show admins what only its owner may see. */
export const seesDraft = 'that is a draft, of';

/** A user who is leaving and not erased yet. */
export async function userBeingDeleted({ gyan }: CaseContext): Promise<number> {
  const id = await makeUser(gyan.db, { role: 'kCreator' });
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${id}`);
  return id;
}

/** A user who has blocked the caller. */
export async function blocker({ gyan, callerId }: CaseContext): Promise<number> {
  const id = await makeUser(gyan.db, { role: 'kCreator' });
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${id}, ${callerId})`);
  return id;
}

/** Calls that are allowed on every visible object, regardless of its owner. */
export function withVisible(
  content: Content,
  requestFor: (id: number) => ReturnType<Case['request']>,
  there: Policy = always('done'),
): Case[] {
  return [
    about('there', async (s) => requestFor(await content(s, s.ownerId)), there),
    about(
      seesDraft,
      async (s) => requestFor(await draft(content)(s, s.ownerId)),
      (context) => (draftKnown(context) === 'done' ? there(context) : 'not_found'),
    ),
    plain(
      async (s) => requestFor(await content(s, await userBeingDeleted(s))),
      always('not_found'),
      'of a leaver',
    ),
    plain(
      async (s) => requestFor(await content(s, await blocker(s))),
      ({ isAdmin }) => (isAdmin ? 'done' : 'not_found'),
      'of somebody who blocked the caller',
    ),
  ];
}

/** One pixel. */
export const photoBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let nameCount = 0;

/** A unique name. */
export const uniqueName = (word: string): string => {
  nameCount += 1;
  return `${word} ${nameCount}`;
};

export const uniqueAddress = (): string => `${uniqueName('address').replace(' ', '-')}@example.org`;
