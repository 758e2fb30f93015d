import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { ConnReqModel } from '@gyan/contract/connections.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

type Person = Awaited<ReturnType<TestApp['signedIn']>> & { email: string };

let count = 0;
async function join(fields: Parameters<TestApp['signedIn']>[0] = {}): Promise<Person> {
  count += 1;
  const email = fields.email ?? `member-${count}@example.org`;
  return { ...(await gyan.signedIn({ ...fields, email })), email };
}

async function requestConnection(from: Person, to: Person | { userId: number }) {
  const answer = await gyan.request('/r/connreq', {
    method: 'POST',
    token: from.token,
    body: { receivingUserId: to.userId },
  });
  return { status: answer.status, body: answer.body as AnswerOf<'POST /r/connreq'> & { code?: string } };
}

async function accept(person: Person, request: number | string) {
  const answer = await gyan.request('/r/acceptconnreq', {
    method: 'PUT',
    token: person.token,
    body: { connectionReqId: request },
  });
  return { status: answer.status, body: answer.body as AnswerOf<'PUT /r/acceptconnreq'> & { code?: string } };
}

const end = async (person: Person, request: number) =>
  (
    await gyan.request(`/r/connreq?connectionReqId=${request}`, {
      method: 'DELETE',
      token: person.token,
    })
  ).status;

const disconnect = async (person: Person, other: Person) =>
  (await gyan.request(`/r/connection?userId=${other.userId}`, { method: 'DELETE', token: person.token }))
    .status;

async function connections(person: Person, page = ''): Promise<AnswerOf<'GET /r/connections'>> {
  const answer = await gyan.request(`/r/connections${page}`, { token: person.token });
  return calls['GET /r/connections'].answer.parse(answer.body);
}

async function requests(person: Person, which: 'rcvd' | 'sent'): Promise<ConnReqModel[]> {
  const answer = await gyan.request(`/r/${which}connreqs`, { token: person.token });
  return calls[`GET /r/${which}connreqs`].answer.parse(answer.body).connReqModelVec;
}

async function viewUser(viewer: Person, person: Person): Promise<UserModel> {
  const answer = await gyan.request(`/r/user?userId=${person.userId}`, { token: viewer.token });
  return (answer.body as AnswerOf<'GET /r/user'>).userModel;
}

const nothing = { connected: false, sentConnRequest: false, receivedConnRequest: false };

describe('two people', () => {
  let [asha, ravi]: [Person, Person] = [] as never;
  beforeEach(async () => {
    [asha, ravi] = [await join({ firstName: 'Asha' }), await join({ firstName: 'Ravi' })];
  });

  it('become connected by asking and accepting, and each side sees every step', async () => {
    expect(await viewUser(asha, ravi)).toMatchObject(nothing);
    const answer = await requestConnection(asha, ravi);
    const { connectionReqId } = answer.body;
    expect(answer).toEqual({ status: 200, body: { connectionReqId, sentConnRequest: true } });
    expect(await viewUser(asha, ravi)).toMatchObject({ ...nothing, sentConnRequest: true, connectionReqId });
    expect(await viewUser(ravi, asha)).toMatchObject({
      ...nothing,
      receivedConnRequest: true,
      connectionReqId,
    });
    expect(await requests(asha, 'sent')).toMatchObject([
      { userModel: { userId: ravi.userId }, connectionReqId },
    ]);
    expect(await requests(ravi, 'rcvd')).toMatchObject([
      { userModel: { userId: asha.userId }, connectionReqId },
    ]);

    const accepted = await accept(ravi, connectionReqId);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      sendingUserModel: { userId: asha.userId, connected: true },
      receivingUserModel: { userId: ravi.userId },
    });
    for (const [one, other] of [
      [asha, ravi],
      [ravi, asha],
    ] as const) {
      expect(await viewUser(one, other)).toMatchObject({ ...nothing, connected: true });
      expect((await connections(one)).connModelVec).toMatchObject([
        { connectionModel: { userId: other.userId, connected: true } },
      ]);
      expect([...(await requests(one, 'sent')), ...(await requests(one, 'rcvd'))]).toEqual([]);
    }
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('are connected at once when both ask', async () => {
    const first = await requestConnection(asha, ravi);
    expect(await requestConnection(ravi, asha)).toEqual({
      status: 200,
      body: { connectionReqId: first.body.connectionReqId, connected: true },
    });
    expect(await viewUser(asha, ravi)).toMatchObject({ ...nothing, connected: true });
    expect(await emailsTo(gyan.db, asha.email)).toEqual([]);
  });

  it('ask and accept twice as once, also when they are connected already', async () => {
    const { connectionReqId } = (await requestConnection(asha, ravi)).body;
    expect((await requestConnection(asha, ravi)).body).toEqual({ connectionReqId, sentConnRequest: true });
    for (const _ of [1, 2, 3]) expect((await accept(ravi, connectionReqId)).status).toBe(200);
    for (const one of [asha, ravi]) {
      const other = one === asha ? ravi : asha;
      expect((await requestConnection(one, other)).body).toEqual({ connectionReqId, connected: true });
    }
    expect((await emailsTo(gyan.db, ravi.email)).map((message) => message.kind)).toEqual([
      'connection-request',
    ]);
    // The sender is told by a notice.
    expect(await emailsTo(gyan.db, asha.email)).toEqual([]);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('withdraw and decline without the other being told, and may ask again', async () => {
    for (const ending of [asha, ravi]) {
      const { connectionReqId } = (await requestConnection(asha, ravi)).body;
      expect(await end(ending, connectionReqId)).toBe(200);
      expect(await end(ending, connectionReqId)).toBe(404);
      expect((await accept(ravi, connectionReqId)).status).toBe(404);
      expect(await viewUser(asha, ravi)).toMatchObject(nothing);
      expect([...(await requests(asha, 'sent')), ...(await requests(ravi, 'rcvd'))]).toEqual([]);
    }
    expect(await emailsTo(gyan.db, asha.email)).toEqual([]);
  });

  it('end a connection from either side', async () => {
    for (const ending of [asha, ravi]) {
      const other = ending === asha ? ravi : asha;
      const { connectionReqId } = (await requestConnection(asha, ravi)).body;
      await accept(ravi, connectionReqId);
      expect(await disconnect(ending, other)).toBe(200);
      expect(await disconnect(ending, other)).toBe(404);
      expect(await viewUser(asha, ravi)).toMatchObject(nothing);
      expect((await accept(ravi, connectionReqId)).status).toBe(404);
    }
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('have a request that is nobody else’s business', async () => {
    const otherUser = await join();
    const { connectionReqId } = (await requestConnection(asha, ravi)).body;
    expect((await accept(otherUser, connectionReqId)).status).toBe(404);
    expect((await accept(asha, connectionReqId)).status).toBe(404);
    expect(await end(otherUser, connectionReqId)).toBe(404);
    expect(await viewUser(ravi, asha)).toMatchObject({ receivedConnRequest: true });
  });

  it('accept by the link of the e-mail: the one it went to, once and again, and nobody else', async () => {
    const otherUser = await join();
    await requestConnection(asha, ravi);
    const { token, text } = await emailTo(gyan.db, ravi.email, 'connection-request');
    expect(text).toContain('/acr?t=');
    for (const other of [otherUser, asha]) {
      expect(await accept(other, token)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    }
    for (const _ of [1, 2]) {
      expect(await accept(ravi, token)).toMatchObject({
        status: 200,
        body: { sendingUserModel: { userId: asha.userId, connected: true } },
      });
    }
    expect((await accept(otherUser, token)).status).toBe(400);
    await disconnect(ravi, asha);
    expect((await accept(ravi, token)).status).toBe(400);
  });

  it('cannot use a link that has run out, though the request still waits', async () => {
    const { connectionReqId } = (await requestConnection(asha, ravi)).body;
    const { token } = await emailTo(gyan.db, ravi.email, 'connection-request');
    await gyan.db.query(sql`update connection_requests set expires_at = now() where id = ${connectionReqId}`);
    expect((await accept(ravi, token)).body.code).toBe('token_invalid');
    expect((await accept(ravi, connectionReqId)).status).toBe(200);
  });
});

it('nobody asks themselves, somebody who leaves, is not verified, blocked, or was never there', async () => {
  const me = await join();
  const [deletedUser, unverified, blocker] = [await join(), await join({ verified: false }), await join()];
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser.userId}`);
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${blocker.userId}, ${me.userId})`);
  expect((await requestConnection(me, me)).status).toBe(409);
  for (const other of [deletedUser, unverified, blocker, { userId: 999_999_999 }]) {
    expect((await requestConnection(me, other)).status).toBe(404);
  }
  expect((await gyan.request('/r/connreq', { method: 'POST', token: me.token, body: {} })).status).toBe(400);
});

it('somebody who leaves takes their requests and connections out of sight, and back', async () => {
  const [me, friend, sender, answer] = [await join(), await join(), await join(), await join()];
  const { connectionReqId } = (await requestConnection(friend, me)).body;
  await accept(me, connectionReqId);
  const open = (await requestConnection(sender, me)).body.connectionReqId;
  await requestConnection(me, answer);
  const setLeaving = (at: 'now()' | 'null') =>
    gyan.db.query({
      name: '',
      text: `update users set leaving_at = ${at} where id = any ($1)`,
      values: [[friend.userId, sender.userId, answer.userId]],
    });
  const lists = async () => [
    (await connections(me)).connModelVec.length,
    (await requests(me, 'rcvd')).length,
    (await requests(me, 'sent')).length,
  ];
  await setLeaving('now()');
  expect(await lists()).toEqual([0, 0, 0]);
  expect((await accept(me, open)).status).toBe(404);
  // Accepting again would return the user who is leaving.
  expect((await accept(me, connectionReqId)).status).toBe(404);
  expect(await disconnect(me, friend)).toBe(404);
  await setLeaving('null');
  expect(await lists()).toEqual([1, 1, 1]);
});

it('a connection has both its sides, or none', async () => {
  const [one, other] = [await join(), await join()];
  const half = gyan.db.query(
    sql`insert into connections (user_id, other_id) values (${one.userId}, ${other.userId})`,
  );
  await expect(half).rejects.toThrow('connections_go_both_ways');
});

it('lists come newest first, page by page, one statement a page however long', async () => {
  const me = await join();
  const friends: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const friend = await join();
    await accept(me, (await requestConnection(friend, me)).body.connectionReqId);
    friends.unshift(friend.userId);
  }
  const listed: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await connections(me, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    listed.push(...page.connModelVec.map((item) => item.connectionModel.userId));
    cursor = page.nextCursor;
  } while (cursor);
  expect(listed).toEqual(friends);
  expect(await countStatements(() => connections(me))).toBe(2);
  expect(await countStatements(() => requests(me, 'rcvd'))).toBe(2);
});

it('who asks again and again writes three e-mails a day at the most, and fifty to all', async () => {
  const limited = await startApp({ rateLimits: true });
  try {
    const [one, other] = [
      await limited.signedIn(),
      await limited.signedIn({ email: 'pestered@example.org' }),
    ];
    for (let i = 0; i < 5; i += 1) {
      const answer = await limited.request('/r/connreq', {
        method: 'POST',
        token: one.token,
        body: { receivingUserId: other.userId },
      });
      const { connectionReqId } = answer.body as AnswerOf<'POST /r/connreq'>;
      const ended = await limited.request(`/r/connreq?connectionReqId=${connectionReqId}`, {
        method: 'DELETE',
        token: one.token,
      });
      expect([answer.status, ended.status]).toEqual([200, 200]);
    }
    expect(await emailsTo(limited.db, 'pestered@example.org')).toHaveLength(3);
    // Above the daily e-mail limit requests are made without an e-mail.
    await limited.db.query(sql`
      update rate_limits set points = 50 where key = ${`invitations:userDaily:${one.userId} by name`}`);
    const last = await limited.signedIn({ email: 'fifty-first@example.org' });
    const answer = await limited.request('/r/connreq', {
      method: 'POST',
      token: one.token,
      body: { receivingUserId: last.userId },
    });
    expect(answer.body).toMatchObject({ sentConnRequest: true });
    expect(await emailsTo(limited.db, 'fifty-first@example.org')).toEqual([]);
  } finally {
    await limited.close();
  }
});

it('leaves one truth when asking, accepting, withdrawing, ending and blocking race', async () => {
  const people = [await join(), await join(), await join()] as const;
  const known: number[] = [];
  const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
  const pair = () => {
    const one = pick(people);
    return [one, pick(people.filter((person) => person !== one))] as const;
  };
  const actions = [
    async () => {
      const { status, body } = await requestConnection(...pair());
      if (status === 200) known.push(body.connectionReqId);
      return status;
    },
    async () => (await accept(pick(people), known.at(-1) ?? 1)).status,
    async () => (await accept(pick(people), pick(known) ?? 1)).status,
    () => end(pick(people), known.at(-1) ?? 1),
    () => disconnect(...pair()),
    async () => {
      const [one, other] = pair();
      const body = { userId: other.userId, blocked: Math.random() < 0.3 };
      return (await gyan.request('/r/block', { method: 'PUT', token: one.token, body })).status;
    },
  ];
  for (let round = 0; round < 25; round += 1) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => pick(Math.random() < 0.4 ? actions.slice(0, 1) : actions)()),
    );
    for (const status of statuses) expect([200, 404]).toContain(status);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  }
});

it('connects both when two people ask each other in the same moment, every time', async () => {
  for (let i = 0; i < 10; i += 1) {
    const [one, other] = [await join(), await join()];
    const answers = await Promise.all([
      requestConnection(one, other),
      requestConnection(other, one),
      requestConnection(one, other),
      requestConnection(other, one),
    ]);
    expect(new Set(answers.map(({ body }) => body.connectionReqId)).size).toBe(1);
    expect(await viewUser(one, other)).toMatchObject({ ...nothing, connected: true });
  }
  expect(await brokenInvariants(gyan.db)).toEqual([]);
});
