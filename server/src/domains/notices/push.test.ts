import { calls } from '@gyan/contract/calls.ts';
import { noticeKinds } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueToken } from '#domains/auth/actions.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';
import { linking } from '#test/lists.ts';
import { noticeCalls, type Person } from '#test/notices.ts';
import { startPushService, type TestPushService } from '#test/push-service.ts';
import { type Push, sendPush } from './push.ts';
import { getPushKeys } from './push-keys.ts';
import { tell } from './tell.ts';

let gyan: TestApp;
let service: TestPushService;
let notices: ReturnType<typeof noticeCalls>;
let olu: Person;
let meera: Person;
let card: number;

beforeAll(async () => {
  service = await startPushService();
  gyan = await startApp({ pushHosts: ['127.0.0.1'], operatorEmail: 'care@gyan.example' });
  notices = noticeCalls(gyan);
});
afterAll(async () => {
  await gyan.close();
  await service.stop();
});
beforeEach(async () => {
  service.mode = 201;
  service.requests = [];
  service.received = [];
  await gyan.db.query(sql`delete from graphile_worker._private_jobs`);
  olu = await gyan.signedIn({ firstName: 'Olu', role: 'kCreator' });
  meera = await gyan.signedIn({ firstName: 'Meera', lastName: 'Rao', role: 'kCreator' });
  card = await makeCard(gyan.db, { ownerId: olu.userId, title: 'Orion is a view' });
});

const post = ({ token }: Person, body: object) =>
  gyan.request('/r/push_subscription', { method: 'POST', token, body });
async function subscribe(person: Person) {
  const subscription = service.subscription();
  const answer = await post(person, subscription);
  expect(answer.status, answer.text).toBe(200);
  return subscription;
}
const endpointsOf = async ({ userId }: Person) =>
  (
    await gyan.db.query<{ endpoint: string }>(sql`
      select endpoint from push_subscriptions where user_id = ${userId} order by created_at, id`)
  ).map(({ endpoint }) => endpoint);
const waitingPushes = () =>
  gyan.db.query<{ payload: Push; seconds: number }>(sql`
    select payload, extract(epoch from run_at - now())::integer as seconds from graphile_worker._private_jobs
    where key like 'notices.push:%'`);
const bodies = () => service.received.map(({ payload }) => payload.body);

describe('a push message', () => {
  it('reaches every browser of the person, signed, and says nothing private', async () => {
    await subscribe(olu);
    await subscribe(olu);
    const { id } = await notices.comment(meera, card, 'A secret remark');
    await settleJobs(gyan.deps);
    expect(service.received).toHaveLength(2);
    const [message] = service.received;
    const [notice] = (await notices.list(olu)).noticeModelVec;
    expect(message?.payload).toEqual({
      title: 'Gyan',
      body: 'Somebody commented on your card',
      path: `/pd/${card}#comment-${id}`,
      tag: `notice-${notice?.noticeId}`,
    });
    expect(JSON.stringify(message?.payload)).not.toMatch(/meera|rao|orion|secret/i);
    expect(message?.publicKey).toBe((await getPushKeys(gyan.db)).publicKey);
    expect(message?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:care@gyan.example' });
    expect(Number(message?.claims.exp)).toBeGreaterThan(Date.now() / 1000);
    expect(message?.ttl).toBe('86400');
    expect((await gyan.request(`/post?postId=${card}`)).status).toBe(200);
  });

  it('is sent for kinds that are switched on, once for events close together', async () => {
    await subscribe(olu);
    await notices.like(meera, card);
    await settleJobs(gyan.deps);
    expect(service.received).toEqual([]);
    await notices.put('/r/notice_settings', olu, {
      kinds: { like: { push: true }, comment: { push: false } },
    });
    await notices.comment(meera, card);
    await notices.like(meera, card, false);
    await notices.like(meera, card);
    const ana = await gyan.signedIn();
    await notices.like(ana, card);
    await settleJobs(gyan.deps);
    expect(bodies()).toEqual(['Somebody liked something of yours']);
  });

  it('is sent to followers at level all, not to those who want the digest only', async () => {
    const chain = await makeChain(gyan.db, { ownerId: meera.userId, title: 'Waves' });
    const kofi = await gyan.signedIn();
    for (const one of [olu, kofi]) await subscribe(one);
    await notices.follow(olu, 'chapter', chain);
    await notices.follow(kofi, 'chapter', chain, 'digest');
    const added = await makeCard(gyan.db, { ownerId: meera.userId });
    await linking(gyan).link('chapter_post', meera.token, { chapterId: chain, postId: added });
    await settleJobs(gyan.deps);
    expect(service.received).toMatchObject([
      { payload: { body: 'There is something new in what you follow', path: `/ch/${chain}` } },
    ]);
    expect(service.requests.map((path) => service.origin + path)).toEqual(await endpointsOf(olu));
    expect(await notices.count(kofi)).toBe(1);
  });

  it('tells of a suggestion and of its decision, each once and without the card', async () => {
    await subscribe(olu);
    await subscribe(meera);
    const suggest = async (title: string) => {
      const answer = await gyan.request('/r/suggestion', {
        method: 'POST',
        token: meera.token,
        body: { postId: card, title },
      });
      return calls['POST /r/suggestion'].answer.parse(answer.body).suggestionModel.suggestionId;
    };
    const first = await suggest('Orion from the side');
    await settleJobs(gyan.deps);
    await notices.put('/r/suggestion', olu, { suggestionId: first, accepted: true });
    await settleJobs(gyan.deps);
    expect(service.received.map(({ payload }) => [payload.body, payload.path])).toEqual([
      ['Somebody suggested a change to your card', `/suggestions#suggestion-${first}`],
      ['Your suggestion was answered', `/suggestions?tab=sent#suggestion-${first}`],
    ]);
    // The notice of the first decision is still unread; it is not told again.
    await notices.put('/r/suggestion', olu, { suggestionId: await suggest('Orion'), accepted: false });
    await settleJobs(gyan.deps);
    expect(bodies().slice(2)).toEqual(['Your suggestion was answered']);
  });

  it('is not sent when its event is taken back, read, switched off, blocked or muted before', async () => {
    await subscribe(olu);
    const undo: (() => Promise<unknown>)[] = [
      async () => notices.uncomment(meera, (await notices.comment(meera, card)).id),
      async () => {
        await notices.comment(meera, card);
        await notices.seeAll(olu);
      },
      async () => {
        await notices.comment(meera, card);
        await notices.put('/r/notice_settings', olu, { kinds: { comment: { app: false } } });
      },
      async () => {
        await notices.put('/r/notice_settings', olu, { kinds: { comment: { app: true } } });
        await notices.comment(meera, card);
        await notices.mute(olu, meera);
      },
      async () => {
        await notices.mute(olu, meera, false);
        await notices.comment(meera, card);
        await notices.block(olu, meera);
      },
    ];
    for (const undoOne of undo) {
      await undoOne();
      expect((await waitingPushes()).length).toBeGreaterThan(0);
      await settleJobs(gyan.deps);
    }
    expect(service.requests).toEqual([]);
  });

  it('is not enqueued when the event fails', async () => {
    await subscribe(olu);
    const failed = gyan.db.transaction(async (tx) => {
      await tx.query(
        sql`insert into comments (card_id, owner_id, text) values (${card}, ${meera.userId}, 'Hm.')`,
      );
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await waitingPushes()).toEqual([]);
  });

  it('has the same kinds switched on as the settings say', async () => {
    await subscribe(olu);
    const settings = await gyan.request('/r/notice_settings', { token: olu.token });
    const { kinds } = calls['GET /r/notice_settings'].answer.parse(settings.body).settings;
    for (const kind of noticeKinds.filter((each) => each !== 'card_in_followed')) {
      const object = { kind: 'user', id: olu.userId } as const;
      await gyan.db.transaction((tx) =>
        tell(tx, [olu.userId], { kind, object, ownerId: olu.userId, actorId: null }),
      );
      expect((await waitingPushes()).length, kind).toBe(kinds[kind].push ? 1 : 0);
      await gyan.db.query(sql`delete from graphile_worker._private_jobs`);
    }
  });
});

describe('a push service', () => {
  it.each([404, 410] as const)('that answers %i ends the subscription', async (status) => {
    await subscribe(olu);
    service.mode = status;
    await notices.comment(meera, card);
    await settleJobs(gyan.deps);
    expect(await endpointsOf(olu)).toEqual([]);
    expect(await waitingPushes()).toEqual([]);
  });

  it.each([
    [429, 1800],
    [500, 10],
  ] as const)('that answers %i is tried again later', async (status, seconds) => {
    await subscribe(olu);
    service.mode = status;
    await notices.comment(meera, card);
    await settleJobs(gyan.deps);
    const [waiting] = await waitingPushes();
    expect(waiting?.seconds).toBeGreaterThan(seconds - 8);
    expect(waiting?.seconds).toBeLessThanOrEqual(seconds);
    expect(await endpointsOf(olu)).toHaveLength(1);
    service.mode = 201;
    await gyan.db.query(sql`update graphile_worker._private_jobs set run_at = now()`);
    await settleJobs(gyan.deps);
    expect(service.received).toHaveLength(1);
  });

  it('that is down is given up after some tries', async () => {
    await subscribe(olu);
    service.mode = 500;
    await notices.comment(meera, card);
    for (let round = 0; round < 8; round += 1) {
      await gyan.db.query(sql`update graphile_worker._private_jobs set run_at = now()`);
      await settleJobs(gyan.deps);
    }
    expect(service.requests).toHaveLength(5);
    expect(await waitingPushes()).toEqual([]);
    expect(await endpointsOf(olu)).toHaveLength(1);
  });

  it('that never answers is not waited for', async () => {
    await subscribe(olu);
    service.mode = 'slow';
    await notices.comment(meera, card);
    const [waiting] = await waitingPushes();
    if (!waiting) throw new Error('nothing is enqueued');
    await sendPush(gyan.deps, waiting.payload, { signal: new AbortController().signal, timeoutMs: 200 });
    expect((await waitingPushes())[0]?.payload.triesLeft).toBe(3);
  });

  it('that redirects is not followed', async () => {
    const { endpoint } = await subscribe(olu);
    service.mode = 'moved';
    await notices.comment(meera, card);
    await settleJobs(gyan.deps);
    expect(service.requests).toEqual([new URL(endpoint).pathname]);
    expect(await waitingPushes()).toEqual([]);
  });

  it('that is not allowed any more gets nothing', async () => {
    await subscribe(olu);
    await notices.comment(meera, card);
    const config = { ...gyan.deps.config, pushHosts: ['push.example'] };
    await settleJobs({ ...gyan.deps, config });
    expect(service.requests).toEqual([]);
  });
});

describe('a subscription', () => {
  it.each([
    'https://evil.example/send/1',
    'https://127.0.0.1.evil.example/1',
    'https://evil.example#127.0.0.1',
    'http://push.example/1',
    'https://user:secret@127.0.0.1/1',
    'https://10.0.0.1/1',
    'ftp://127.0.0.1/1',
    'not an address',
  ])('at %s is refused', async (endpoint) => {
    const answer = await post(olu, { ...service.subscription(), endpoint });
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [{ field: 'endpoint' }],
    });
    expect(await endpointsOf(olu)).toEqual([]);
  });

  it('with bad keys is refused', async () => {
    const { endpoint, keys } = service.subscription();
    const offCurve = Buffer.from(keys.p256dh, 'base64url').fill(1, 33).toString('base64url');
    for (const bad of [
      { p256dh: offCurve },
      { p256dh: keys.auth },
      { p256dh: '' },
      { p256dh: `${keys.p256dh.slice(1)}!` },
      { auth: keys.auth.slice(4) },
      { auth: keys.p256dh },
      { auth: 'ü' },
    ]) {
      const answer = await post(olu, { endpoint, keys: { ...keys, ...bad } });
      expect(answer.status, JSON.stringify(bad)).toBe(400);
    }
    expect((await post(olu, { endpoint })).status).toBe(400);
    expect(await endpointsOf(olu)).toEqual([]);
  });

  it('is stored once, with the expiration time that browsers send, and removed by its user only', async () => {
    const subscription = { ...service.subscription(), expirationTime: null };
    for (let i = 0; i < 2; i += 1) expect((await post(olu, subscription)).body).toEqual({});
    expect(await endpointsOf(olu)).toEqual([subscription.endpoint]);
    const remove = ({ token }: Person) =>
      gyan.request(`/r/push_subscription?endpoint=${encodeURIComponent(subscription.endpoint)}`, {
        method: 'DELETE',
        token,
      });
    expect((await remove(meera)).body).toEqual({});
    expect(await endpointsOf(olu)).toHaveLength(1);
    expect((await remove(olu)).body).toEqual({});
    expect((await remove(olu)).body).toEqual({});
    expect(await endpointsOf(olu)).toEqual([]);
  });

  it('belongs to whoever signed in last in the browser', async () => {
    const subscription = await subscribe(olu);
    await post(meera, subscription);
    expect(await endpointsOf(olu)).toEqual([]);
    expect(await endpointsOf(meera)).toEqual([subscription.endpoint]);
  });

  it('ends when its browser signs out, and with the account', async () => {
    const other = { ...olu, token: await issueToken(gyan.db, olu.userId, 'test') };
    const [here, there] = [await subscribe(olu), await subscribe(other)];
    await gyan.request('/r/logout', { method: 'POST', token: other.token });
    expect(await endpointsOf(olu)).toEqual([here.endpoint]);
    expect(there.endpoint).not.toBe(here.endpoint);
    await gyan.request('/r/account', { method: 'DELETE', token: olu.token });
    expect(await endpointsOf(olu)).toEqual([]);
  });

  it('replaces the oldest of twenty', async () => {
    const all = [];
    for (let i = 0; i < 21; i += 1) all.push((await subscribe(olu)).endpoint);
    expect(await endpointsOf(olu)).toEqual(all.slice(1));
  });
});

it('shows every process the same public key', async () => {
  await gyan.db.query(sql`delete from push_keys`);
  const keys = await Promise.all(Array.from({ length: 6 }, () => getPushKeys(gyan.db)));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
  const settings = await gyan.request('/r/notice_settings', { token: olu.token });
  expect(calls['GET /r/notice_settings'].answer.parse(settings.body).settings.pushKey).toBe(
    keys[0]?.publicKey,
  );
});
