import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoryFlags } from '../server/src/lib/memory-flags.ts';
import { freePort } from '../torture/support/ports.ts';
import { type Cores, pin } from './cpu.ts';
import type { BenchDatabase } from './database.ts';
import type { Reference, StartMessage } from './reference-server.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const referenceServerFile = fileURLToPath(new URL('reference-server.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../.cache/compiled', import.meta.url));
const startTimeoutMs = 60_000;

export interface RunningServer {
  url: string;
  pid: number;
  /** Time from start until ready. */
  startMs: number;
  stop(): Promise<void>;
}

/** Starts the built product in production mode, with one process. */
export async function startProduct(database: BenchDatabase, cores?: Cores): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const storage = join(database.dataDir, 'storage');
  await mkdir(storage, { recursive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...memoryFlags, main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compiled,
      DATABASE_URL: database.url,
      DATA_DIR: storage,
      PORT: String(port),
      WORKERS: '1',
      METRICS_PORT: '0',
      RATE_LIMITS: 'off',
      NEW_ACCOUNT_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - startedAt > startTimeoutMs) {
      await end(child);
      throw new Error('The product did not start.');
    }
    await sleep(10);
  }
  const startMs = performance.now() - startedAt;
  const pid = child.pid ?? 0;
  if (cores) await pin(pid, cores.measured);
  return { url, pid, startMs, stop: () => end(child) };
}

export async function startReferenceServer(
  database: BenchDatabase,
  references: Reference[],
  cores: Cores | undefined,
): Promise<RunningServer> {
  const startedAt = performance.now();
  const child = fork(referenceServerFile, { serialization: 'advanced', execArgv: [] });
  child.send({ databaseUrl: database.url, references } satisfies StartMessage);
  const [port] = (await once(child, 'message')) as [number];
  const pid = child.pid ?? 0;
  if (cores) await pin(pid, cores.measured);
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    startMs: performance.now() - startedAt,
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(killTimer);
}
