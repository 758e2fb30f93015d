import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { startFaultProxy } from '../../../torture/support/fault-proxy.ts';
import { enqueue } from './queue.ts';
import { type JobRunner, runJobs } from './runner.ts';

// The queue knows no domain; any declared name will do.
const name = 'mail.send';

let database: TestDatabase;
const runners: JobRunner[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await database.drop();
});

type Work = (emailId: number, run: { attempt: number; signal: AbortSignal }) => Promise<void> | void;

async function start(
  work: Work,
  log = recordingLog(),
  concurrency = 2,
  url = database.directUrl,
): Promise<JobRunner> {
  const runner = await runJobs({
    url,
    jobs: { [name]: async ({ emailId }, _deps, run) => work(emailId, run) },
    deps: {},
    log,
    concurrency,
  });
  runners.push(runner);
  return runner;
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(condition, { interval: 10 }).toBe(true);
}

async function waitingJobs(): Promise<number> {
  const [row] = await database.db.query<{ count: number }>(sql`select count(*) from graphile_worker.jobs`);
  return row?.count ?? Number.NaN;
}

it('runs a job soon after its transaction commits, and not before', async () => {
  const ran: number[] = [];
  await start((id) => void ran.push(id));
  let committed = 0;
  await database.db.transaction(async (tx) => {
    await enqueue(tx, name, { emailId: 7 });
    await sleep(150);
    expect(ran).toEqual([]);
    committed = performance.now();
  });
  await waitFor(() => ran.length === 1);
  expect(ran).toEqual([7]);
  expect(performance.now() - committed).toBeLessThan(1_000);
});

it('forgets a job whose transaction is rolled back', async () => {
  const work = database.db.transaction(async (tx) => {
    await enqueue(tx, name, { emailId: 1 });
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await waitingJobs()).toBe(0);
});

it('repeats a failed job after a while', async () => {
  const attempts: number[] = [];
  const log = recordingLog();
  await start((_id, { attempt }) => {
    attempts.push(attempt);
    if (attempt === 1) throw new Error('not yet');
  }, log);
  await enqueue(database.db, name, { emailId: 1 });
  await waitFor(() => attempts.length === 2);
  expect(attempts).toEqual([1, 2]);
  expect(log.lines.some((line) => line.level === 'error' && line.message.includes('not yet'))).toBe(true);
});

// An uncaught error would end the process and fail this test.
it('writes down later what became of jobs that ended while the database was away', {
  timeout: 60_000,
}, async () => {
  const url = new URL(database.directUrl);
  const way = await startFaultProxy({ port: Number(url.port) });
  url.port = String(way.port);
  const attempts: Record<number, number> = {};
  const { promise: away, resolve: leave } = Promise.withResolvers<void>();
  await enqueue(database.db, name, { emailId: 1 });
  await enqueue(database.db, name, { emailId: 2 });
  await start(
    async (id, { attempt }) => {
      attempts[id] = attempt;
      if (attempt > 1) return;
      if (Object.keys(attempts).length === 2) await way.set({ kind: 'down' }).then(leave);
      await away;
      if (id === 2) throw new Error('not yet');
    },
    recordingLog(),
    2,
    url.href,
  );
  await away;
  await sleep(200);
  await way.set({ kind: 'none' });
  await waitFor(async () => (await waitingJobs()) === 0);
  expect(attempts).toEqual({ 1: 1, 2: 2 });
  await runners[0]?.stop();
  await way.stop();
});

it('keeps one waiting job per key', async () => {
  const runAt = new Date(Date.now() + 60_000);
  await enqueue(database.db, name, { emailId: 1 }, { key: 'one', runAt });
  await enqueue(database.db, name, { emailId: 2 }, { key: 'one', keyMode: 'preserve_run_at' });
  expect(await waitingJobs()).toBe(1);
  const [job] = await database.db.query<{ run_at: Date }>(sql`select run_at from graphile_worker.jobs`);
  expect(job?.run_at).toEqual(runAt);
});

it('lets a running job finish before it stops', async () => {
  let finished = false;
  let begun = false;
  const runner = await start(async () => {
    begun = true;
    await sleep(300);
    finished = true;
  });
  await enqueue(database.db, name, { emailId: 1 });
  await waitFor(() => begun);
  await runner.stop();
  expect(finished).toBe(true);
  expect(await waitingJobs()).toBe(0);
});

it('gives a job back that does not finish in time', async () => {
  let begun = false;
  const runner = await start((_id, { signal }) => {
    begun = true;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('interrupted')));
    });
  });
  await enqueue(database.db, name, { emailId: 1 });
  await waitFor(() => begun);
  const startedAt = performance.now();
  await runner.stop();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  const [job] = await database.db.query<{ locked_at: Date | null }>(
    sql`select locked_at from graphile_worker.jobs`,
  );
  expect(job).toEqual({ locked_at: null });
});

it('ends even when a job ignores that it has to', async () => {
  let begun = false;
  let release = () => {};
  const runner = await start(() => {
    begun = true;
    return new Promise((resolve) => {
      release = resolve;
    });
  });
  await enqueue(database.db, name, { emailId: 1 });
  await waitFor(() => begun);
  const startedAt = performance.now();
  await runner.stop();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  const [job] = await database.db.query<{ locked_at: Date | null }>(
    sql`select locked_at from graphile_worker.jobs`,
  );
  expect(job).toEqual({ locked_at: null });
  release();
});

it('takes over the jobs of a runner that was killed, and leaves those of a living one', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first: number[] = [];
  const busy = async (id: number) => {
    first.push(id);
    await held;
  };
  await start(busy, recordingLog(), 1);
  await enqueue(database.db, name, { emailId: 1 });
  await waitFor(() => first.length === 1);

  // After a crash: a job locked by a runner that holds no lock.
  await enqueue(database.db, name, { emailId: 2 }, { runAt: new Date(Date.now() + 3_600_000), key: 'dead' });
  await database.db.query(sql`
    update graphile_worker._private_jobs
    set locked_by = 'gone', run_at = now(), locked_at = now() - interval '1 minute'
    where key = 'dead'`);
  await database.db.query(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where key is null`);

  const second: number[] = [];
  await start((id) => void second.push(id));
  await waitFor(() => second.length === 1);
  expect(second).toEqual([2]);
  expect(first).toEqual([1]);
  release();
});
