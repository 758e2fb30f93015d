import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallKey } from '@gyan/contract/call.ts';
import { calls } from '@gyan/contract/calls.ts';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { openDatabase } from '#db/pool.ts';
import { maxLagMs } from '#db/replica.ts';
import { issueToken } from '#domains/auth/actions.ts';
import { type RequestOptions, startApp, type TestApp, type TestResponse } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { giveScene } from '#test/scenes.ts';
import { type Standby, startStandby } from '#test/standby.ts';

let folder: string;
let primary: Embedded;
let standby: Standby;
let gyan: TestApp;
let creator: { userId: number; token: string };
let cardId: number;
let chainId: number;
let subjectId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gyan-replica-'));
  const dataDir = join(folder, 'primary');
  primary = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false });
  const setting = openDatabase(primary.url, { max: 1 });
  // Tests usually run without it: a commit is in the WAL before it is confirmed.
  await setting.query(sql`alter database gyan set synchronous_commit = on`);
  await setting.close();
  standby = await startStandby({ dataDir, url: primary.url }, join(folder, 'standby'));
  gyan = await startApp({ databaseReplicaUrl: standby.url }, { databaseUrl: primary.url });
  const userId = await makeUser(gyan.db, { role: 'kCreator' });
  creator = { userId, token: await issueToken(gyan.db, userId, 'test') };
  cardId = await makeCard(gyan.db, { ownerId: userId, title: 'Tides', tags: ['sea'] });
  await giveScene(gyan.db, cardId, ['Moon']);
  chainId = await makeChain(gyan.db, { ownerId: userId, cardIds: [cardId] });
  subjectId = await makeSubject(gyan.db, { ownerId: userId, chainIds: [chainId] });
});

afterAll(async () => {
  await gyan?.close();
  await standby?.stop();
  await primary?.stop();
  await rm(folder, { recursive: true, force: true });
});

const figures = async () => {
  const text = await gyan.deps.metrics.registry.metrics();
  const count = (outcome: string) =>
    Number(
      new RegExp(`^database_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  const lag = /^database_replica_lag_seconds (\S+)/m.exec(text)?.[1];
  return { served: count('served'), behind: count('behind'), failed: count('failed'), lag };
};

async function inUse(): Promise<void> {
  await expect.poll(() => gyan.deps.replica?.lagMs(), { timeout: 10_000 }).toBeLessThan(500);
}

/** Bypasses the cache: every URL is new. */
let requestCount = 0;
const requestUncached = (path: string, more?: RequestOptions) => {
  requestCount += 1;
  return gyan.request(`${path}${path.includes('?') ? '&' : '?'}limit=${1 + (requestCount % 200)}`, more);
};

/** What a browser sends back after a write. */
const cookiesOf = ({ headers }: TestResponse) => ({
  cookie: headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
});

it('every call that is answered alike for everybody is answered by the replica', async () => {
  const queries: Partial<Record<CallKey, string>> = {
    'GET /post': `postId=${cardId}`,
    'GET /comments': `postId=${cardId}`,
    'GET /chapter': `id=${chainId}`,
    'GET /subject': `subjectId=${subjectId}&includePosts=true`,
    'GET /subject_outline': `subjectId=${subjectId}`,
    'GET /read_next': `subjectId=${subjectId}`,
    'GET /prompts': `postId=${cardId}`,
    'GET /scene': `postId=${cardId}`,
    'GET /user_profile': `id=${creator.userId}`,
    'GET /searchfeed': 'q=tides',
  };
  await inUse();
  const shared = Object.entries(calls).filter(([, call]) => 'cache' in call);
  expect(shared.length).toBeGreaterThan(10);
  for (const [key] of shared) {
    const before = await figures();
    const answer = await gyan.request(`${key.split(' ')[1]}?${queries[key as CallKey] ?? ''}`);
    expect([key, answer.status]).toEqual([key, 200]);
    const after = await figures();
    expect([key, after.served > before.served, after.failed]).toEqual([key, true, 0]);
  }
});

it('whoever wrote sees it at once wherever they ask, and nobody else waits longer than five seconds', async () => {
  await inUse();
  await standby.pauseReplay();
  try {
    const url = `/post?postId=${cardId}`;
    expect((await gyan.request(url)).text).not.toContain('How high?');
    const written = await gyan.request('/r/comment', {
      method: 'POST',
      token: creator.token,
      body: { postId: cardId, rawText: 'How high?' },
    });
    expect(written.status).toBe(200);
    const since = performance.now();
    const own = await gyan.request(url, { headers: cookiesOf(written) });
    expect(own.text).toContain('How high?');
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    // The maximum age of the cache and the replica.
    await expect.poll(async () => (await gyan.request(url)).text, { timeout: 6_000 }).toContain('How high?');
    expect(performance.now() - since).toBeLessThan(5_500);
    expect(gyan.deps.replica?.begin()).toBeUndefined();
    expect((await figures()).behind).toBeGreaterThan(0);
  } finally {
    await standby.resumeReplay();
  }
  await inUse();
});

it('an answer that was read while the replica lacked a change goes when it has it', async () => {
  await inUse();
  await standby.pauseReplay();
  const title = 'Written while it slept';
  try {
    await makeCard(gyan.db, { title, score: 1e9 });
    // Waits for the notification, so that later entries are cached after it.
    await sleep(100);
    expect((await gyan.request('/posts')).text).not.toContain(title);
  } finally {
    await standby.resumeReplay();
  }
  await expect.poll(async () => (await gyan.request('/posts')).text, { timeout: 1_500 }).toContain(title);
});

it('a replica that is killed costs nobody an answer, and is used again when it is back', async () => {
  await inUse();
  const ending = new AbortController();
  const statuses = new Set<number>();
  const visitors = Array.from({ length: 4 }, async () => {
    while (!ending.signal.aborted) statuses.add((await requestUncached('/posts')).status);
  });
  await sleep(200);
  const before = await figures();
  await standby.kill();
  let meanwhile: Awaited<ReturnType<typeof figures>>;
  try {
    await sleep(500);
    expect(gyan.deps.replica?.begin()).toBeUndefined();
    meanwhile = await figures();
    expect(meanwhile.behind + meanwhile.failed).toBeGreaterThan(before.behind + before.failed);
    expect(meanwhile.lag).toBe('+Inf');
  } finally {
    await standby.restart();
  }
  await inUse();
  ending.abort();
  await Promise.all(visitors);
  expect([...statuses]).toEqual([200]);
  expect((await gyan.request('/chapters')).status).toBe(200);
  expect((await figures()).served).toBeGreaterThan(meanwhile.served);
  expect(maxLagMs / 1000).toBeGreaterThan(Number((await figures()).lag));
});

it('a statement that is wrong is not asked twice', async () => {
  await inUse();
  const before = await figures();
  await expect(gyan.deps.replica?.begin()?.db.query(sql`select nonsense`)).rejects.toThrow(/nonsense/);
  expect((await figures()).failed).toBe(before.failed);
});
