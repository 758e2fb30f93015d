import { type ChildProcess, execFile } from 'node:child_process';
import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cluster, isAlive, withoutStop } from '#db/embedded-cluster.ts';
import { type Binaries, type Launch, quietEnvironment, run } from '#db/embedded-launch.ts';
import { StartError } from '#db/start-error.ts';

/** A running PostgreSQL server, started by us or found. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Set when this process started it. */
  child?: ChildProcess;
}

/** The postmaster that runs on this folder, also if another process started it. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lockFile = await readLockFile(folder);
  if (!lockFile || !(await servesFolder(lockFile.pid, folder))) return undefined;
  return lockFile;
}

export type Launched =
  | { outcome: 'started'; postmaster: Postmaster }
  /** A retry may succeed: later, or with another port. */
  | { outcome: 'refused'; because: 'folder busy' | 'port taken' };

/** Starts a server and waits until it has either opened its port or ended. */
export async function launchPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  launch: Launch,
  port: number,
  durable: boolean,
): Promise<Launched> {
  await releaseLockFile(cluster.folder);
  await rotateLog(cluster.logFile);
  const log = await open(cluster.logFile, 'a', 0o600);
  const { size: logStart } = await log.stat();
  const flags = {
    port,
    listen_addresses: '127.0.0.1',
    // The path of a socket is limited to 107 bytes, that of the data folder is not.
    unix_socket_directories: '',
    logging_collector: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = launch.spawn(
    binaries.postgres,
    ['-D', cluster.folder, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: cluster.folder,
      env: quietEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C in a terminal must not reach it before the app has drained.
      detached: true,
      windowsHide: true,
    },
  );
  const ended = run(child);
  await log.close();
  const { pid } = child;
  if (pid !== undefined) {
    for (;;) {
      const over = await Promise.race([ended, sleep(20)]);
      if (over) break;
      const lockFile = await readLockFile(cluster.folder);
      if (lockFile?.pid === pid && lockFile.isListening) {
        return { outcome: 'started', postmaster: { pid, port, child } };
      }
    }
  }
  const logText = (await readFile(cluster.logFile)).subarray(logStart).toString();
  if (
    /pre-existing shared memory block|lock file "postmaster\.pid" (already exists|is empty)/.test(logText)
  ) {
    return { outcome: 'refused', because: 'folder busy' };
  }
  if (/could not (bind|create any TCP)/.test(logText)) return { outcome: 'refused', because: 'port taken' };
  const reason = /(?:FATAL|PANIC): +(.+)/.exec(logText)?.[1] ?? (await ended).output;
  throw new StartError(`The embedded database did not start: ${withoutStop(reason)}.`);
}

/** Stops the server: fast, then immediate, then by SIGKILL. */
export async function endPostmaster(
  postmaster: Postmaster,
  folder: string,
  binaries: Binaries,
  budgetMs: number,
): Promise<void> {
  const steps = [
    { mode: 'fast', signal: 'SIGINT', ms: budgetMs * 0.7 },
    { mode: 'immediate', signal: 'SIGQUIT', ms: budgetMs * 0.2 },
    { mode: 'immediate', signal: 'SIGKILL', ms: budgetMs * 0.1 + 2_000 },
  ] as const;
  for (const { mode, signal, ms } of steps) {
    if (!(await servesFolder(postmaster.pid, folder))) return;
    if (process.platform === 'win32') {
      await promisify(execFile)(binaries.pg_ctl, ['stop', '-W', '-D', folder, '-m', mode]).catch(() => {});
    } else {
      sendSignal(postmaster.pid, signal);
    }
    const deadline = performance.now() + ms;
    while (performance.now() < deadline) {
      if (!(await servesFolder(postmaster.pid, folder))) return;
      await sleep(20);
    }
  }
}

/** Ignores a process that has exited already. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A port below the range of outgoing connections, so that it is likely free at the next start. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

export async function readPort(file: string): Promise<number | undefined> {
  const port = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : undefined;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function readLockFile(folder: string): Promise<(Postmaster & { isListening: boolean }) | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  // The eighth line is the state; it appears once the sockets are open.
  return { pid, port, isListening: port > 0 && (lines[7] ?? '').trim() !== '' };
}

/**
 * After a crash the lock file may name a pid that now belongs to another program, and PostgreSQL would refuse to start.
 * It ignores the pid of its own parent, so our pid is written there. The rest stays: PostgreSQL uses it to check for
 * children of the dead server.
 */
async function releaseLockFile(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  const found = await stat(file).catch(() => undefined);
  if (!found) return;
  const lockFile = await readLockFile(folder);
  if (!lockFile) {
    // Empty: another server is just starting, or the machine crashed during a start.
    if (Date.now() - found.mtimeMs > 2_000) await rm(file, { force: true });
    return;
  }
  if (!isAlive(lockFile.pid)) return;
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  const temporary = `${file}-${process.pid}`;
  await writeFile(temporary, [process.pid, ...rest].join('\n'), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(temporary, found.uid, found.gid);
  await rename(temporary, file);
}

/** Pids are reused, so the command line must be that of a server on this folder too. */
async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    // Empty for a zombie process.
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(args[0] ?? '') === 'postgres' && args[1] === '-D' && args[2] === folder;
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(`postgres -D ${folder}`);
}

const logLimit = 10 * 1024 * 1024;

async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimit) await rename(file, `${file}.1`);
}
