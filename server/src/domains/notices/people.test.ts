import type { AnswerOf } from '@gyan/contract/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeConnection } from '#test/factories.ts';
import { noticeCalls, type Person } from '#test/notices.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let meera: Person;
let kofi: Person;

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
});
afterAll(() => gyan.close());

beforeEach(async () => {
  meera = await gyan.signedIn({ firstName: 'Meera', lastName: 'Rao' });
  kofi = await gyan.signedIn({ firstName: 'Kofi', lastName: 'Mensah' });
});

async function request(from: Person, body: object) {
  const answer = await gyan.request('/r/connreq', { method: 'POST', token: from.token, body });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'POST /r/connreq'>).connectionReqId;
}
const accept = (one: Person, connectionReqId: number) =>
  notices.put('/r/acceptconnreq', one, { connectionReqId });
const endRequest = (one: Person, id: number) =>
  gyan.request(`/r/connreq?connectionReqId=${id}`, { method: 'DELETE', token: one.token });

describe('a connection request', () => {
  it('is told with what is needed to accept it, until it is answered; then its sender is told', async () => {
    const id = await request(meera, { receivingUserId: kofi.userId });
    expect((await notices.list(kofi)).noticeModelVec).toMatchObject([
      {
        kind: 'connection_request',
        text: 'Meera Rao would like to connect',
        connectionReqId: id,
        href: `/conns?tab=received#request-${id}`,
        object: { kind: 'user', id: meera.userId, title: 'Meera Rao' },
      },
    ]);
    await accept(kofi, id);
    expect((await notices.list(kofi)).noticeModelVec).toEqual([]);
    expect((await notices.list(meera)).noticeModelVec).toMatchObject([
      {
        kind: 'connection_accepted',
        text: 'Kofi Mensah accepted your connection request',
        href: `/up/${kofi.userId}`,
      },
    ]);
    await gyan.request(`/r/connection?userId=${meera.userId}`, { method: 'DELETE', token: kofi.token });
    expect((await notices.list(meera)).noticeModelVec).toEqual([]);
  });

  it('is no notice any more when it is withdrawn or declined', async () => {
    for (const one of [meera, kofi]) {
      const id = await request(meera, { receivingUserId: kofi.userId });
      expect(await notices.count(kofi)).toBe(1);
      await endRequest(one, id);
      expect(await notices.count(kofi)).toBe(0);
    }
  });

  it('that crosses another accepts it', async () => {
    await request(meera, { receivingUserId: kofi.userId });
    await request(kofi, { receivingUserId: meera.userId });
    expect(await notices.texts(meera)).toEqual(['Kofi Mensah accepted your connection request']);
    expect(await notices.texts(kofi)).toEqual([]);
  });

  it('to an address is an invitation for its sender', async () => {
    const invited = await gyan.signedIn({
      firstName: 'Ana',
      lastName: 'Silva',
      email: `ana-${meera.userId}@example.org`,
    });
    await request(meera, { receivingUserEmailId: `ana-${meera.userId}@example.org` });
    const [waiting] = (await notices.list(invited)).noticeModelVec;
    expect(waiting).toMatchObject({ kind: 'connection_request', text: 'Meera Rao would like to connect' });
    await accept(invited, waiting?.connectionReqId ?? 0);
    expect((await notices.list(meera)).noticeModelVec).toMatchObject([
      { kind: 'invitation_accepted', text: 'Ana Silva accepted your invitation' },
    ]);
  });
});

describe('a muted connection', () => {
  it('does not appear in the feed, stays connected, and is listed until unmuted', async () => {
    const ana = await gyan.signedIn({ firstName: 'Ana' });
    await makeConnection(gyan.db, meera.userId, kofi.userId);
    await makeConnection(gyan.db, meera.userId, ana.userId);
    const theirs = await makeCard(gyan.db, { ownerId: kofi.userId, title: 'Of Kofi' });
    const liked = await makeCard(gyan.db, { title: 'Liked by Kofi and Ana' });
    await notices.like(kofi, liked);
    await notices.like(ana, liked);
    const feed = async () =>
      (
        (await gyan.request('/r/feed?limit=50', { token: meera.token })).body as AnswerOf<'GET /r/feed'>
      ).feedItemModelVec.flatMap((item) =>
        'postModel' in item && [theirs, liked].includes(item.postModel.id)
          ? [[item.postModel.id, item.connectionModel.userId, item.otherActorCount]]
          : [],
      );
    expect(await feed()).toEqual([
      [liked, ana.userId, 1],
      [theirs, kofi.userId, 0],
    ]);
    await notices.mute(meera, kofi);
    expect(await feed()).toEqual([[liked, ana.userId, 0]]);
    const muted = async () =>
      ((await gyan.request('/r/mutes', { token: meera.token })).body as AnswerOf<'GET /r/mutes'>)
        .userModelVec;
    expect(await muted()).toMatchObject([{ userId: kofi.userId, firstName: 'Kofi' }]);
    const connections = await gyan.request('/r/connections', { token: meera.token });
    expect((connections.body as AnswerOf<'GET /r/connections'>).connModelVec).toHaveLength(2);
    await notices.mute(meera, kofi, false);
    expect(await muted()).toEqual([]);
    expect(await feed()).toHaveLength(2);
  });
});
