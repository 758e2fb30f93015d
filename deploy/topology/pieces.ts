import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { choosePort } from '../../server/src/db/embedded-postmaster.ts';
import { memoryEnvironment, memoryFlags } from '../../server/src/lib/memory-flags.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
const nginxFolder = fileURLToPath(new URL('../nginx', import.meta.url));
const patienceMs = 90_000;

/** One Node process of the product. */
export interface AppServer {
  name: string;
  url: string;
  /** Of the link in its start line, which is the same for all app servers. */
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
  let said = '';

  const start = async () => {
    child = spawn(process.execPath, [...memoryFlags, main], {
      env: {
        PATH: process.env.PATH,
        ...memoryEnvironment,
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
        said = (said + text).slice(-10_000);
      });
    }
    await until(`${name} is ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended at its start. It said:\n${said}`);
      return isOk(role === 'web' ? `${url}/readyz` : metricsUrl);
    });
  };
  await start();
  return {
    name,
    url,
    demoKey: () => /\/demo\/mailbox\?key=([\w-]+)/.exec(said)?.[1],
    metrics: async () => (await fetch(metricsUrl)).text(),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    restart: start,
    stop: () => end(child),
  };
}

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** The nginx on the PATH with the configuration that Gyan ships, but for the port and the servers behind it. */
export async function startNginx(folder: string, servers: string[], port: number): Promise<Proxy> {
  await mkdir(folder, { recursive: true });
  const shipped = await readFile(join(nginxFolder, 'gyan.conf'), 'utf8');
  const site = shipped.replace('listen 80 default_server;', `listen 127.0.0.1:${port};`);
  const upstream = (await readFile(join(nginxFolder, 'upstream.conf'), 'utf8')).replace(
    /( {2}server )[\d.:]+( .*\n)( {2}server .*\n)*/,
    (_all, before: string, after: string) =>
      servers.map((server) => `${before}${new URL(server).host}${after}`).join(''),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;`,
      'events { worker_connections 1024; }',
      `http { access_log off; ${temporary.join(' ')}`,
      upstream,
      site,
      '}',
    ].join('\n'),
  );
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    return isOk(`${url}/healthz`);
  });
  return { url, stop: () => end(child) };
}

export async function until(what: string, isSo: () => Promise<boolean>, ms = patienceMs): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`After ${ms / 1000} s it is still not so that ${what}.`);
    await sleep(100);
  }
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.ok ?? false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(late);
}
