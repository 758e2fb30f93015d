import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';

// Each start forks several processes in series.
vi.setConfig({ testTimeout: 60_000 });

const primary = fileURLToPath(new URL('../test/cluster-primary.ts', import.meta.url));

/** Starts two workers; `behaviours` says what each does, in the order of forking. Returns the output of the primary. */
async function start(...behaviours: string[]): Promise<string> {
  const child = spawn(process.execPath, [primary, ...behaviours], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return line;
}

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
