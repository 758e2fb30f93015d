import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type ApiResponse, sendRequest } from '../support/client.ts';
import { postmasterPid, withDatabase } from '../support/database.ts';
import type { Fault } from '../support/fault-proxy.ts';
import { describeResponse, isRetryLater } from '../support/probe.ts';
import { untilReady } from '../support/product.ts';
import { type FaultEnvironment, verifyRecovered } from './environment.ts';

/** Requests during a database fault are answered within this time. */
const maxWaitMs = 8_000;
const faultMs = 2_500;

/** A temporary fault of the database. */
interface DatabaseFault {
  name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** No statement works during it; otherwise answers may be slow but must be right. */
  isOutage: boolean;
}

export async function breakDatabase(environment: FaultEnvironment): Promise<number> {
  const { context, product } = environment;
  // The largest the pools may grow to: ten each for the primary and two processes, plus jobs and listeners.
  const maxConnections = 48;
  for (const fault of databaseFaults(environment)) {
    await fault.begin();
    const sending = sendAll(environment);
    const health = await watchHealth(product.url);
    const responses = await sending;
    await sleep(Math.max(0, faultMs - (responses[0]?.ms ?? 0)));
    await fault.end();
    for (const { what, response, ms } of responses) {
      const isRight =
        isRetryLater(response) ||
        (!fault.isOutage && !(response instanceof Error) && response.status === 200);
      context.check(isRight, `database ${fault.name}: ${what} had ${describeResponse(response)}`);
      context.check(ms < maxWaitMs, `database ${fault.name}: ${what} took ${Math.round(ms)} ms`);
    }
    context.check(health.alive, `database ${fault.name}: liveness said no`);
    if (fault.isOutage) context.check(!health.ready, `database ${fault.name}: readiness said yes`);
    await untilReady(product, 15_000);
    for (const { what, response } of await sendAll(environment)) {
      const isOk = !(response instanceof Error) && response.status === 200;
      context.check(isOk, `after database ${fault.name}: ${what} had ${describeResponse(response)}`);
    }
    await verifyRecovered(environment, `after database ${fault.name}`, maxConnections);
    const slowest = Math.max(...responses.map(({ ms }) => ms));
    console.log(`database ${fault.name}: every request was answered within ${Math.round(slowest)} ms`);
  }
  return databaseFaults(environment).length;
}

function databaseFaults({ proxies, dataDir }: FaultEnvironment): DatabaseFault[] {
  const proxyFault = (fault: Fault, isOutage = true): DatabaseFault => ({
    name: fault.kind,
    begin: () => proxies.database.set(fault),
    end: () => proxies.database.set({ kind: 'none' }),
    isOutage,
  });
  const signalFault = (name: string, signal: NodeJS.Signals): DatabaseFault => ({
    name,
    begin: async () => process.kill(await postmasterPid(dataDir), signal),
    end: async () => {},
    isOutage: false,
  });
  let postmaster = 0;
  return [
    proxyFault({ kind: 'delay', ms: 60 }, false),
    proxyFault({ kind: 'drip', ms: 1 }, false),
    proxyFault({ kind: 'down' }),
    proxyFault({ kind: 'reset' }),
    proxyFault({ kind: 'cut' }),
    proxyFault({ kind: 'swallow' }),
    // The supervising process restarts it at once.
    signalFault('restarted, fast', 'SIGINT'),
    signalFault('restarted, at once', 'SIGQUIT'),
    {
      name: 'frozen',
      begin: async () => {
        postmaster = await postmasterPid(dataDir);
        for (const pid of await processesOf(postmaster)) signal(pid, 'SIGSTOP');
      },
      end: async () => {
        for (const pid of await processesOf(postmaster)) signal(pid, 'SIGCONT');
      },
      isOutage: true,
    },
    {
      name: 'without a free connection',
      begin: () => setConnectionLimit(dataDir, 0),
      end: () => setConnectionLimit(dataDir, -1),
      isOutage: true,
    },
  ];
}

/** Ignores processes that have ended: backends come and go while they are listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Outcome {
  what: string;
  response: ApiResponse | Error;
  ms: number;
}

/** Two writes and two reads, each three times at once. */
async function sendAll({ product, person, cardId }: FaultEnvironment): Promise<Outcome[]> {
  const { token } = person;
  const requests = [
    {
      what: 'a comment',
      path: '/r/comment',
      method: 'POST',
      body: { postId: cardId, rawText: 'Is it there?' },
    },
    { what: 'a like', path: '/r/post_like', method: 'PUT', body: { postId: cardId, liked: true } },
    { what: 'a card', path: `/r/post?postId=${cardId}` },
    { what: 'a feed', path: '/r/feed' },
  ];
  return Promise.all(
    [...requests, ...requests, ...requests].map(async ({ what, path, ...options }) => {
      const startedAt = performance.now();
      const response = await sendRequest(product.api, path, { ...options, token, timeoutMs: 40_000 }).catch(
        (error: Error) => error,
      );
      return { what, response, ms: performance.now() - startedAt };
    }),
  );
}

/** Liveness must stay up; readiness must report the fault. */
async function watchHealth(url: string): Promise<{ alive: boolean; ready: boolean }> {
  const alive = await sendRequest(url, '/healthz', { timeoutMs: 2_000 }).catch(() => undefined);
  await sleep(300);
  const ready = await sendRequest(url, '/readyz', { timeoutMs: 5_000 }).catch(() => undefined);
  return { alive: alive?.status === 200, ready: ready?.status === 200 };
}

/**
 * The postmaster and its children. The children have their own sessions, so a signal to the process group misses them.
 */
async function processesOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

async function setConnectionLimit(dataDir: string, limit: number): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    await db.query(
      limit < 0 ? sql`alter role gyan connection limit -1` : sql`alter role gyan connection limit 0`,
    );
    if (limit === 0) {
      await db.query(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gyan'`);
    }
  });
}
