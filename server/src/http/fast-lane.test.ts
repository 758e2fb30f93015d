import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
  for (let card = 0; card < 5; card += 1) await makeCard(gyan.db, { title: 'Kept for a moment' });
});
afterAll(() => gyan.close());

interface Raw {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** Not by fetch, which would unpack it and leave out what it does not like to send. */
function ask(path: string, headers: Record<string, string> | string[] = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gyan.url);
    send({ hostname, port, method, path: `/api/v1${path}`, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { date, 'x-request-id': id, ...others } = response.headers;
        expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
        resolve({ status: response.statusCode ?? 0, headers: others, bytes: Buffer.concat(parts) });
      });
    })
      .on('error', reject)
      .end();
  });
}

let fresh = 0;
/** An address that nobody asked for before. */
const anew = () => `/posts?limit=5&n=${(fresh += 1)}`;

const answered = async () => {
  const text = await gyan.deps.metrics.registry.metrics();
  return Number(
    /http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/posts"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0,
  );
};

describe.each(['br', 'gzip', 'identity'])('what is kept, taken as %s', (encoding) => {
  it('is the same as when it was made, headers and all, and is counted', async () => {
    const path = anew();
    const accept = { 'accept-encoding': encoding };
    const made = await ask(path, accept);
    const before = await answered();
    const kept = await ask(path, accept);
    expect(kept).toEqual(made);
    expect(kept.status).toBe(200);
    expect(kept.headers['content-security-policy']).toContain("default-src 'self'");
    expect(await answered()).toBe(before + 1);
  });

  it('is not sent to whoever has it', async () => {
    const path = anew();
    const { headers } = await ask(path, { 'accept-encoding': encoding });
    const again = await ask(path, { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  });
});

it('answers whoever asks only for the head without the rest', async () => {
  const path = anew();
  await ask(path);
  const head = await ask(path, {}, 'HEAD');
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

it('keeps nothing from whoever has just written', async () => {
  const path = anew();
  await ask(path);
  expect((await ask(path, { cookie: 'gyan-wrote=1' })).headers['cache-control']).toBe('private, no-store');
});

it('refuses a request that names two hosts also where the answer is there already', async () => {
  const path = anew();
  await ask(path);
  expect((await ask(path, ['Host', 'one.example', 'Host', 'two.example'])).status).toBe(400);
});
