import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject, makeUser } from '#test/factories.ts';

let gyan: TestApp;
let me: { userId: number; token: string };
const content = { card: 0, chain: 0, subject: 0 };
/** The relation of each maker to me. */
const relations = new Map<number, object>();

interface Person {
  userId: number;
}

/** Every user in an answer, wherever they stand. */
function* peopleIn(value: unknown): Generator<Person> {
  if (typeof value !== 'object' || value === null) return;
  if ('userId' in value) yield value as Person;
  for (const part of Object.values(value)) yield* peopleIn(part);
}

const relationOf = (person: object) =>
  Object.fromEntries(
    ['connected', 'sentConnRequest', 'receivedConnRequest', 'connectionReqId']
      .filter((name) => name in person)
      .map((name) => [name, (person as Record<string, unknown>)[name]]),
  );

const none = { connected: false, sentConnRequest: false, receivedConnRequest: false };

async function makeRequest(sender: number, receiver: number, email: string | null = null): Promise<number> {
  const [row] = await gyan.db.query<{ id: number }>(sql`
    insert into connection_requests (sender_id, receiver_id, email, expires_at)
    values (${sender}, ${receiver}, ${email}, now() + interval '1 day')
    returning id`);
  return row?.id ?? 0;
}

beforeAll(async () => {
  gyan = await startApp();
  const { db } = gyan;
  me = await gyan.signedIn({ role: 'kCreator' });
  const [stranger, friend, asked, asking, invited] = [
    await makeUser(db, { role: 'kCreator' }),
    await makeUser(db, { role: 'kCreator' }),
    await makeUser(db, { role: 'kCreator' }),
    await makeUser(db, { role: 'kCreator' }),
    await makeUser(db, { role: 'kCreator' }),
  ];
  await makeConnection(db, me.userId, friend);
  relations.set(me.userId, {});
  relations.set(stranger, none);
  relations.set(friend, { ...none, connected: true });
  const sent = await makeRequest(me.userId, asked);
  relations.set(asked, { ...none, sentConnRequest: true, connectionReqId: sent });
  const received = await makeRequest(asking, me.userId);
  relations.set(asking, { ...none, receivedConnRequest: true, connectionReqId: received });
  await makeRequest(me.userId, invited, 'known@example.org');
  relations.set(invited, none);
  const makers = [...relations.keys()];
  const cards: number[] = [];
  for (const ownerId of makers) cards.push(await makeCard(db, { ownerId, title: 'Tides' }));
  const chains: number[] = [];
  for (const ownerId of makers) chains.push(await makeChain(db, { ownerId, title: 'Tides', cardIds: cards }));
  const subjects: number[] = [];
  for (const ownerId of makers)
    subjects.push(await makeSubject(db, { ownerId, title: 'Tides', chainIds: chains }));
  for (const by of makers)
    await db.query(sql`insert into comments (card_id, owner_id, text) values (${cards[0]}, ${by}, 'Words')`);
  Object.assign(content, { card: cards[0], chain: chains[0], subject: subjects[0] });
});
afterAll(() => gyan.close());

const calls = [
  () => `post?postId=${content.card}`,
  () => `comments?postId=${content.card}`,
  () => 'posts?trending=true',
  () => `chapter?id=${content.chain}`,
  () => 'chapters?trending=true',
  () => `subject?subjectId=${content.subject}`,
  () => `subject?subjectId=${content.subject}&includePosts=true`,
  () => 'subjects?trending=true',
  () => 'feed?limit=50',
  () => 'searchfeed?q=tides&types=post,chapter,subject',
  () => `user_profile?id=${me.userId}`,
];

it.each(calls)('every maker and actor in an answer has their relation to me (%#)', async (call) => {
  const answer = await gyan.request(`/r/${call()}`, { token: me.token });
  expect(answer.status, answer.text).toBe(200);
  const people = [...peopleIn(answer.body)];
  expect(people.length).toBeGreaterThan(0);
  for (const person of people)
    expect([person.userId, relationOf(person)]).toEqual([person.userId, relations.get(person.userId)]);
});

it('is not empty for anybody: the lists contain every maker', async () => {
  for (const call of [
    'posts?trending=true',
    'chapters?trending=true',
    'subjects?trending=true',
    'feed?limit=50',
  ]) {
    const { body } = await gyan.request(`/r/${call}`, { token: me.token });
    expect([call, new Set([...peopleIn(body)].map(({ userId }) => userId))]).toEqual([
      call,
      new Set(relations.keys()),
    ]);
  }
});

it.each(calls)('a visitor gets no relation (%#)', async (call) => {
  const answer = await gyan.request(`/${call()}`);
  expect(answer.status, answer.text).toBe(200);
  for (const person of peopleIn(answer.body)) expect(relationOf(person)).toEqual({});
});

it('the maker of a card that I write or edit is me, without a relation', async () => {
  const answer = await gyan.request('/r/comment', {
    method: 'POST',
    token: me.token,
    body: { postId: content.card, rawText: 'Mine' },
  });
  expect([...peopleIn(answer.body)].map(relationOf)).toEqual([{}]);
});
