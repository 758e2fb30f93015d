import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import { makeCard, makeChain, makeSubject } from './factories.ts';
import { type Kind, readFeedRows } from './feed-model.ts';

const kinds = ['card', 'chain', 'subject'] as const;
const makers = { card: makeCard, chain: makeChain, subject: makeSubject };
const person = fc.nat({ max: 4 });
const contentIndex = fc.nat({ max: 30 });
/** Few different times, so that many events share one. */
const time = fc.nat({ max: 6 });

/** Actions on cards, chains and subjects. */
export const contentAction = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('make'),
      kind: fc.constantFrom(...kinds),
      by: person,
      at: time,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ name: fc.constant('like'), content: contentIndex, by: person, at: time }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('unlike'), content: contentIndex, by: person }) },
  {
    weight: 5,
    arbitrary: fc.record({ name: fc.constant('comment'), content: contentIndex, by: person, at: time }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('uncomment'), content: contentIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('rate'), content: contentIndex, great: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('name'), content: contentIndex, topic: fc.nat({ max: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constant('unname'), content: contentIndex, topic: fc.nat({ max: 1 }) }),
  },
);
/** Publishing and taking back. */
export const visibilityAction = fc.record({
  name: fc.constant('show'),
  content: contentIndex,
  visibility: fc.constantFrom('draft', 'unlisted', 'public'),
});
/** Actions between users, and deletions. */
export const userAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant('connect'), by: person, other: person }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('follow'), by: person, topic: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('block'), by: person, other: person }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('leave'), by: person }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('delete'), content: contentIndex }) },
);

export interface FeedAction {
  name: string;
  kind?: Kind;
  content?: number;
  by?: number;
  other?: number;
  topic?: number;
  at?: number;
  great?: boolean;
  visibility?: string;
}

/** The database and the ids that an action uses. */
interface ActionContext {
  db: Db;
  people: readonly { userId: number }[];
  topicIds: readonly number[];
}

async function pick(db: Db, nth: number, only?: Kind): Promise<{ kind: Kind; id: number } | undefined> {
  const { contents } = await readFeedRows(db);
  const fitting = contents.filter(({ kind }) => only === undefined || kind === only);
  return fitting[nth % Math.max(fitting.length, 1)];
}

/** The newest of a kind, to put into a new chain or subject; none if there is none. */
async function newest(db: Db, kind: 'card' | 'chain'): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from ${raw(`${kind}s`)} order by id desc limit 1`,
  );
  return rows.map(({ id }) => id);
}

/** Writes rows directly, so that an action can have any time in the past. */
export async function performAction(
  { db, people, topicIds }: ActionContext,
  action: FeedAction,
  since = Date.UTC(2026, 0, 1),
): Promise<void> {
  const by = people[action.by ?? 0]?.userId ?? 0;
  const other = people[action.other ?? 0]?.userId ?? 0;
  const topic = topicIds[action.topic ?? 0];
  const at = new Date(since + (action.at ?? 0) * 1000);
  const run = async (
    kindOnly: Kind | undefined,
    statement: (kind: Kind, id: number) => ReturnType<typeof sql>,
  ) => {
    const found = await pick(db, action.content ?? 0, kindOnly);
    if (found) await db.query(statement(found.kind, found.id));
  };
  if (action.name === 'make') {
    const [cards, chains] = [await newest(db, 'card'), await newest(db, 'chain')];
    const id = await makers[action.kind ?? 'card'](db, {
      ownerId: by,
      createdAt: at,
      cardIds: cards,
      chainIds: chains,
    });
    await db.query(sql`update ${raw(`${action.kind}s`)} set score = ${(id * 7) % 5} where id = ${id}`);
  }
  if (action.name === 'like') {
    await run(
      undefined,
      (kind, id) => sql`
      insert into ${raw(`${kind}_likes (${kind}_id, user_id, created_at)`)} values (${id}, ${by}, ${at}) on conflict do nothing`,
    );
  }
  if (action.name === 'unlike') {
    await run(
      undefined,
      (kind, id) => sql`
      delete from ${raw(`${kind}_likes where ${kind}_id`)} = ${id} and user_id = ${by}`,
    );
  }
  if (action.name === 'comment') {
    await run(
      'card',
      (_, id) => sql`
      insert into comments (card_id, owner_id, text, created_at) values (${id}, ${by}, 'Words', ${at})`,
    );
  }
  if (action.name === 'uncomment') {
    await run(
      'card',
      (_, id) => sql`
      delete from comments where id = (select max(id) from comments where card_id = ${id})`,
    );
  }
  if (action.name === 'rate') {
    await run(
      undefined,
      (kind, id) => sql`update ${raw(`${kind}s`)} set great = ${action.great} where id = ${id}`,
    );
  }
  if (action.name === 'show') {
    await run(
      undefined,
      (kind, id) => sql`update ${raw(`${kind}s`)} set visibility = ${action.visibility} where id = ${id}`,
    );
  }
  // Only public cards have topics; see name_topics_of_card().
  if (action.name === 'name') {
    await run(
      'card',
      (_, id) => sql`
      insert into card_topics (topic_id, card_id)
      select ${topic}, id from cards where id = ${id} and visibility = 'public' on conflict do nothing`,
    );
  }
  if (action.name === 'unname') {
    await run('card', (_, id) => sql`delete from card_topics where topic_id = ${topic} and card_id = ${id}`);
  }
  if (action.name === 'delete')
    await run(undefined, (kind, id) => sql`delete from ${raw(`${kind}s`)} where id = ${id}`);
  if (action.name === 'connect' && by !== other) {
    await db.query(sql`
      insert into connections (user_id, other_id)
      select one, other from (values (${by}::bigint, ${other}::bigint), (${other}, ${by})) as pair (one, other)
      where not exists (select from blocks where (user_id, blocked_id) in ((${by}, ${other}), (${other}, ${by})))
      on conflict do nothing`);
  }
  if (action.name === 'follow') {
    await db.query(sql`
      insert into user_topics (user_id, topic_id, rank) values (${by}, ${topic}, ${topic}) on conflict do nothing`);
  }
  if (action.name === 'block' && by !== other) {
    await db.query(
      sql`insert into blocks (user_id, blocked_id) values (${by}, ${other}) on conflict do nothing`,
    );
    await db.query(
      sql`delete from connections where (user_id, other_id) in ((${by}, ${other}), (${other}, ${by}))`,
    );
  }
  if (action.name === 'leave' && action.by !== 0)
    await db.query(sql`update users set leaving_at = now() where id = ${by}`);
}
