import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOk, stopProcess, waitUntil } from './processes.ts';

const nginxFolder = fileURLToPath(new URL('../nginx', import.meta.url));

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** Runs the nginx on the PATH with the shipped configuration; only the port and the upstream servers differ. */
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
  await waitUntil('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    return isOk(`${url}/healthz`);
  });
  return { url, stop: () => stopProcess(child) };
}
