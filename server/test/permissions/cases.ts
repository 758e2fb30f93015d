import type { ProblemCode } from '@gyan/contract/errors.ts';
import sql from 'sql-template-tag';
import type { TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';

/** Everybody who asks: what the walk calls them, and who they are. */
export const people = {
  nobody: undefined,
  unverified: { role: 'kRegular', verified: false },
  regular: { role: 'kRegular', verified: true },
  creator: { role: 'kCreator', verified: true },
  'other creator': { role: 'kCreator', verified: true },
  admin: { role: 'kAdmin', verified: true },
  'super admin': { role: 'kSuperAdmin', verified: true },
} as const;
export type Asker = keyof typeof people;

export type Outcome = 'done' | ProblemCode;

/** One request about to be made. Nobody's own things are those of a person who does not sign in. */
export interface Situation {
  gyan: TestApp;
  asker: Asker;
  callerId: number;
  /** Whose thing it is about: the caller's, or somebody else's. */
  ownerId: number;
  isOwn: boolean;
  isAdmin: boolean;
  /** The caller's session, for what is about sessions. */
  token: string;
}

export interface Asking {
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  form?: Record<string, string | number>;
}

/** One way to make a call, and what becomes of it for those whom the table of calls admits. */
export interface Case {
  /** In a few words. */
  when: string;
  /** Asked about the caller's own thing and about another's; otherwise once. */
  about: 'own and others' | 'nothing of anybody';
  asks: (situation: Situation) => Asking | Promise<Asking>;
  outcome: (situation: Situation) => Outcome;
}

type Policy = Case['outcome'];

const anybody: Policy = () => 'done';
export const ownerOrAdmin: Policy = ({ isOwn, isAdmin }) => (isOwn || isAdmin ? 'done' : 'forbidden');
export const ownerOnly: Policy = ({ isOwn }) => (isOwn ? 'done' : 'forbidden');
/** Where even that it exists is nobody else's business. */
export const ownerKnows: Policy = ({ isOwn }) => (isOwn ? 'done' : 'not_found');
export const adminsOnly: Policy = ({ isAdmin }) => (isAdmin ? 'done' : 'forbidden');
export const always =
  (outcome: Outcome): Policy =>
  () =>
    outcome;

/** A call that concerns nobody's thing in particular. */
export const plain = (asks: Case['asks'] | Asking = {}, outcome: Policy = anybody, when = 'asked'): Case => ({
  when,
  about: 'nothing of anybody',
  asks: typeof asks === 'function' ? asks : () => asks,
  outcome,
});

/** A call about something that belongs to somebody. */
export const about = (when: string, asks: Case['asks'], outcome: Policy): Case => ({
  when,
  about: 'own and others',
  asks,
  outcome,
});

export const cardOf = ({ gyan }: Situation, ownerId: number) => makeCard(gyan.db, { ownerId });
export const chainOf = ({ gyan }: Situation, ownerId: number, cardIds: number[] = []) =>
  makeChain(gyan.db, { ownerId, cardIds });
export const subjectOf = ({ gyan }: Situation, ownerId: number, chainIds: number[] = []) =>
  makeSubject(gyan.db, { ownerId, chainIds });

/** Somebody who has left and is not erased yet. */
export async function leaver({ gyan }: Situation): Promise<number> {
  const id = await makeUser(gyan.db, { role: 'kCreator' });
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${id}`);
  return id;
}

/** Somebody who has blocked the caller. */
export async function blocker({ gyan, callerId }: Situation): Promise<number> {
  const id = await makeUser(gyan.db, { role: 'kCreator' });
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${id}, ${callerId})`);
  return id;
}

/** One pixel; what it looks like is of no importance here. */
export const photoBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let named = 0;

/** A name nobody has used yet. */
export const fresh = (word: string): string => {
  named += 1;
  return `${word} ${named}`;
};

export const freshAddress = (): string => `${fresh('address').replace(' ', '-')}@example.org`;
