import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { choosePort } from '../../server/src/db/embedded-postmaster.ts';
import { memoryFlags } from '../../server/src/lib/memory-flags.ts';
import { isOk, stopProcess, waitUntil } from './processes.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

/** One Node process of the product. */
export interface AppServer {
  name: string;
  url: string;
  /** Key in the link of the start line; the same for all app servers. */
  demoKey(): string | undefined;
  metrics(): Promise<string>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startAppServer(
  name: string,
  role: 'web' | 'worker',
  env: NodeJS.ProcessEnv,
): Promise<AppServer> {
  const port = await choosePort(undefined);
  const metricsPort = await choosePort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  let child: ChildProcess;
  let output = '';

  const start = async () => {
    child = spawn(process.execPath, [...memoryFlags, main], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compiled,
        ROLE: role,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        WORKERS: '1',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000);
      });
    }
    await waitUntil(`${name} is ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended at its start. It wrote:\n${output}`);
      return isOk(role === 'web' ? `${url}/readyz` : metricsUrl);
    });
  };
  await start();
  return {
    name,
    url,
    demoKey: () => /\/demo\/mailbox\?key=([\w-]+)/.exec(output)?.[1],
    metrics: async () => (await fetch(metricsUrl)).text(),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    restart: start,
    stop: () => stopProcess(child),
  };
}
