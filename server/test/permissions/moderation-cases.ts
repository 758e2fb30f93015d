import sql from 'sql-template-tag';
import {
  about,
  always,
  type Case,
  type CaseContext,
  cardOf,
  chainOf,
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

/** An automatic warning of this user. */
const actOn = async (s: CaseContext, ownerId: number) =>
  insertId(
    s,
    sql`insert into moderation_acts (case_id, kind, thing_id, owner_id, act, rule, text, automated)
      select id, kind, thing_id, owner_id, 'warn', 'spam', 'Too many links.', true
      from cases where id = ${await caseOf(s, ownerId)} returning id`,
  );

const appealOf = async (s: CaseContext, ownerId: number) =>
  insertId(
    s,
    sql`insert into appeals (act_id, text) values (${await actOn(s, ownerId)}, 'It was one link.') returning id`,
  );

const report = (kind: string, id: number) => ({ body: { kind, id, reason: 'spam', text: 'Look at this.' } });
const againstOthers: Case['outcome'] = ({ isOwn }) => (isOwn ? 'invalid_input' : 'done');
const reasons = { rule: 'spam', text: 'Too many links.' };

/** Nobody acts against a super admin. */
const unlessSuperAdmin: Case['outcome'] = ({ isOwn, caller }) =>
  isOwn && caller === 'super admin' ? 'forbidden' : 'done';

const act = (name: string, outcome: Case['outcome'], more: Record<string, unknown> = {}): Case =>
  about(
    `${name} a card of`,
    async (s) => ({ body: { kind: 'post', id: await cardOf(s, s.ownerId), act: name, ...more } }),
    outcome,
  );

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
    about('card of', async (s) => report('post', await cardOf(s, s.ownerId)), againstOthers),
    about('chain of', async (s) => report('chapter', await chainOf(s, s.ownerId)), againstOthers),
    about('subject of', async (s) => report('subject', await subjectOf(s, s.ownerId)), againstOthers),
    about('themselves or', (s) => report('user', s.ownerId), againstOthers),
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
      always('done'),
    ),
  ],
  'POST /r/case_act': [
    about(
      'dismiss a case about',
      async (s) => ({ body: { caseId: await caseOf(s, s.ownerId), act: 'dismiss' } }),
      always('done'),
    ),
    act('hide', unlessSuperAdmin, reasons),
    act('hide', always('invalid_input'), { rule: 'spam' }),
    act('lock', unlessSuperAdmin, reasons),
    act('mark_ai', unlessSuperAdmin, reasons),
    act('warn', ({ isOwn }) => (isOwn ? 'forbidden' : 'done'), reasons),
    act('suspend', ({ isOwn }) => (isOwn ? 'forbidden' : 'done'), reasons),
    act('restore', always('conflict')),
    act('unlock', always('conflict')),
    act('lift', always('conflict')),
    about(
      'hide',
      (s) => ({ body: { kind: 'user', id: s.ownerId, act: 'hide', ...reasons } }),
      always('invalid_input'),
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
