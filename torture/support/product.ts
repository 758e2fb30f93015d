import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { freePort } from './ports.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
const startTimeoutMs = 180_000;
/** Log lines kept in memory. */
const maxLogLines = 2_000;

export interface ProductOptions {
  dataDir: string;
  /** A free port unless given. */
  port?: number;
  workers?: number;
  /** Overrides of its environment. */
  env?: Record<string, string>;
}

export interface Product {
  url: string;
  /** Base URL of the API. */
  api: string;
  port: number;
  pid: number;
  /** Recent lines of stdout and stderr; all of them are in `product.log` in its data folder. */
  logLines: string[];
  /** Time from start until ready. */
  startMs: number;
  /** Sends SIGTERM; resolves to the exit code and the time it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** SIGKILL of all its processes except the database, which has its own process group. */
  kill(): Promise<void>;
}

const running = new Map<ChildProcess, string>();

/** Starts the built product in production mode, with the demo and without rate limits. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, workers = 2, env = {} } = options;
  const port = options.port ?? (await freePort());
  mkdirSync(dataDir, { recursive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compiled,
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_PORT: '0',
      WORKERS: String(workers),
      DEMO: 'on',
      RATE_LIMITS: 'off',
      NEW_ACCOUNT_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that all its processes can be killed at once.
    detached: true,
  });
  running.set(child, dataDir);
  const logLines = collectLog(child, join(dataDir, 'product.log'));
  let isStopping = false;
  child.once('exit', () => {
    running.delete(child);
    if (!isStopping) console.log(`The product ended by itself:\n${logLines.slice(-10).join('\n')}`);
  });
  const url = `http://127.0.0.1:${port}`;
  const product: Product = {
    url,
    api: `${url}/api/v1`,
    port,
    pid: child.pid ?? 0,
    logLines,
    startMs: 0,
    async stop() {
      const startedAt = performance.now();
      isStopping = true;
      if (!hasExited(child)) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return { code: child.exitCode, ms: performance.now() - startedAt };
    },
    async kill() {
      if (hasExited(child)) return;
      isStopping = true;
      const ended = once(child, 'exit');
      killGroup(child);
      await ended;
    },
  };
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The product did not start: ${logLines.join('\n')}`);
  });
  exited.catch(() => {});
  await Promise.race([untilReady(product, startTimeoutMs), exited]);
  product.startMs = performance.now() - startedAt;
  return product;
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function collectLog(child: ChildProcess, file: string): string[] {
  const logLines: string[] = [];
  // The disk may be full on purpose.
  const log = createWriteStream(file, { flags: 'a' }).on('error', () => {});
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      logLines.push(line);
      log.write(`${line}\n`);
      if (logLines.length > maxLogLines) logLines.shift();
    });
  }
  return logLines;
}

export async function untilReady({ url }: Pick<Product, 'url'>, maxWaitMs = 60_000): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  let logLines = '';
  for (;;) {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_500) }).catch(
      (error: Error) => error,
    );
    if (response instanceof Error) logLines = inspect(response.cause ?? response);
    else logLines = await response.text().catch(String);
    if (!(response instanceof Error) && response.status === 200) return;
    if (performance.now() > deadline) {
      throw new Error(`The product is not ready after ${Math.round(maxWaitMs / 1000)} s: ${logLines}`);
    }
    await sleep(25);
  }
}

/** Pids of the product's processes whose command line contains this file name. */
export async function processesOf({ pid }: Pick<Product, 'pid'>, file: string): Promise<number[]> {
  const found: number[] = [];
  const visit = async (parent: number): Promise<void> => {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
    for (const child of children.trim().split(' ').filter(Boolean).map(Number)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(file)) found.push(child);
      await visit(child);
    }
  };
  await visit(pid);
  return found;
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // Already ended.
  }
}

/** Kills the product and its embedded database when a script ends early. */
process.on('exit', () => {
  for (const [child, dataDir] of running) {
    killGroup(child);
    try {
      process.kill(
        Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGQUIT',
      );
    } catch {
      // No embedded database.
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
