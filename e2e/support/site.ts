import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const readyWithin = 180_000;

export interface Site {
  url: string;
  /** The address of its storage. */
  storage: string;
  /** The line that its start ended with. */
  startLine: string;
  /** All that it has written so far. */
  said(): string;
  stop(): Promise<void>;
}

export interface SiteOptions {
  /** Removed at the end unless given. */
  dataDir?: string;
  /** Instead of what a site for journeys has; undefined is what nobody has set. */
  env?: Record<string, string | undefined>;
}

/** Starts the real server on a free port and waits until it can serve. */
export async function startSite({ dataDir: given, env }: SiteOptions = {}): Promise<Site> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'gyan-journeys-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [main], {
    env: {
      ...withoutConfiguration(process.env),
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      WORKERS: '1',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const stop = async () => {
    await end(server);
    if (given === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const startLine = await untilReady(server, () => said.match(/^Gyan is ready at .*$/m)?.[0]);
  if (startLine === undefined) {
    await stop();
    throw new Error(`The site did not become ready. It said:\n${said}`);
  }
  const storage = pathToFileURL(join(dataDir, 'storage')).href;
  return { url, storage, startLine, said: () => said, stop };
}

/** What the person running the tests has configured for a site of their own must not reach this one. */
function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign =
    /^(DATABASE_|STORAGE_URL|SMTP_|GOOGLE_|FACEBOOK_|YOUTUBE_|AI_|SUPER_ADMIN|SIGNUP_|HOST$|ROLE$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

async function untilReady(server: ChildProcess, findLine: () => string | undefined) {
  const until = Date.now() + readyWithin;
  while (Date.now() < until && server.exitCode === null) {
    const line = findLine();
    if (line !== undefined) return line;
    await sleep(150);
  }
  return undefined;
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const late = setTimeout(() => server.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(late);
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
