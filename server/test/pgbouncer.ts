import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseLaunch, findBinaries } from '#db/embedded-launch.ts';
import { choosePort } from '#db/embedded-postmaster.ts';

export interface PgBouncer {
  /** The URL of the database through the pooler. */
  urlOf(database: string): string;
  /** Whether it supports prepared statements in transaction mode: version 1.21 or later. */
  keepsPrepared: boolean;
  stop(): Promise<void>;
}

/** Starts the PgBouncer from the PATH in transaction mode for every database of a server. */
export async function startPgBouncer(serverUrl: string, folder: string): Promise<PgBouncer> {
  const { stdout } = await promisify(execFile)('pgbouncer', ['--version'], { env: withSbin() }).catch(() => {
    throw new Error('There is no pgbouncer on the PATH.');
  });
  const [, major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const keepsPrepared = major > 1 || minor >= 21;
  const port = await choosePort(undefined);
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'pgbouncer.ini');
  const logFile = join(folder, 'pgbouncer.log');
  await writeFile(file, settings(new URL(serverUrl), { port, keepsPrepared, logFile }), { mode: 0o600 });
  await writeFile(logFile, '');
  // Like PostgreSQL it refuses to run as root.
  const launch = await chooseLaunch(await findBinaries(), folder);
  const { owner } = launch;
  if (owner) await Promise.all([folder, file, logFile].map((path) => chown(path, owner.uid, owner.gid)));
  const child = launch.spawn('pgbouncer', ['-q', file], { cwd: '/', env: withSbin(), stdio: 'ignore' });
  await untilListening(child, port, logFile);
  return {
    urlOf(database) {
      const url = new URL(serverUrl);
      url.port = String(port);
      url.pathname = `/${database}`;
      return url.href;
    },
    keepsPrepared,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGQUIT');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settings(
  { hostname, port, username, password }: URL,
  own: { port: number; keepsPrepared: boolean; logFile: string },
): string {
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const limits = 'set statement_timeout = 6000; set idle_in_transaction_session_timeout = 15000';
  return [
    '[databases]',
    `* = ${server} connect_query='${limits}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own.port}`,
    'unix_socket_dir =',
    `logfile = ${own.logFile}`,
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 1000',
    'default_pool_size = 20',
    'server_login_retry = 1',
    'query_wait_timeout = 5',
    // Tests create many databases, and each has its own pool.
    'server_idle_timeout = 5',
    'autodb_idle_timeout = 10',
    ...(own.keepsPrepared ? ['max_prepared_statements = 200'] : []),
    '',
  ].join('\n');
}

/** Debian installs it in an sbin folder. */
function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
}

async function untilListening(child: ChildProcess, port: number, logFile: string): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const answered = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (answered) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`PgBouncer did not start: ${await readFile(logFile, 'utf8').catch(() => '')}`);
}
