import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const startTimeoutMs = 180_000;

export interface Site {
  url: string;
  /** Its `STORAGE_URL`. */
  storage: string;
  /** The line printed when it is ready. */
  startLine: string;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface SiteOptions {
  /** A temporary folder unless given. */
  dataDir?: string;
  /** Overrides of the default environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
}

/** Starts the real server on a free port and waits until it can serve. */
export async function startSite({ dataDir: given, env }: SiteOptions = {}): Promise<Site> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'gyan-journeys-')));
  const port = await freePort();
  // Passkeys need a name: browsers refuse them at addresses of numbers.
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, [main], {
    env: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      NEW_ACCOUNT_LIMITS: 'off',
      WORKERS: '1',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      // Nothing listens there; journeys answer the calls themselves.
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_MODEL: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async () => {
    await stopProcess(server);
    if (given === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const startLine = await untilReady(server, () => output.match(/^Gyan is ready at .*$/m)?.[0]);
  if (startLine === undefined) {
    await stop();
    throw new Error(`The site did not become ready. It wrote:\n${output}`);
  }
  const storage = pathToFileURL(join(dataDir, 'storage')).href;
  return { url, storage, startLine, output: () => output, stop };
}

/** Removes settings of the developer's own site. */
function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings =
    /^(DATABASE_|STORAGE_URL|SMTP_|GOOGLE_|FACEBOOK_|YOUTUBE_|AI_|SUPER_ADMIN|SIGNUP_|HOST$|ROLE$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.test(name)));
}

async function untilReady(server: ChildProcess, findLine: () => string | undefined) {
  const until = Date.now() + startTimeoutMs;
  while (Date.now() < until && server.exitCode === null) {
    const line = findLine();
    if (line !== undefined) return line;
    await sleep(150);
  }
  return undefined;
}

async function stopProcess(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const killTimer = setTimeout(() => server.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(killTimer);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
