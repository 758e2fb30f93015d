import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const readyWithin = 90_000;

export interface Site {
  url: string;
  /** The address of its storage. */
  storage: string;
  stop(): Promise<void>;
}

/** Starts the real server on a free port with an empty data folder and waits until it can serve. */
export async function startSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gyan-journeys-'));
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
    await rm(dataDir, { recursive: true, force: true });
  };
  if (!(await isReady(url, server))) {
    await stop();
    throw new Error(`The site did not become ready. It said:\n${said}`);
  }
  return { url, storage: pathToFileURL(join(dataDir, 'storage')).href, stop };
}

/** What the person running the tests has configured for a site of their own must not reach this one. */
function withoutConfiguration(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign =
    /^(DATABASE_|STORAGE_URL|SMTP_|GOOGLE_|FACEBOOK_|YOUTUBE_|AI_|SUPER_ADMIN|SIGNUP_|HOST$|ROLE$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  const until = Date.now() + readyWithin;
  while (Date.now() < until && server.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await sleep(150);
  }
  return false;
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
