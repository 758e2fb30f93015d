import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import {
  makeCard,
  makeChain,
  makeConnection,
  makeManyUsers,
  makeSubject,
  makeUser,
} from '#test/factories.ts';
import {
  deleteFeedRows,
  entryOfItem,
  keyOf,
  modelFeed,
  readFeedRows,
  withoutOthers,
} from '#test/feed-model.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { countStatements } from '#test/statements.ts';
import { deleteEnded } from './activity-queries.ts';
import { listActivity } from './private-entries.ts';

type Person = Awaited<ReturnType<TestApp['signedIn']>>;

let gyan: TestApp;
let [me, friend, otherUser]: Person[] = [];

beforeAll(async () => {
  gyan = await startApp();
  me = await gyan.signedIn({ role: 'kCreator' });
  friend = await gyan.signedIn({ role: 'kCreator' });
  otherUser = await gyan.signedIn({ role: 'kCreator' });
  await gyan.db.query(sql`insert into topics (name) values ('Light')`);
});
afterAll(() => gyan.close());
beforeEach(async () => {
  await deleteFeedRows(gyan.db);
  await connect(idOf(friend));
});

const idOf = (person: Person | undefined) => person?.userId ?? 0;
const connect = (other: number) => makeConnection(gyan.db, idOf(me), other);
const put = (path: string, person: Person | undefined, body: object, method = 'PUT') =>
  gyan.request(path, { method, token: person?.token, body });

async function feed(query = '', person = me) {
  const answer = await gyan.request(`/r/feed?${query}`, { token: person?.token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/feed'].answer.parse(answer.body);
}
const entries = async (query = '') => (await feed(query)).feedItemModelVec.map(entryOfItem);
const marksOf = (content: string) => async () => {
  const found = (await entries()).find((entry) => entry.content === content);
  return (
    found &&
    `${found.type} by ${found.by === idOf(friend) ? 'friend' : found.by === idOf(me) ? 'me' : 'owner'}`
  );
};

describe('what a connection does', () => {
  it('is told with its latest activity, and no longer when it is taken back', async () => {
    const card = await makeCard(gyan.db, { ownerId: idOf(otherUser), score: -1 });
    const newer = await makeCard(gyan.db, { ownerId: idOf(friend) });
    const marks = marksOf(keyOf('card', card));
    expect(await entries()).toMatchObject([
      { content: keyOf('card', newer) },
      { content: keyOf('card', card) },
    ]);

    await put('/r/post_like', friend, { postId: card, liked: true });
    expect(await entries()).toMatchObject([
      { content: keyOf('card', card) },
      { content: keyOf('card', newer) },
    ]);
    expect(await marks()).toBe('kPostLike by friend');

    const ids: number[] = [];
    for (const rawText of ['One', 'Two']) {
      const comment = await put('/r/comment', friend, { postId: card, rawText }, 'POST');
      ids.push(calls['POST /r/comment'].answer.parse(comment.body).commentModel.id);
      expect(await marks()).toBe('kPostComment by friend');
    }
    await put('/r/post_like', friend, { postId: newer, liked: true });
    expect((await entries())[0]).toMatchObject({ content: keyOf('card', newer), type: 'kPostLike' });

    for (const id of ids.toReversed()) {
      expect(await marks()).toBe('kPostComment by friend');
      await gyan.request(`/r/comment?commentId=${id}`, { method: 'DELETE', token: friend?.token });
    }
    expect(await marks()).toBe('kPostLike by friend');
    await put('/r/post_like', friend, { postId: card, liked: false });
    expect(await marks()).toBe('kPostCreate by owner');
    await gyan.request(`/r/post?postId=${card}`, { method: 'DELETE', token: otherUser?.token });
    expect(await marks()).toBeUndefined();
    expect(
      await brokenInvariants(gyan.db, ['a score follows its counts', 'a person counts their connections']),
    ).toEqual([]);
  });

  it('comes with who did it, when, what I like and what I may do', async () => {
    const at = { createdAt: new Date('2026-01-01'), score: -1 };
    const card = await makeCard(gyan.db, { ownerId: idOf(me), ...at });
    const chain = await makeChain(gyan.db, { ownerId: idOf(otherUser), cardIds: [card], ...at });
    const subject = await makeSubject(gyan.db, { ownerId: idOf(otherUser), chainIds: [chain], ...at });
    for (const [path, body] of [
      ['/r/post_like', { postId: card }],
      ['/r/chapter_like', { chapterId: chain }],
      ['/r/subject_like', { subjectId: subject }],
    ] as const) {
      await put(path, me, { ...body, liked: true });
      await put(path, friend, { ...body, liked: true });
    }
    const { feedItemModelVec } = await feed();
    const mine = { likedByViewer: true, can: { edit: true, delete: true } };
    const notMine = { likedByViewer: true, can: { edit: false, rate: false, like: true } };
    expect(feedItemModelVec).toMatchObject([
      { feedItemType: 'kSubjectLike', subjectModel: { id: subject, ...notMine } },
      { feedItemType: 'kChapterLike', chapterModel: { id: chain, ...notMine } },
      { feedItemType: 'kPostLike', postModel: { id: card, ...mine } },
    ]);
    for (const item of feedItemModelVec) {
      expect(item.connectionModel.userId).toBe(idOf(friend));
      expect(Math.abs(item.createdAt / 1e6 - Date.now())).toBeLessThan(60_000);
    }
  });
});

describe('what I do myself', () => {
  it('is no news unless I made it', async () => {
    const mine = await makeCard(gyan.db, { ownerId: idOf(me), score: -3 });
    const ofFriend = await makeCard(gyan.db, { ownerId: idOf(friend), score: -2 });
    const unknown = await makeCard(gyan.db, { ownerId: idOf(otherUser), score: -1 });
    const before = await entries();
    expect(before.map(({ content, type }) => `${content} ${type}`)).toEqual(
      [ofFriend, mine, unknown].map((card) => `${keyOf('card', card)} kPostCreate`),
    );
    for (const postId of [mine, ofFriend, unknown]) {
      await put('/r/post_like', me, { postId, liked: true });
      await put('/r/comment', me, { postId, rawText: 'Good to know' }, 'POST');
    }
    expect(await entries()).toEqual(before);
    const { nextCursor } = await feed('limit=1');
    expect(await entries(`cursor=${nextCursor}`)).toEqual(before.slice(1));
  });
});

describe('the same activity of several connections', () => {
  it('is one entry that names the latest three and counts all', async () => {
    const card = await makeCard(gyan.db, { ownerId: idOf(otherUser) });
    const likers: Person[] = [];
    for (let n = 0; n < 4; n += 1) {
      const liker = await gyan.signedIn();
      await connect(liker.userId);
      likers.unshift(liker);
    }
    const notConnected = await gyan.signedIn();
    for (const person of [friend, ...likers.toReversed(), notConnected, me])
      await put('/r/post_like', person, { postId: card, liked: true });
    await put('/r/comment', friend, { postId: card, rawText: 'Words' }, 'POST');

    const told = async () => (await feed('limit=1')).feedItemModelVec[0];
    expect(await told()).toMatchObject({
      feedItemType: 'kPostComment',
      connectionModel: { userId: idOf(friend) },
      otherActorVec: [],
      otherActorCount: 0,
    });
    const comments = await gyan.request(`/comments?postId=${card}`);
    const [comment] = calls['GET /comments'].answer.parse(comments.body).commentModelVec;
    await gyan.request(`/r/comment?commentId=${comment?.id}`, { method: 'DELETE', token: friend?.token });

    const relation = { connected: true, sentConnRequest: false, receivedConnRequest: false };
    const [latest, second, third, fourth] = likers;
    expect(await told()).toMatchObject({
      feedItemType: 'kPostLike',
      connectionModel: { userId: idOf(latest), ...relation },
      otherActorVec: [
        { userId: idOf(second), ...relation },
        { userId: idOf(third), ...relation },
      ],
      otherActorCount: 4,
    });

    await put('/r/post_like', second, { postId: card, liked: false });
    await put('/r/block', third, { userId: idOf(me), blocked: true });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${idOf(friend)}`);
    expect(await told()).toMatchObject({
      connectionModel: { userId: idOf(latest) },
      otherActorVec: [{ userId: idOf(fourth) }],
      otherActorCount: 1,
    });
  });
});

describe('a card of my topics', () => {
  it('takes part from the start, and comes back once when it is marked great', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    await gyan.db.query(sql`insert into user_topics (user_id, topic_id, rank) values (${idOf(me)}, 1, 1)`);
    const [first, second] = [
      await makeCard(gyan.db, { ownerId: idOf(otherUser), score: -1 }),
      await makeCard(gyan.db, { ownerId: idOf(otherUser), score: -2 }),
    ];
    await gyan.db.query(
      sql`insert into card_topics (topic_id, card_id) values (1, ${first}), (1, ${second})`,
    );
    const order = async () => (await entries()).map(({ content }) => content);
    const [early, later] = [keyOf('card', first), keyOf('card', second)];
    const rate = (postId: number, quality: string) => put('/r/post_quality', admin, { postId, quality });
    expect(await order()).toEqual([later, early]);
    await rate(first, 'kQualityGreat');
    expect(await order()).toEqual([early, later]);
    await rate(second, 'kQualityGreat');
    expect(await order()).toEqual([later, early]);
    await rate(first, 'kQualityRegular');
    await rate(first, 'kQualityGreat');
    expect(await order()).toEqual([later, early]);
    const [, shown] = (await feed()).feedItemModelVec;
    expect(shown).toMatchObject({
      feedItemType: 'kPostCreate',
      connectionModel: { userId: idOf(otherUser) },
    });
    expect(shown && 'postModel' in shown && shown.createdAt === shown.postModel.createdAt).toBe(true);
  });
});

describe('people I do not want to see, or who leave', () => {
  it('appear neither as owners nor as those who did something', async () => {
    const card = await makeCard(gyan.db, { ownerId: idOf(otherUser), score: 5 });
    const other = await makeCard(gyan.db, { ownerId: await makeUser(gyan.db), score: 4 });
    await put('/r/post_like', friend, { postId: card, liked: true });
    await put('/r/post_like', friend, { postId: other, liked: true });
    await put('/r/block', otherUser, { userId: idOf(me), blocked: true });
    expect(await entries()).toMatchObject([{ content: keyOf('card', other), by: idOf(friend) }]);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${idOf(friend)}`);
    const [only, ...more] = await entries();
    expect(only).toMatchObject({ content: keyOf('card', other), type: 'kPostCreate' });
    expect(only?.by).not.toBe(idOf(friend));
    expect(more).toEqual([]);
  });
});

describe('somebody with many connections', () => {
  it('gets what a plain reading of the rows says, from a few statements', async () => {
    const open = () => feed('limit=5');
    expect(await countStatements(open)).toBe(4);
    const others: number[] = [];
    for (let n = 0; n < 70; n += 1) others.push(await makeUser(gyan.db));
    for (const other of others) await connect(other);
    const cards: number[] = [];
    for (let n = 0; n < 12; n += 1)
      cards.push(await makeCard(gyan.db, { ownerId: others[n] ?? 0, score: n }));
    await makeCard(gyan.db, { ownerId: idOf(otherUser), score: 50 });
    await gyan.db.query(sql`
      insert into card_likes (card_id, user_id, created_at)
      select card_id, user_id, now() - (card_id * 7 + user_id * 3) % 50 * interval '1 minute'
      from unnest(${cards}::bigint[]) as card_id, unnest(${others}::bigint[]) as user_id
      where (card_id + user_id) % 3 = 0`);
    const { own, rest } = modelFeed(await readFeedRows(gyan.db), idOf(me), 'best');
    const received: Awaited<ReturnType<typeof entries>> = [];
    let cursor: string | null | undefined;
    do {
      const page = await feed(`limit=5${cursor ? `&cursor=${cursor}` : ''}`);
      received.push(...page.feedItemModelVec.map(entryOfItem));
      cursor = page.nextCursor;
    } while (cursor);
    expect(received).toEqual([...own, ...rest]);
    expect(received[0]).toMatchObject({
      type: 'kPostLike',
      others: [expect.any(Number), expect.any(Number)],
    });
    expect(received).toHaveLength(13);
    expect(await countStatements(open)).toBe(5);

    // With this many other users the feed is read by stream instead of by age.
    await makeManyUsers(gyan.db, 4000);
    for (const limit of [1, 2, 3, 5, 8, 12]) {
      const { feedItemModelVec } = await feed(`limit=${limit}`);
      expect(feedItemModelVec.map(entryOfItem)).toEqual(received.slice(0, limit));
    }
    expect(await countStatements(open)).toBe(6);

    // Likes that were removed are not shown.
    await gyan.db.query(sql`delete from card_likes where card_id = any (${cards.slice(0, 8)}::bigint[])`);
    const fewer = modelFeed(await readFeedRows(gyan.db), idOf(me), 'best');
    for (const limit of [1, 2, 3, 5, 8, 12]) {
      const { feedItemModelVec } = await feed(`limit=${limit}`);
      expect(feedItemModelVec.map(entryOfItem)).toEqual([...fewer.own, ...fewer.rest].slice(0, limit));
    }

    // More activity than one read covers does not change the result.
    const many = await Promise.all(
      Array.from({ length: 8 }, () => makeCard(gyan.db, { ownerId: idOf(otherUser), score: 1 })),
    );
    await gyan.db.query(sql`
      insert into card_likes (card_id, user_id)
      select card_id, user_id from unnest(${many}::bigint[]) as card_id, unnest(${others}::bigint[]) as user_id`);
    const more = modelFeed(await readFeedRows(gyan.db), idOf(me), 'best');
    for (const limit of [1, 2, 3, 5]) {
      const { feedItemModelVec } = await feed(`limit=${limit}`);
      expect(withoutOthers(feedItemModelVec.map(entryOfItem))).toEqual(
        withoutOthers(more.own.slice(0, limit)),
      );
    }
  });
});

describe('a later page', () => {
  /** Cards of a stranger liked by a friend, newest first, and the first page of one entry. */
  async function likedByFriend(amount: number) {
    const cards: number[] = [];
    for (let n = 0; n < amount; n += 1) {
      cards.unshift(await makeCard(gyan.db, { ownerId: idOf(otherUser), score: -1 }));
      await put('/r/post_like', friend, { postId: cards[0], liked: true });
    }
    const { feedItemModelVec, nextCursor } = await feed('limit=1');
    expect(feedItemModelVec.map(entryOfItem)).toMatchObject([{ content: keyOf('card', cards[0] ?? 0) }]);
    return { cards, rest: () => entries(`cursor=${nextCursor}`) };
  }
  const entryOf = (card: number | undefined, type: string, person: Person | undefined) => ({
    content: keyOf('card', card ?? 0),
    type,
    by: idOf(person),
    others: [],
    otherCount: 0,
  });

  it('shows what was taken back since as a creation, in its old place', async () => {
    const { cards, rest } = await likedByFriend(3);
    await put('/r/post_like', friend, { postId: cards[0], liked: false });
    await put('/r/post_like', friend, { postId: cards[1], liked: false });
    expect(await rest()).toEqual([
      entryOf(cards[1], 'kPostCreate', otherUser),
      entryOf(cards[2], 'kPostLike', friend),
    ]);
  });

  it('shows what moved up since in its old place, as it is', async () => {
    const { cards, rest } = await likedByFriend(3);
    await put('/r/comment', friend, { postId: cards[2], rawText: 'One' }, 'POST');
    const later = await feed('limit=1');
    expect(later.feedItemModelVec.map(entryOfItem)).toEqual([entryOf(cards[2], 'kPostComment', friend)]);
    await put('/r/comment', friend, { postId: cards[1], rawText: 'Two' }, 'POST');
    await put('/r/comment', friend, { postId: cards[2], rawText: 'Three' }, 'POST');
    expect(await rest()).toEqual([
      entryOf(cards[1], 'kPostLike', friend),
      entryOf(cards[2], 'kPostLike', friend),
    ]);
    expect(await entries(`cursor=${later.nextCursor}`)).toEqual([
      entryOf(cards[0], 'kPostLike', friend),
      entryOf(cards[1], 'kPostLike', friend),
    ]);
  });

  it('shows nothing of a user who blocked me since', async () => {
    const { rest } = await likedByFriend(3);
    await put('/r/block', otherUser, { userId: idOf(me), blocked: true });
    expect(await rest()).toEqual([]);
  });

  it('goes on in a database that was restored on a server with lower transaction numbers', async () => {
    const { cards } = await likedByFriend(3);
    await gyan.db.query(sql`update activity set begun_xid = '99999999999'`);
    const { nextCursor } = await feed('limit=1');
    expect(await entries(`cursor=${nextCursor}`)).toEqual([
      entryOf(cards[1], 'kPostLike', friend),
      entryOf(cards[2], 'kPostLike', friend),
    ]);
  });
});

it('keeps what was taken back for a day', async () => {
  const card = await makeCard(gyan.db, { ownerId: idOf(otherUser) });
  await put('/r/post_like', friend, { postId: card, liked: true });
  await put('/r/post_like', friend, { postId: card, liked: false });
  const ended = () => gyan.db.query(sql`select act from activity where ended_xid is not null`);
  await deleteEnded(gyan.db);
  expect(await ended()).toEqual([{ act: 'like' }]);
  await gyan.db.query(
    sql`update activity set ended_at = ended_at - interval '1 day' where ended_xid is not null`,
  );
  await deleteEnded(gyan.db);
  expect(await ended()).toEqual([]);
});

it('is for members only, and takes no cursor that it did not give', async () => {
  expect((await gyan.request('/r/feed')).status).toBe(401);
  const token = me?.token;
  for (let n = 0; n < 4; n += 1)
    await makeCard(gyan.db, { ownerId: idOf(n % 2 ? friend : otherUser), score: n });
  const cursorOf = async (query: string) => (await feed(query)).nextCursor ?? '';
  const given = [
    await cursorOf('limit=1'),
    await cursorOf('limit=3'),
    await cursorOf('limit=3&recency=true'),
  ];
  for (const [cursor, recency, status] of [
    [given[0], false, 200],
    [given[0], true, 200],
    [given[1], false, 200],
    [given[2], true, 200],
    [given[1], true, 400],
    [given[2], false, 400],
  ] as const) {
    expect((await gyan.request(`/r/feed?cursor=${cursor}&recency=${recency}`, { token })).status).toBe(
      status,
    );
  }
  for (const text of [
    'activity,1,true,card,1',
    'activity,1,true,card,1,5:6',
    'activity,1,true,card,1,5:6:5:',
    'activity,1,true,card,1,0:6:',
    'activity,1,true,card,1,7:6:',
    'activity,1,true,card,1,5:6:6',
    'activity,1,true,card,1,5:9:4',
    'activity,1,true,card,1,5:9:7,6',
    'activity,1,true,card,1,5:9:5,',
    'activity,1.5,true,card,1,5:6:',
    'activity,1,maybe,card,1,5:6:',
    'activity,1,true,person,1,5:6:',
    'activity,1,true,card,-1,5:6:',
    'activity,99999999999999999999,true,card,1,5:6:',
    'best,Infinity,,card,1,5:6:',
    'best,1e-400,,card,1,5:6:',
    'newest,1.5,,card,1,5:6:',
    'worst,1,,card,1,5:6:',
    "activity,1,true,card,1,5:6:'",
  ]) {
    const cursor = Buffer.from(text).toString('base64url');
    for (const recency of [true, false]) {
      expect((await gyan.request(`/r/feed?cursor=${cursor}&recency=${recency}`, { token })).status).toBe(400);
    }
  }
});

it('is read without an error by an account that is erased at the same moment', async () => {
  const viewer = {
    userId: 9_999_999,
    role: 'kRegular',
    emailVerified: true,
    sessionId: 1,
    signedInAt: new Date(),
  } as const;
  const { asOf, entries } = await listActivity(gyan.db, viewer, { needed: 28 });
  expect(entries).toEqual([]);
  expect(asOf).toMatch(/^\d+:\d+:/);
});
