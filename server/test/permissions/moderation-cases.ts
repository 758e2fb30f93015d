import type { Act } from '@gyan/contract/moderation.ts';
import { acts, appealableActs } from '@gyan/contract/moderation-acts.ts';
import sql, { raw } from 'sql-template-tag';
import { makeUser } from '#test/factories.ts';
import {
  about,
  always,
  type Case,
  type CaseContext,
  type CaseRequest,
  type Content,
  cardOf,
  chainOf,
  commentOn,
  draft,
  ownerKnows,
  plain,
  subjectOf,
  userBeingDeleted,
} from './cases.ts';

const insertId = async ({ gyan }: CaseContext, statement: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await gyan.db.query<{ id: number }>(statement);
  return row?.id ?? 0;
};

/** A case about a card of this user. */
const caseOf = async (s: CaseContext, ownerId: number) =>
  insertId(
    s,
    sql`insert into cases (kind, thing_id, owner_id) values ('card', ${await cardOf(s, ownerId)}, ${ownerId}) returning id`,
  );

/** A warning of this user, automatic unless an admin is named. */
const actOn = async (s: CaseContext, ownerId: number, adminId: number | null = null) =>
  insertId(
    s,
    sql`insert into moderation_acts (case_id, kind, thing_id, owner_id, act, rule, text, automated, admin_id)
      select id, kind, thing_id, owner_id, 'warn', 'spam', 'Too many links.', ${adminId === null}, ${adminId}
      from cases where id = ${await caseOf(s, ownerId)} returning id`,
  );

const appealOf = async (s: CaseContext, ownerId: number, adminId?: number) =>
  insertId(
    s,
    sql`insert into appeals (act_id, text) values (${await actOn(s, ownerId, adminId)}, 'It was one link.') returning id`,
  );

const report = (kind: string, id: number) => ({ body: { kind, id, reason: 'spam', text: 'Look at this.' } });
const againstOthers: Case['outcome'] = ({ isOwn }) => (isOwn ? 'invalid_input' : 'done');
const reasons = { rule: 'spam', text: 'Too many links.' };

type Kind = keyof typeof objects;

/** What can be reported and acted on, by the name of its kind in the contract. */
const objects = {
  post: cardOf,
  chapter: chainOf,
  subject: subjectOf,
  comment: (s: CaseContext, authorId: number) => commentOn(s, { cardOwnerId: authorId, authorId }),
  user: async (_: CaseContext, ownerId: number) => ownerId,
} satisfies Record<string, Content>;
const kinds = Object.keys(objects) as Kind[];
const tables = { post: 'cards', chapter: 'chains', subject: 'subjects', comment: 'comments' } as const;

/** Puts an object into the state that this act ends. */
async function prepareFor(s: CaseContext, act: Act, kind: Kind, id: number, ownerId: number): Promise<void> {
  const { db } = s.gyan;
  if (act === 'lift')
    await db.query(sql`update users set suspended_until = 'infinity' where id = ${ownerId}`);
  if (act === 'unlock' && kind === 'post')
    await db.query(sql`update cards set locked = true where id = ${id}`);
  if (act !== 'restore' || kind === 'user') return;
  const hide = sql`hidden_by = ${await actOn(s, ownerId)}`;
  const change = kind === 'comment' ? hide : sql`${hide}, visibility = 'hidden'`;
  await db.query(sql`update ${raw(tables[kind])} set ${change} where id = ${id}`);
}

const forCardsOnly: ReadonlySet<Act> = new Set(['lock', 'unlock', 'mark_ai']);

const actOutcome =
  (act: Act, kind: Kind): Case['outcome'] =>
  ({ isOwn, caller }) => {
    // A suspended admin does nothing.
    if (act === 'lift' && isOwn) return 'suspended';
    if (kind === 'user' && (act === 'hide' || act === 'restore')) return 'invalid_input';
    if (kind !== 'post' && forCardsOnly.has(act)) return 'invalid_input';
    if (!isOwn) return 'done';
    // Another admin takes acts against their objects back and answers reports on them.
    if (!appealableActs.has(act)) return 'forbidden';
    // Super admins cannot be acted against, and admins cannot warn or suspend themselves.
    return caller === 'super admin' || act === 'warn' || act === 'suspend' ? 'forbidden' : 'done';
  };

async function actRequest(s: CaseContext, act: Act, kind: Kind, ownerId: number): Promise<CaseRequest> {
  const id = await objects[kind](s, ownerId);
  await prepareFor(s, act, kind, id, ownerId);
  return { body: { kind, id, act, ...(appealableActs.has(act) ? reasons : {}) } };
}

/** Every act on every kind of object, and every act against a super admin. */
const everyAct: Case[] = [
  ...kinds.flatMap((kind) =>
    acts.map((act) =>
      about(`${act} ${kind} of`, (s) => actRequest(s, act, kind, s.ownerId), actOutcome(act, kind)),
    ),
  ),
  ...[...appealableActs].map((act) =>
    plain(
      async (s) => actRequest(s, act, 'post', await makeUser(s.gyan.db, { role: 'kSuperAdmin' })),
      always('forbidden'),
      `${act} post of a super admin`,
    ),
  ),
];

export const moderationCases = {
  'GET /signup_challenge': [plain()],
  'POST /report': [
    plain(async (s) => ({
      body: { ...report('post', await cardOf(s, s.ownerId)).body, emailId: 'passer-by@example.org' },
    })),
    plain(
      async (s) => report('post', await cardOf(s, s.ownerId)),
      always('invalid_input'),
      'without an address',
    ),
  ],
  'POST /r/report': [
    ...kinds.map((kind) =>
      about(`${kind} of`, async (s) => report(kind, await objects[kind](s, s.ownerId)), againstOthers),
    ),
    about('draft of', async (s) => report('post', await draft(cardOf)(s, s.ownerId)), always('not_found')),
    plain(async (s) => report('user', await userBeingDeleted(s)), always('not_found'), 'a leaver'),
  ],
  'GET /r/my_reports': [plain()],
  'GET /r/cases': [plain(), plain({ query: { state: 'open' } })],
  'GET /r/case': [
    about('about', async (s) => ({ query: { caseId: await caseOf(s, s.ownerId) } }), always('done')),
  ],
  'PUT /r/case_claim': [
    about(
      'about',
      async (s) => ({ body: { caseId: await caseOf(s, s.ownerId), claimed: true } }),
      ({ isOwn }) => (isOwn ? 'forbidden' : 'done'),
    ),
  ],
  'POST /r/case_act': [
    about(
      'dismiss a case about',
      async (s) => ({ body: { caseId: await caseOf(s, s.ownerId), act: 'dismiss' } }),
      ({ isOwn }) => (isOwn ? 'forbidden' : 'done'),
    ),
    ...everyAct,
    plain(
      async (s) => ({ body: { kind: 'post', id: await cardOf(s, s.ownerId), act: 'hide', rule: 'spam' } }),
      always('invalid_input'),
      'hide without a sentence',
    ),
  ],
  'GET /r/my_statements': [plain()],
  'POST /r/appeal': [
    about(
      'a decision about',
      async (s) => ({ body: { actId: await actOn(s, s.ownerId), text: 'It was one link.' } }),
      ownerKnows,
    ),
  ],
  'PUT /r/appeal': [
    about(
      'an appeal of',
      async (s) => ({
        body: { appealId: await appealOf(s, s.ownerId), upheld: true, text: 'You are right.' },
      }),
      ({ isOwn }) => (isOwn ? 'forbidden' : 'done'),
    ),
    plain(
      async (s) => ({
        body: {
          appealId: await appealOf(s, await makeUser(s.gyan.db), s.callerId),
          upheld: true,
          text: 'Yes.',
        },
      }),
      always('forbidden'),
      'an appeal against the caller’s own decision',
    ),
  ],
  'GET /r/user_record': [about('of', (s) => ({ query: { userId: s.ownerId } }), always('done'))],
  'POST /r/user_note': [
    about(
      'about',
      (s) => ({ body: { userId: s.ownerId, text: 'Was friendly on the phone.' } }),
      always('done'),
    ),
  ],
} satisfies Record<string, Case[]>;
