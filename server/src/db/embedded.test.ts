import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Embedded, startEmbedded } from '#db/embedded.ts';

const log = pino({ level: 'silent' });
const holder = fileURLToPath(new URL('../../test/hold-embedded.ts', import.meta.url));

let root: string;
let dataDir: string;
let running: Embedded[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  // A private folder with a space in its name: both need care.
  root = await mkdtemp(join(tmpdir(), 'gyan embedded '));
  dataDir = join(root, 'data');
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  children = [];
  running = [];
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function start(folder = dataDir): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, log, durable: false });
  running.push(embedded);
  return embedded;
}

/** Another process that locks the folder; returns its output and a function that kills it. */
async function startInProcess() {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const message = JSON.parse(line.toString()) as { url: string; adopted: boolean; error?: string };
  return {
    ...message,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function isReachable(url: string): Promise<boolean> {
  return await query(url, 'select').then(
    () => true,
    () => false,
  );
}

describe('the embedded database', () => {
  test('keeps its rows from one start to the next, and its port', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(await isReachable(first.url)).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('sorts and folds text the same on every platform', async () => {
    const { url } = await start();
    const [row] = await query(
      url,
      `select lower('ÄÖ') as folded, 'a' > 'B' as by_code_point, current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({ folded: 'äö', by_code_point: true, encoding: 'UTF8' });
  });

  test('lets the app in as a role that is no superuser, and nobody without a password', async () => {
    const { url } = await start();
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    const open = new URL(url);
    open.password = 'guess';
    await expect(query(open.href, 'select')).rejects.toMatchObject({ code: '28P01' });
    const { mode } = await stat(join(dataDir, 'postgres-password'));
    expect(mode & 0o077).toBe(0);
  });

  test('a second app on the same folder is refused while the first lives', async () => {
    const { url } = await start();
    const second = await startInProcess();
    expect(second.error).toBe('Another Gyan is already running on this data folder.');
    expect(await isReachable(url)).toBe(true);
  });

  test('a server left behind by a killed app is taken over and can be stopped', async () => {
    const killed = await startInProcess();
    await query(killed.url, 'create table left_behind as select 7 as answer');
    const pid = await postmasterPid();
    await killed.kill();

    const next = await start();
    expect(next.adopted).toBe(true);
    expect(await postmasterPid()).toBe(pid);
    expect(await query(next.url, 'select answer from left_behind')).toEqual([{ answer: 7 }]);
    await next.stop();
    expect(await isReachable(next.url)).toBe(false);
  });

  test('a killed server comes back at the same address while the app lives', async () => {
    const { url } = await start();
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isReachable(url), { timeout: 15_000 }).toBe(true);
    expect(await postmasterPid()).not.toBe(pid);
  });

  test('a server that ends by itself just before it is told to is ended', async () => {
    const server = await start();
    const pid = await postmasterPid();
    const kill = process.kill.bind(process);
    const spy = vi.spyOn(process, 'kill').mockImplementation((target, signal) => {
      if (target !== pid || signal !== 'SIGINT') return kill(target, signal);
      kill(target, 'SIGQUIT');
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    });
    try {
      await server.stop();
    } finally {
      spy.mockRestore();
    }
    expect(await isReachable(server.url)).toBe(false);
  });

  test('an adopted server that is killed comes back too', async () => {
    const killed = await startInProcess();
    await killed.kill();
    const { url, adopted } = await start();
    expect(adopted).toBe(true);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(async () => (await isReachable(url)) && (await postmasterPid()) !== pid, { timeout: 15_000 })
      .toBe(true);
  });

  test('app and server killed together leave nothing that hinders the next start', async () => {
    const killed = await startInProcess();
    const pid = await postmasterPid();
    await killed.kill();
    process.kill(pid, 'SIGKILL');
    const next = await start();
    expect(await isReachable(next.url)).toBe(true);
  });

  test('a frozen server is ended and started again', { timeout: 40_000 }, async () => {
    const killed = await startInProcess();
    const pid = await postmasterPid();
    await killed.kill();
    process.kill(pid, 'SIGSTOP');
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await isReachable(next.url)).toBe(true);
  });

  test.each([
    ['a process that is gone', 999_999_999],
    ['some other program', process.ppid],
  ])('a stale lock file that names %s does not hinder the start', async (_what, pid) => {
    const before = await start();
    await before.stop();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(
      file,
      `${pid}\n${dataDir}/postgres\n1700000000\n${new URL(before.url).port}\n\n127.0.0.1\n\nready\n`,
    );
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await isReachable(next.url)).toBe(true);
  });

  test('a port taken meanwhile is left alone and another one chosen', async () => {
    const { createServer } = await import('node:net');
    const first = await start();
    await first.stop();
    const rival = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(rival, 'listening');
    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await isReachable(second.url)).toBe(true);
    rival.close();
  });

  test('a first start that was killed half-way leaves no half database', async () => {
    const folder = join(root, 'half');
    await mkdir(join(folder, 'postgres-new-999999999', 'cluster'), { recursive: true });
    await writeFile(join(folder, 'postgres-new-999999999', 'cluster', 'PG_VERSION'), '18\n');
    const { url } = await start(folder);
    expect(await isReachable(url)).toBe(true);
    await expect(stat(join(folder, 'postgres-new-999999999'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a folder that holds something else is left alone', async () => {
    const folder = join(root, 'other');
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'diary.txt'), 'mine');
    await expect(start(folder)).rejects.toThrow('is not a database');
    expect(await readFile(join(folder, 'postgres', 'diary.txt'), 'utf8')).toBe('mine');
  });

  test.runIf(process.getuid?.() === 0)(
    'root moves from a reachable folder to a private one and back',
    async () => {
      await chmod(root, 0o755);
      const open = await start();
      await query(open.url, 'create table moved as select 1 as answer');
      await open.stop();
      await chmod(root, 0o700);
      const closed = await start();
      expect(await query(closed.url, 'select answer from moved')).toEqual([{ answer: 1 }]);
    },
  );
});
