import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { createLog } from '#deps.ts';
import { type AiMode, startAi, type TestAi } from '#test/ai.ts';
import { startApp, type TestApp } from '#test/app.ts';

let ai: TestAi;
let gyan: TestApp;
let limited: TestApp;

beforeAll(async () => {
  ai = await startAi();
  const config = { ai: { baseUrl: ai.url, apiKey: 'secret-key', model: 'some-model' } };
  gyan = await startApp(config);
  limited = await startApp({ ...config, rateLimits: true });
});
beforeEach(() => {
  ai.mode = 'well';
  ai.answer = '<p>Because of <strong>light</strong>.</p>';
  ai.requests = [];
});
afterAll(async () => {
  await gyan.close();
  await limited.close();
  await ai.stop();
});

const path = (prompt: string) => `/r/gen?p=${encodeURIComponent(prompt)}`;
const asEvents = { accept: 'text/event-stream' };

async function creator(app: TestApp): Promise<string> {
  return (await app.signedIn({ role: 'kCreator' })).token;
}

function readEvents(text: string): { event: string; data: Record<string, unknown> }[] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('event: '))
    .map((part) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      return { event, data: JSON.parse(data) as Record<string, unknown> };
    });
}

async function untilQuiet(): Promise<void> {
  for (let n = 0; ai.writing > 0 && n < 200; n += 1) await sleep(10);
  expect(ai.writing).toBe(0);
}

it('writes for a creator, in HTML a card can hold', async () => {
  ai.answer = '<h2>Sky</h2><p onclick="x">Blue <script>alert(1)</script><b>light</b>.</p>';
  const { status, body } = await gyan.request(path('Why is the sky blue?'), { token: await creator(gyan) });
  expect(status).toBe(200);
  expect(body).toEqual({
    content: '<h5>Sky</h5><p>Blue <strong>light</strong>.</p>',
    modelName: 'gyan-writer-2',
  });
  expect(ai.requests[0]?.body.messages?.at(-1)).toEqual({ role: 'user', content: 'Why is the sky blue?' });
});

it('lets the creator read along, and ends with the whole', async () => {
  ai.answer = '<p>Blue light <em>scatters</em> more.</p><p>That is all.</p>';
  const { status, headers, text } = await gyan.request(path('Why?'), {
    token: await creator(gyan),
    headers: asEvents,
  });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('private, no-store');
  const events = readEvents(text);
  const deltas = events.slice(0, -1);
  expect(deltas.length).toBeGreaterThan(3);
  expect(deltas.every(({ event }) => event === 'delta')).toBe(true);
  expect(deltas.map(({ data }) => data.text).join('')).toBe('Blue light scatters more.\n\nThat is all.\n\n');
  expect(events.at(-1)).toEqual({ event: 'done', data: { content: ai.answer, modelName: 'gyan-writer-2' } });
});

it('is for those who may create, and needs a prompt', async () => {
  const { token } = await gyan.signedIn();
  expect((await gyan.request(path('x'))).status).toBe(401);
  expect((await gyan.request(path('x'), { token })).status).toBe(403);
  const empty = await gyan.request(path(' '), { token: await creator(gyan) });
  expect(empty.body).toMatchObject({ status: 400, detail: 'Prompt needs to be specified' });
  expect(ai.requests).toEqual([]);
});

it('says so where it is not set up', async () => {
  const bare = await startApp();
  const { status, body } = await bare.request(path('x'), { token: await creator(bare), headers: asEvents });
  await bare.close();
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'ai_not_configured' } });
});

it.each<AiMode>(['down', 'empty', 'cut'])('tells the creator when the endpoint is %s', async (mode) => {
  ai.mode = mode;
  const token = await creator(gyan);
  const { status, body, headers } = await gyan.request(path('x'), { token });
  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'ai_unavailable' } });
  expect(headers.get('retry-after')).toBe('10');
  const streamed = await gyan.request(path('x'), { token, headers: asEvents });
  expect(readEvents(streamed.text).at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'ai_unavailable', status: 503, detail: expect.stringContaining('try again') as string },
  });
  ai.mode = 'well';
  expect((await gyan.request(path('x'), { token })).status).toBe(200);
});

it('refuses an answer with nothing to show in it', async () => {
  ai.answer = '<p><img src=x></p>';
  const { body } = await gyan.request(path('x'), { token: await creator(gyan) });
  expect(body).toMatchObject({ code: 'ai_unavailable' });
});

it.each([asEvents, {}])('stops writing when the creator goes away', async (headers) => {
  ai.mode = 'slow';
  const controller = new AbortController();
  const token = await creator(limited);
  const pending = fetch(`${limited.url}/api/v1${path('x')}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: controller.signal,
  }).then((response) => response.text());
  while (ai.writing === 0) await sleep(5);
  await sleep(100);
  controller.abort();
  await expect(pending).rejects.toThrow('aborted');
  await untilQuiet();
  for (let n = 0; n < 100 && (await turns()) > 0; n += 1) await sleep(10);
  expect(await turns()).toBe(0);
});

it('tells whoever reads along when the process has to end', async () => {
  const ending = await startApp(gyan.deps.config);
  const token = await creator(ending);
  ai.mode = 'slow';
  const reading = ending.request(path('x'), { token, headers: asEvents });
  while (ai.writing === 0) await sleep(5);
  const began = performance.now();
  const [{ text }] = await Promise.all([reading, ending.close()]);
  expect(performance.now() - began).toBeLessThan(7_000);
  expect(readEvents(text).at(-1)).toMatchObject({ event: 'error', data: { code: 'ai_unavailable' } });
  await untilQuiet();
});

async function turns(): Promise<number> {
  const [row] = await limited.db.query<{ count: number }>(sql`select count(*) from ai_turns`);
  return row?.count ?? -1;
}

it('writes two answers at once for one person, and none the less for others', async () => {
  ai.mode = 'slow';
  const controller = new AbortController();
  const token = await creator(limited);
  const started = Array.from({ length: 2 }, () =>
    fetch(`${limited.url}/api/v1${path('x')}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    }).catch(() => {}),
  );
  while (ai.writing < 2) await sleep(5);
  const third = await limited.request(path('x'), { token });
  expect({ status: third.status, body: third.body }).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  expect(third.headers.get('retry-after')).toBe('5');
  ai.mode = 'well';
  expect((await limited.request(path('x'), { token: await creator(limited) })).status).toBe(200);
  controller.abort();
  await Promise.all(started);
  await untilQuiet();
  while ((await turns()) > 0) await sleep(10);
  expect((await limited.request(path('x'), { token })).status).toBe(200);
});

it('writes twenty answers an hour for one person', async () => {
  const token = await creator(limited);
  for (let n = 0; n < 20; n += 1) expect((await limited.request(path('x'), { token })).status).toBe(200);
  const { status, headers } = await limited.request(path('x'), { token });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
});

it('forgets a turn of a process that died', async () => {
  const { userId, token } = await limited.signedIn({ role: 'kCreator' });
  await limited.db.query(
    sql`insert into ai_turns values (${userId}, 1, now() - interval '1 second'), (${userId}, 2, now() - interval '1 second')`,
  );
  expect((await limited.request(path('x'), { token })).status).toBe(200);
});

it('writes down neither the prompt nor the key, whatever happens', async () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp({ ...gyan.deps, log }, { pages: false });
  const headers = { authorization: `Bearer ${await creator(gyan)}` };
  for (const mode of ['well', 'refuses', 'garbled'] as const) {
    ai.mode = mode;
    const url = `/api/v1${path('secret prompt')}`;
    await app.inject({ url, headers });
    await app.inject({ url, headers: { ...headers, ...asEvents } });
  }
  await app.close();
  expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(6);
  expect(lines.filter((line) => line.includes('it answered 401'))).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/secret[ %+-]/);
});
