import { calls } from '@gyan/contract/calls.ts';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeManyUsers } from '#test/factories.ts';
import {
  contentAction,
  type FeedAction,
  performAction,
  userAction,
  visibilityAction,
} from '#test/feed-actions.ts';
import {
  deleteFeedRows,
  entryOfItem,
  keyOf,
  modelFeed,
  readFeedRows,
  visibleContents,
  withoutOthers,
} from '#test/feed-model.ts';
import { brokenInvariants } from '#test/invariants.ts';

let gyan: TestApp;
let people: { userId: number; token: string }[];
const topicIds = [1, 2];

beforeAll(async () => {
  gyan = await startApp();
  people = [];
  for (const role of ['kRegular', 'kCreator', 'kCreator', 'kCreator', 'kAdmin'] as const)
    people.push(await gyan.signedIn({ role }));
  await gyan.db.query(sql`insert into topics (name) values ('Light'), ('Maps')`);
});
afterAll(() => gyan.close());
beforeEach(() => deleteFeedRows(gyan.db));

/** Invariants that do not hold, because rows are inserted and deleted without updating the counts. */
const uncounted = [
  'a card counts its likes',
  'a card counts its comments',
  'a chain counts its likes',
  'a chain counts its cards',
  'a subject counts its likes',
  'a subject counts its chains',
  'a score follows its counts',
  'a person counts their connections',
  'a card belongs to the topics it names',
];

const perform = (action: FeedAction, since?: number) =>
  performAction({ db: gyan.db, people, topicIds }, action, since);

async function page(token: string, query: string, cursor: string | null | undefined) {
  const answer = await gyan.request(`/r/feed?${query}${cursor ? `&cursor=${cursor}` : ''}`, { token });
  expect(answer.status, answer.text).toBe(200);
  const { feedItemModelVec, nextCursor } = calls['GET /r/feed'].answer.parse(answer.body);
  return { entries: feedItemModelVec.map(entryOfItem), nextCursor };
}

/** Skips checks after the time limit. A timeout would leave a check running during the next test. */
function within<Given extends unknown[]>(seconds: number, check: (...given: Given) => Promise<void>) {
  let end: number | undefined;
  return async (...given: Given) => {
    end ??= Date.now() + seconds * 1000;
    if (Date.now() < end) await check(...given);
  };
}

/** Reads all pages and calls `between` after each. */
async function readAllPages(token: string, query: string, between: () => Promise<void> = async () => {}) {
  const received: ReturnType<typeof entryOfItem>[] = [];
  let cursor: string | null | undefined;
  do {
    const { entries, nextCursor } = await page(token, query, cursor);
    received.push(...entries);
    cursor = nextCursor;
    if (cursor) await between();
  } while (cursor);
  return received;
}

it('is what a plain reading of the rows makes it, for everybody, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(userAction, { minLength: 3, maxLength: 8 }),
      fc.array(
        fc.oneof({ weight: 6, arbitrary: contentAction }, { weight: 1, arbitrary: visibilityAction }),
        {
          minLength: 5,
          maxLength: 25,
        },
      ),
      fc.array(userAction, { maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('best', 'newest'),
      within(6, async (ties, actions, later, limit, order) => {
        await deleteFeedRows(gyan.db);
        for (const action of [...ties, ...actions, ...later]) await perform(action);
        const rows = await readFeedRows(gyan.db);
        expect(await brokenInvariants(gyan.db, uncounted)).toEqual([]);
        for (const { userId, token } of people.slice(0, 3)) {
          const { own, rest } = modelFeed(rows, userId, order);
          const received = await readAllPages(token, `limit=${limit}&recency=${order === 'newest'}`);
          expect(received).toEqual([...own, ...rest]);
        }
      }),
    ),
    { numRuns: 12 },
  );
});

it('shows all that one who does much did before it shows what another did earlier', async () => {
  const [me, busy, quiet] = people.map(({ userId }) => userId);
  const { token = '' } = people[0] ?? {};
  await gyan.db.query(sql`
    insert into connections (user_id, other_id)
    select * from (values (${me}::bigint, ${busy}::bigint), (${busy}, ${me}), (${me}, ${quiet}), (${quiet}, ${me})) as pair`);
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
  // Three activities per card: the first read of the stream yields fewer entries than a page.
  for (let n = 0; n < 8; n += 1) {
    await makeCard(gyan.db, { ownerId: quiet ?? 0, createdAt: at(n) });
    const id = await makeCard(gyan.db, { ownerId: busy ?? 0, createdAt: at(100 + 3 * n) });
    await gyan.db.query(sql`
      insert into card_likes (card_id, user_id, created_at) values (${id}, ${busy}, ${at(101 + 3 * n)})`);
    await gyan.db.query(sql`
      insert into comments (card_id, owner_id, text, created_at) values (${id}, ${busy}, 'Words', ${at(102 + 3 * n)})`);
  }
  const { own, rest } = modelFeed(await readFeedRows(gyan.db), me ?? 0, 'newest');
  expect([own.length, rest.length]).toEqual([16, 0]);
  for (const limit of [2, 3, 4, 6]) {
    expect(await readAllPages(token, `limit=${limit}&recency=true`)).toEqual(own);
  }
});

it('shows everything there was when a walk began exactly once, whatever others do meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(userAction, { minLength: 3, maxLength: 6 }),
      fc.array(contentAction, { minLength: 10, maxLength: 25 }),
      fc.array(fc.array(contentAction, { maxLength: 4 }), { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      within(6, async (ties, actions, meanwhile, limit) => {
        await deleteFeedRows(gyan.db);
        for (const action of [...ties, ...actions]) await perform(action);
        const [me] = people;
        const start = modelFeed(await readFeedRows(gyan.db), me?.userId ?? 0, 'newest');
        const expected = [...start.own, ...start.rest].map(({ content }) => content);
        let turn = 0;
        const received = await readAllPages(me?.token ?? '', `limit=${limit}&recency=true`, async () => {
          // These activities are newer than all before.
          for (const action of meanwhile[turn % 8] ?? []) await perform(action, Date.UTC(2026, 1, 1 + turn));
          turn += 1;
        });
        const contents = received.map(({ content }) => content);
        expect(contents.filter((content) => expected.includes(content))).toEqual(expected);
        expect(new Set(contents).size).toBe(contents.length);
      }),
    ),
    { numRuns: 12 },
  );
});

describe.each(['few others', 'very many others'])('for somebody who knows many people among %s', (others) => {
  const cards = 14;
  const friends: number[] = [];

  beforeAll(async () => {
    const rows = await gyan.db.query<{ id: string }>(sql`
      insert into users (email, first_name, last_name)
      select 'known' || n || ${others.replaceAll(' ', '-')} || '@known.example', 'Known', 'Well' from generate_series(1, 70) as n returning id`);
    friends.push(...rows.map(({ id }) => Number(id)));
    if (others === 'very many others') await makeManyUsers(gyan.db, 3000);
  });

  const connectAll = async (userId: number) => {
    await gyan.db.query(sql`
      insert into connections (user_id, other_id)
      select ${userId}, id from unnest(${friends}::bigint[]) as id union all select id, ${userId} from unnest(${friends}::bigint[]) as id`);
    // This count decides which statement reads the feed.
    await gyan.db.query(sql`update users set connection_count = ${friends.length} where id = ${userId}`);
  };
  const likeAll = (card: number, by: number[], at: Date) =>
    gyan.db.query(sql`
      insert into card_likes (card_id, user_id, created_at)
      select ${card}, friend, ${at} from unnest(${by}::bigint[]) as friend`);
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

  /** Activity is skewed: a few users cause most of it. */
  const friend = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 69 }));
  const like = fc.tuple(fc.nat({ max: cards - 1 }), friend, fc.nat({ max: 40 }));

  it('shows everything there was when a walk began exactly once', async () => {
    const [me] = people;
    const { userId = 0, token = '' } = me ?? {};
    await fc.assert(
      fc.asyncProperty(
        fc.array(userAction, { maxLength: 3 }),
        fc.array(like, { minLength: 20, maxLength: 160 }),
        fc.array(like, { maxLength: 60 }),
        fc.nat({ max: 69 }),
        fc.array(fc.array(contentAction, { maxLength: 2 }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
        within(4, async (ties, likes, words, crowd, meanwhile, limit) => {
          await deleteFeedRows(gyan.db);
          await connectAll(userId);
          const start = Date.UTC(2026, 0, 1);
          const made: number[] = [];
          for (let n = 0; n < cards; n += 1) {
            const createdAt = new Date(start + ((n * 11) % 40) * 1000);
            made.push(await makeCard(gyan.db, { ownerId: friends[n % 4] ?? 0, createdAt }));
          }
          // Many users like the same card last, so the latest activities yield few entries.
          const all = [...likes, ...friends.slice(0, crowd).map((_, by) => [0, by, 41] as const)];
          for (const [table, by, activities] of [
            ['card_likes', 'user_id', all],
            ['comments', 'owner_id', words],
          ] as const) {
            await gyan.db.query(sql`
              insert into ${raw(`${table} (card_id, ${by}, created_at ${table === 'comments' ? ', text' : ''})`)}
              select card, by, at ${raw(table === 'comments' ? `, 'Words'` : '')}
              from unnest(
                ${activities.map(([card]) => made[card])}::bigint[],
                ${activities.map(([, who]) => friends[who])}::bigint[],
                ${activities.map(([, , at]) => new Date(start + at * 1000))}::timestamptz[]
              ) as activity (card, by, at)
              on conflict do nothing`);
          }
          for (const action of ties) await perform(action);
          const { own, rest } = modelFeed(await readFeedRows(gyan.db), userId, 'newest');
          const expected = [...own, ...rest];
          expect(withoutOthers(await readAllPages(token, `limit=${limit}&recency=true`))).toEqual(
            withoutOthers(expected),
          );

          let turn = 0;
          const received = await readAllPages(token, `limit=${limit}&recency=true`, async () => {
            for (const action of meanwhile[turn % 6] ?? [])
              await perform(action, Date.UTC(2026, 1, 1 + turn));
            turn += 1;
          });
          const contents = received.map(({ content }) => content);
          const were = expected.map(({ content }) => content);
          expect(contents.filter((content) => were.includes(content))).toEqual(were);
          expect(new Set(contents).size).toBe(contents.length);
        }),
      ),
      { numRuns: 8 },
    );
  });

  it('shows what was done last also where one did more lately than is read at once', async () => {
    const { userId = 0, token = '' } = people[0] ?? {};
    await connectAll(userId);
    const card = await makeCard(gyan.db, { ownerId: friends[0] ?? 0, createdAt: at(0) });
    await likeAll(card, friends, at(5));
    // The sample of the latest rows per stream covers few of these.
    await gyan.db.query(sql`
      insert into cards (url_text, owner_id, type, title, created_at)
      select 'many-' || n, ${friends[0]}, 'kCustom', 'One of many', ${at(5)}::timestamptz + n * interval '1 second'
      from generate_series(1, 250) as n`);
    const { own } = modelFeed(await readFeedRows(gyan.db), userId, 'newest');
    const { entries } = await page(token, 'limit=2&recency=true', undefined);
    expect(withoutOthers(entries)).toEqual(withoutOthers(own.slice(0, 2)));
  });

  it('shows nothing of those who leave or are blocked, whoever likes it', async () => {
    const { userId = 0, token = '' } = people[0] ?? {};
    await connectAll(userId);
    for (const [n, ownerId] of friends.entries()) await makeCard(gyan.db, { ownerId, createdAt: at(n) });
    for (const n of [1, 2]) {
      const card = await makeCard(gyan.db, { ownerId: people[n]?.userId ?? 0, createdAt: at(0) });
      await likeAll(card, friends.slice(-1), at(100));
    }
    await perform({ name: 'block', by: 1, other: 0 });
    await perform({ name: 'leave', by: 2 });
    const { own } = modelFeed(await readFeedRows(gyan.db), userId, 'newest');
    expect(own).toHaveLength(friends.length);
    expect(await readAllPages(token, 'limit=30&recency=true')).toEqual(own);
  });
});

it('does so also while many write at the same time', async () => {
  const [me, ...others] = people;
  for (const { userId } of others) {
    await gyan.db.query(sql`
      insert into connections (user_id, other_id) values (${me?.userId}, ${userId}), (${userId}, ${me?.userId})`);
  }
  const cards: number[] = [];
  for (let n = 0; n < 30; n += 1)
    cards.push(await makeCard(gyan.db, { ownerId: others[n % 4]?.userId ?? 0 }));
  const done = new AbortController();
  const busy = others.map(async ({ userId, token }, n) => {
    for (let i = n; !done.signal.aborted; i += 7) {
      const postId = cards[(i * 11) % cards.length] ?? 0;
      await gyan.request('/r/post_like', { method: 'PUT', token, body: { postId, liked: i % 3 !== 0 } });
      if (i % 2)
        await gyan.request('/r/comment', { method: 'POST', token, body: { postId, rawText: 'Once more' } });
      if (i % 5 === 0) {
        await gyan.db.query(sql`
          delete from comments where id = (select max(id) from comments where owner_id = ${userId})`);
      }
    }
  });
  try {
    const end = Date.now() + 2_000;
    for (let n = 0; n < 3 || Date.now() < end; n += 1) {
      const expected = visibleContents(await readFeedRows(gyan.db), me?.userId ?? 0).map(({ kind, id }) =>
        keyOf(kind, id),
      );
      const contents = (await readAllPages(me?.token ?? '', `limit=${3 + (n % 7)}`)).map(
        ({ content }) => content,
      );
      expect(contents.toSorted()).toEqual(expected.toSorted());
    }
  } finally {
    done.abort();
    await Promise.all(busy);
  }
  expect(await brokenInvariants(gyan.db, uncounted)).toEqual([]);
});
