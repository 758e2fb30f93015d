import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepConnecting } from '../test/connecting-clients.ts';

// Each start forks several processes in series.
vi.setConfig({ testTimeout: 60_000 });

const primary = fileURLToPath(new URL('../test/cluster-primary.ts', import.meta.url));

/** Starts two workers; `behaviours` says what each does, in the order of forking. */
async function startPrimary(...behaviours: string[]) {
  const child = spawn(process.execPath, [primary, ...behaviours], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  onTestFinished(stop);
  const [output] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { output, stop };
}

const start = async (...behaviours: string[]) => (await startPrimary(...behaviours)).output;

/** The pids that answer, over enough requests to reach every worker. */
async function answering(port: string): Promise<Set<string>> {
  const pids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
      return response.text();
    }),
  );
  return new Set(pids);
}

it('replaces an HTTP process that is killed before it listens', async () => {
  const port = await start('kill', 'serve');
  expect(port).toMatch(/^\d+$/);
  expect((await answering(port)).size).toBe(2);
});

it('replaces all of them, also more than once', async () => {
  const port = await start('kill', 'kill', 'kill', 'serve');
  expect((await answering(port)).size).toBe(2);
});

it('gives up a start in which they keep ending, and says so', async () => {
  expect(await start('kill')).toBe('An HTTP process ended before it listened (SIGKILL), 5 times.');
});

it('gives up at once when one says that it cannot begin', async () => {
  expect(await start('serve', 'refuse')).toBe('No room.');
});

it('resets no connection when it stops while its processes are busy', async () => {
  const { output: port, stop } = await startPrimary('busy');
  const outcome = keepConnecting(Number(port));
  await sleep(500);
  await stop();
  const { answered, errors } = await outcome;
  expect(errors).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});
