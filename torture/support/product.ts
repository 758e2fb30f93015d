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
const startPatienceMs = 180_000;
/** What it said is kept for who wants to know why; the rest of a long run is not. */
const mostLines = 2_000;

export interface ProductOptions {
  dataDir: string;
  /** A free one unless given. */
  port?: number;
  workers?: number;
  /** More of its environment, or other than usual. */
  env?: Record<string, string>;
}

export interface Product {
  url: string;
  /** Below which all calls are. */
  api: string;
  port: number;
  pid: number;
  /** The lines of its log from `warn` on, and what else it said; all of them are in `product.log` in its data folder. */
  said: string[];
  /** From its start until it could answer. */
  startMs: number;
  /** Asks it to end, as a supervisor does; answers its exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** `kill -9` of all of its processes but the database, which has a group of its own. */
  kill(): Promise<void>;
}

const running = new Map<ChildProcess, string>();

/** The product as users get it: built, in production mode, in processes of its own; with the demo's people and without limits. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, workers = 2, env = {} } = options;
  const port = options.port ?? (await freePort());
  mkdirSync(dataDir, { recursive: true });
  const begun = performance.now();
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
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all of its processes can be killed at once.
    detached: true,
  });
  running.set(child, dataDir);
  const said = listen(child, join(dataDir, 'product.log'));
  let wanted = false;
  child.once('exit', () => {
    running.delete(child);
    if (!wanted) console.log(`The product ended by itself:\n${said.slice(-10).join('\n')}`);
  });
  const url = `http://127.0.0.1:${port}`;
  const product: Product = {
    url,
    api: `${url}/api/v1`,
    port,
    pid: child.pid ?? 0,
    said,
    startMs: 0,
    async stop() {
      const since = performance.now();
      wanted = true;
      if (!isOver(child)) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      return { code: child.exitCode, ms: performance.now() - since };
    },
    async kill() {
      if (isOver(child)) return;
      wanted = true;
      const ended = once(child, 'exit');
      killGroup(child);
      await ended;
    },
  };
  const died = once(child, 'exit').then(() => {
    throw new Error(`The product did not start: ${said.join('\n')}`);
  });
  died.catch(() => {});
  await Promise.race([untilReady(product, startPatienceMs), died]);
  product.startMs = performance.now() - begun;
  return product;
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function listen(child: ChildProcess, file: string): string[] {
  const said: string[] = [];
  // The disk may be full: that is what some scripts are about.
  const log = createWriteStream(file, { flags: 'a' }).on('error', () => {});
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      log.write(`${line}\n`);
      if (said.length > mostLines) said.shift();
    });
  }
  return said;
}

export async function untilReady({ url }: Pick<Product, 'url'>, patienceMs = 60_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let said = '';
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_500) }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Error) said = inspect(answer.cause ?? answer);
    else said = await answer.text().catch(String);
    if (!(answer instanceof Error) && answer.status === 200) return;
    if (performance.now() > deadline) {
      throw new Error(`The product is not ready after ${Math.round(patienceMs / 1000)} s: ${said}`);
    }
    await sleep(25);
  }
}

/** Of the product's processes: the ones whose command line names this file of the server. */
export async function processesOf({ pid }: Pick<Product, 'pid'>, file: string): Promise<number[]> {
  const found: number[] = [];
  const ask = async (parent: number): Promise<void> => {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
    for (const child of children.trim().split(' ').filter(Boolean).map(Number)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(file)) found.push(child);
      await ask(child);
    }
  };
  await ask(pid);
  return found;
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Nothing stays behind when a script ends early: neither the product nor the database it keeps. */
process.on('exit', () => {
  for (const [child, dataDir] of running) {
    killGroup(child);
    try {
      process.kill(
        Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGQUIT',
      );
    } catch {
      // It has none.
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
