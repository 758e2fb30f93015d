import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AiMode, startAi, type TestAi } from '#test/ai.ts';
import { type ModelLimits, openModel } from './model.ts';

let ai: TestAi;
beforeAll(async () => {
  ai = await startAi();
});
beforeEach(() => {
  ai.mode = 'well';
  ai.requests = [];
});
afterAll(() => ai.stop());

const brief: ModelLimits = { firstTokenMs: 300, allMs: 900, maxBytes: 512 * 1024, maxCharacters: 20_000 };
const never = new AbortController().signal;

const open = (apiKey?: string) => openModel({ baseUrl: ai.url, apiKey, model: 'some-model' }, brief);

async function readAll(
  writing: AsyncGenerator<string, unknown>,
): Promise<{ pieces: string[]; written: unknown }> {
  const pieces: string[] = [];
  let step = await writing.next();
  while (!step.done) {
    pieces.push(step.value);
    step = await writing.next();
  }
  return { pieces, written: step.value };
}

async function untilQuiet(): Promise<void> {
  for (let n = 0; ai.writing > 0 && n < 100; n += 1) await sleep(10);
  expect(ai.writing).toBe(0);
}

it('streams, asks for the configured model, and takes the name of the one that answers', async () => {
  const { pieces, written } = await readAll(open('key-1').write('Why is the sky blue?', never));
  expect(pieces.length).toBeGreaterThan(1);
  expect(written).toEqual({ text: pieces.join(''), modelName: 'gyan-writer-2' });
  expect(ai.requests).toMatchObject([
    {
      authorization: 'Bearer key-1',
      body: {
        model: 'some-model',
        stream: true,
        messages: [{ role: 'system' }, { content: 'Why is the sky blue?' }],
      },
    },
  ]);
});

it('sends no key where there is none', async () => {
  await readAll(open().write('x', never));
  expect(ai.requests[0]?.authorization).toBeUndefined();
});

it.each<[AiMode, number]>([
  ['silent', 300],
  ['stalls', 900],
  ['slow', 900],
])('waits for an endpoint that is %s for %i ms, and not longer', async (mode, ms) => {
  ai.mode = mode;
  const began = performance.now();
  await expect(readAll(open().write('x', never))).rejects.toMatchObject({ code: 'ai_unavailable' });
  expect(performance.now() - began).toBeGreaterThan(ms * 0.9);
  expect(performance.now() - began).toBeLessThan(ms + 1_500);
  await untilQuiet();
});

it.each<AiMode>([
  'down',
  'refuses',
  'busy',
  'moved',
  'garbled',
  'page',
  'empty',
  'cut',
  'fails',
  'wordy',
  'flood',
])('says that the AI is not reachable when the endpoint is %s, and nothing of what it said', async (mode) => {
  ai.mode = mode;
  const error = await readAll(open('secret-key').write('secret prompt', never)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'ai_unavailable', retryAfter: 10 });
  const { message, cause } = error as Error;
  expect(`${message} ${String(cause)} ${JSON.stringify(error)}`).not.toContain('secret');
  await untilQuiet();
});

it('calls the request back when the reader stops or goes away', async () => {
  ai.mode = 'slow';
  for await (const piece of open().write('x', never)) {
    expect(piece).not.toBe('');
    break;
  }
  await untilQuiet();

  const controller = new AbortController();
  const writing = readAll(open().write('x', controller.signal));
  setTimeout(() => controller.abort(), 50);
  await expect(writing).rejects.toMatchObject({ code: 'ai_unavailable' });
  await untilQuiet();
});

it('leaves the endpoint alone while it is down, and does not blame it for those who went away', async () => {
  const model = open();
  for (let n = 0; n < 6; n += 1) {
    const aborted = AbortSignal.abort();
    await expect(readAll(model.write('x', aborted))).rejects.toMatchObject({ code: 'ai_unavailable' });
  }
  await readAll(model.write('x', never));
  ai.mode = 'down';
  for (let n = 0; n < 5; n += 1) {
    await expect(readAll(model.write('x', never))).rejects.toMatchObject({ code: 'ai_unavailable' });
  }
  ai.mode = 'well';
  ai.requests = [];
  await expect(readAll(model.write('x', never))).rejects.toMatchObject({ code: 'ai_unavailable' });
  expect(ai.requests).toEqual([]);
});

it('has sixteen answers written at once, and turns the next away at once', async () => {
  const model = open();
  ai.mode = 'slow';
  const controller = new AbortController();
  const writings = Array.from({ length: 16 }, () => model.write('x', controller.signal));
  await Promise.all(writings.map((writing) => writing.next()));
  const began = performance.now();
  await expect(model.write('x', never).next()).rejects.toMatchObject({
    code: 'ai_unavailable',
    retryAfter: 5,
  });
  expect(performance.now() - began).toBeLessThan(200);
  await Promise.all(writings.map((writing) => writing.return(undefined as never)));
  ai.mode = 'well';
  await readAll(model.write('x', never));
});
