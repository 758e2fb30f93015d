import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import { type Database, type Db, openDatabase, type PoolOptions } from '#db/pool.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

/** A way to read, and how old what is read there may be. */
export interface Reading {
  db: Db;
  /** By `performance.now()`: whatever was committed before this moment is seen. */
  asOf: number;
}

/** What became of a read that a replica could have answered. */
export type ReplicaOutcome =
  | 'served'
  /** It was too far behind, or away: the primary answered. */
  | 'behind'
  /** It failed in the middle of the read: the primary answered. */
  | 'failed';

export interface Replica {
  /** Undefined while it is away or too far behind. */
  begin(): Reading | undefined;
  /** Something changed on the primary; `onCaughtUp` is called once the replica has it too. */
  changed(): void;
  onCaughtUp(handler: () => void): void;
  /** What it may be missing at the most; infinite while it is away. */
  lagMs(): number;
  readonly pool: Database['pool'];
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  /** Where the replica's changes come from. */
  primaryUrl: string;
  /** Takes over whatever the replica cannot answer. */
  primary: Db;
  log: Pick<Logger, 'info' | 'warn'>;
  pool?: PoolOptions;
  observe?: (outcome: ReplicaOutcome) => void;
}

/** Further behind than this and nobody reads from it: what is kept for five seconds has to be worth keeping. */
export const furthestBehindMs = 2_000;

const checkEveryMs = 250;
/** Changes may come by the hundred; each makes a check due, and so many are enough. */
const checkApartMs = 25;
const pollMs = 10;
const longestPauseMs = 2_000;
const answerWithinMs = 2_000;

/**
 * How far the replica is, is never guessed from clocks: the primary is asked for its position in the log, then the replica whether it has replayed that.
 * When it has, it holds everything that was committed before the first question was asked.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, log, observe = () => {} } = options;
  const db = openDatabase(options.url, {
    ...options.pool,
    connectTimeoutMs: 1_000,
    statementTimeoutMs: answerWithinMs,
    answerTimeoutMs: answerWithinMs + 500,
  });
  // A connection each of their own: a check must not wait behind those who read.
  const probe = { ...options.pool, max: 1, connectTimeoutMs: 1_000, answerTimeoutMs: 1_000 };
  const primaryProbe = openDatabase(options.primaryUrl, { ...probe, applicationName: 'gyan replica check' });
  const replicaProbe = openDatabase(options.url, { ...probe, applicationName: 'gyan replica check' });
  const closing = new AbortController();
  const handlers: (() => void)[] = [];

  let asOf = Number.NEGATIVE_INFINITY;
  /** When the latest change was heard of, until the replica has it. */
  let awaited: number | undefined;
  let wake = Promise.withResolvers<void>();
  let isInUse: boolean | undefined;

  const lagMs = () => performance.now() - asOf;

  const check = async () => {
    const asked = performance.now();
    const [at] = await primaryProbe.query<{ position: string }>(
      // Written to disk, which is where a commit is before anybody is told of it.
      sql`select pg_current_wal_lsn()::text as position`,
    );
    while (!closing.signal.aborted) {
      const [there] = await replicaProbe.query<{ has_it: boolean | null }>(
        sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${at?.position}::pg_lsn end as has_it`,
      );
      if (there?.has_it == null) throw new Error('The server is no replica.');
      if (there.has_it) break;
      if (performance.now() - asked > furthestBehindMs) throw new Error('The replica is far behind.');
      await sleep(pollMs);
    }
    asOf = Math.max(asOf, asked);
    if (awaited !== undefined && awaited < asked) {
      awaited = undefined;
      for (const handler of handlers) handler();
    }
  };

  const keepChecking = async () => {
    let pause = checkEveryMs;
    while (!closing.signal.aborted) {
      const begun = performance.now();
      try {
        if (!isInUse) await checkKinship(primaryProbe, replicaProbe);
        await check();
        // One that had to wait for the replica is old news by now.
        pause = performance.now() - begun > checkEveryMs ? 0 : checkEveryMs;
        if (!isInUse) log.info('public reads go to the replica');
        isInUse = true;
      } catch (error) {
        if (closing.signal.aborted) return;
        if (isInUse !== false) log.warn({ err: error }, 'public reads go to the primary');
        isInUse = false;
        pause = Math.min(Math.max(pause, checkEveryMs) * 2, longestPauseMs);
      }
      wake = Promise.withResolvers();
      if (awaited === undefined || !isInUse) await restOr(pause, wake.promise, closing.signal);
      await restOr(checkApartMs, undefined, closing.signal);
    }
  };
  const checked = keepChecking();

  const reader: Db = {
    async query(statement) {
      try {
        const rows = await db.query(statement);
        observe('served');
        return rows as never;
      } catch (error) {
        const trouble = troubleOf(error);
        if (!trouble) throw error;
        // A read that was in the way of what had to be replayed says nothing about the next one.
        if (trouble === 'replica') asOf = Number.NEGATIVE_INFINITY;
        observe('failed');
        return primary.query(statement);
      }
    },
  };

  return {
    begin() {
      if (lagMs() <= furthestBehindMs) return { db: reader, asOf };
      observe('behind');
      return undefined;
    },
    changed() {
      awaited = performance.now();
      wake.resolve();
    },
    onCaughtUp: (handler) => void handlers.push(handler),
    lagMs,
    pool: db.pool,
    async close() {
      closing.abort();
      wake.resolve();
      await Promise.all([db.close(), primaryProbe.close(), replicaProbe.close()]);
      await checked;
    },
  };
}

/** Positions of servers that have nothing to do with each other can be compared too, and say nothing. */
async function checkKinship(...servers: Db[]): Promise<void> {
  const systems = await Promise.all(
    servers.map((server) =>
      server.query<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`),
    ),
  );
  if (new Set(systems.map(([row]) => row?.id)).size > 1) {
    throw new Error('The server follows another primary than ours.');
  }
}

/** A statement may also fail for a reason of its own, and would fail on the primary just the same. */
function troubleOf(error: unknown): 'statement' | 'replica' | undefined {
  const { code } = error as { code?: unknown };
  // Cut off because it stood in the way of replaying, or took too long.
  if (code === '40001' || code === '57014') return 'statement';
  return isDatabaseUnavailable(error) ? 'replica' : undefined;
}

async function restOr(ms: number, woken: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  const rested = new AbortController();
  const rest = sleep(ms, undefined, { signal: AbortSignal.any([rested.signal, signal]) }).catch(() => {});
  await Promise.race(woken ? [rest, woken] : [rest]);
  rested.abort();
}
