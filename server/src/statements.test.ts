import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RequestOptions, startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject, makeUser } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
let me: { userId: number; token: string };
let network: Record<'card' | 'chain' | 'subject' | 'ownCard' | 'ownChain', number>;

interface Hot {
  call: string;
  query?: () => string;
  /** Writes run with little and with much data. */
  body?: (again: boolean) => object;
  statements: number;
}

/** The number of statements of each call for a viewer with a recent session, without a cached answer. */
const hot: readonly Hot[] = [
  { call: 'GET /feed', statements: 1 },
  { call: 'GET /posts', statements: 1 },
  { call: 'GET /chapters', statements: 1 },
  { call: 'GET /subjects', statements: 1 },
  { call: 'GET /searchfeed', query: () => 'q=tides', statements: 1 },
  { call: 'GET /post', query: () => `postId=${network.card}`, statements: 1 },
  { call: 'GET /chapter', query: () => `id=${network.chain}`, statements: 1 },
  { call: 'GET /subject', query: () => `subjectId=${network.subject}`, statements: 1 },
  { call: 'GET /subject', query: () => `subjectId=${network.subject}&includePosts=true`, statements: 1 },
  // The session, the selection, both parts of the feed, and one statement for each of three kinds.
  { call: 'GET /r/feed', statements: 8 },
  { call: 'GET /r/post', query: () => `postId=${network.card}`, statements: 2 },
  { call: 'GET /r/revisions', query: () => `postId=${network.ownCard}`, statements: 4 },
  { call: 'GET /r/suggestions', statements: 2 },
  { call: 'GET /r/saved', statements: 2 },
  { call: 'GET /r/chain_choices', query: () => `postId=${network.card}`, statements: 2 },
  { call: 'GET /r/remix_changes', query: () => `chapterId=${network.ownChain}`, statements: 3 },
  { call: 'GET /r/searchfeed', query: () => 'q=tides', statements: 2 },
  { call: 'GET /r/usersuggestions', statements: 2 },
  { call: 'GET /r/notices', statements: 2 },
  { call: 'PUT /r/post_like', body: (again) => ({ postId: network.card, liked: !again }), statements: 2 },
  { call: 'POST /r/comment', body: () => ({ postId: network.card, rawText: 'Well said' }), statements: 2 },
];

interface Measured {
  statements: number;
  bytes: number;
}

let requestCount = 0;
async function measure({ call, query, body }: Hot, again: boolean): Promise<Measured> {
  requestCount += 1;
  const [method = '', path = ''] = call.split(' ');
  const token = path.startsWith('/r/') ? me.token : undefined;
  // A new URL, so that no cached answer is used.
  const address = body ? path : `${path}?limit=50&n=${requestCount}&${query?.() ?? ''}`;
  const options: RequestOptions = body ? { method, token, body: body(again) } : { method, token };
  let text = '';
  const statements = await countStatements(async () => {
    const answer = await gyan.request(address, options);
    ({ text } = answer);
    expect([call, answer.status, text]).toEqual([call, 200, text]);
  });
  return { statements, bytes: text.length };
}

/** A connection and a second-degree connection with content, likes and comments, and a notice. */
async function grow(): Promise<void> {
  const { db } = gyan;
  const [friend, far] = [await makeUser(db, { role: 'kCreator' }), await makeUser(db)];
  await makeConnection(db, me.userId, friend);
  await makeConnection(db, friend, far);
  const card = await makeCard(db, { ownerId: friend, title: 'Tides', tags: ['sea'] });
  const chain = await makeChain(db, { ownerId: friend, title: 'Tides', cardIds: [card, network.card] });
  await makeSubject(db, { ownerId: friend, title: 'Tides', chainIds: [chain] });
  await db.query(sql`
    with linked as (insert into chain_cards (chain_id, card_id, rank) values (${network.chain}, ${card}, ${card}))
    update chains set card_count = card_count + 1 where id = ${network.chain}`);
  await db.query(sql`
    with linked as (insert into subject_chains (subject_id, chain_id, rank) values (${network.subject}, ${chain}, ${chain}))
    update subjects set chain_count = chain_count + 1 where id = ${network.subject}`);
  await db.query(sql`
    insert into revisions (card_id, editor_id, title, text, tags, license)
    select id, ${friend}, 'Before', text, tags, license from cards where id = ${network.ownCard}`);
  await db.query(sql`
    insert into suggestions (card_id, owner_id, card_version, title) values (${network.ownCard}, ${friend}, 1, 'Better')`);
  await db.query(sql`insert into saved_items (user_id, card_id) values (${me.userId}, ${card})`);
  await makeChain(db, { ownerId: me.userId, title: 'Tides' });
  const copy = await makeCard(db, { ownerId: me.userId, title: 'Tides, copied' });
  await db.query(sql`update cards set license = 'cc0' where id = ${card}`);
  await db.query(
    sql`update cards set remix_of = ${card}, remix_base = '{"title": "Before"}' where id = ${copy}`,
  );
  await db.query(sql`
    with linked as (insert into chain_cards (chain_id, card_id, rank) values (${network.ownChain}, ${copy}, ${copy}))
    update chains set card_count = card_count + 1 where id = ${network.ownChain}`);
  await db.query(sql`
    with liked as (insert into card_likes (card_id, user_id) values (${network.card}, ${friend})),
         said as (insert into comments (card_id, owner_id, text) values (${network.card}, ${friend}, 'Well said'))
    update cards set like_count = like_count + 1, comment_count = comment_count + 1 where id = ${network.card}`);
  const mine = await makeCard(db, { ownerId: me.userId, title: 'Tides' });
  await db.query(sql`
    with liked as (insert into card_likes (card_id, user_id) values (${mine}, ${friend}))
    update cards set like_count = like_count + 1 where id = ${mine}`);
}

const [little, much] = [new Map<Hot, Measured>(), new Map<Hot, Measured>()];

beforeAll(async () => {
  gyan = await startApp();
  me = await gyan.signedIn({ role: 'kCreator' });
  network = {
    card: await makeCard(gyan.db, { title: 'Tides' }),
    chain: await makeChain(gyan.db, { title: 'Tides' }),
    subject: await makeSubject(gyan.db, { title: 'Tides' }),
    ownCard: await makeCard(gyan.db, { ownerId: me.userId, title: 'Tides' }),
    ownChain: await makeChain(gyan.db, { ownerId: me.userId, title: 'Tides' }),
  };
  await gyan.request('/r/user', { token: me.token });
  await grow();
  for (const call of hot) little.set(call, await measure(call, false));
  for (let i = 0; i < 9; i += 1) await grow();
  for (const call of hot) much.set(call, await measure(call, true));
});
afterAll(() => gyan.close());

it.each(hot)('$call takes $statements, also with ten times as much there', (call) => {
  const [before, after] = [little.get(call), much.get(call)];
  expect(before?.statements).toBe(call.statements);
  expect(after?.statements).toBeLessThanOrEqual(call.statements);
  // Checks that the answer contains the added data.
  if (!call.body) expect(after?.bytes).toBeGreaterThan(3 * (before?.bytes ?? 0));
});
