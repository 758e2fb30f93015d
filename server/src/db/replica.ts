import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import { type Database, type Db, openDatabase, type PoolOptions } from '#db/pool.ts';
import { isDatabaseUnavailable } from '#db/unavailable.ts';

/** Where to read, and how old the data may be. */
export interface Reading {
  db: Db;
  /** By `performance.now()`: everything committed before this time is visible. */
  asOf: number;
}

/** The outcome of a read that a replica could have answered. */
export type ReplicaOutcome =
  | 'served'
  /** It lagged too far behind or was unreachable: the primary answered. */
  | 'behind'
  /** It failed during the read: the primary answered. */
  | 'failed';

export interface Replica {
  /** Undefined while it is unreachable or lags too far behind. */
  begin(): Reading | undefined;
  /** Reports a change on the primary; the handlers of `onCaughtUp` run once the replica has it. */
  changed(): void;
  onCaughtUp(handler: () => void): void;
  /** Upper bound of the lag; infinite while it is unreachable. */
  lagMs(): number;
  readonly pool: Database['pool'];
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  primaryUrl: string;
  /** Answers what the replica cannot. */
  primary: Db;
  log: Pick<Logger, 'info' | 'warn'>;
  pool?: PoolOptions;
  observe?: (outcome: ReplicaOutcome) => void;
}

/** Above this lag nothing is read from the replica: cached answers live for five seconds in total. */
export const maxLagMs = 2_000;

const checkEveryMs = 250;
/** The shortest time between two checks, however many changes are reported. */
const minPauseMs = 25;
const pollMs = 10;
const longestPauseMs = 2_000;
const answerWithinMs = 2_000;

/**
 * The lag is measured by log positions, not by clocks: reads the WAL position of the primary, then checks
 * whether the replica has replayed it. If so, the replica has everything committed before the first query.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, log, observe = () => {} } = options;
  const db = openDatabase(options.url, {
    ...options.pool,
    connectTimeoutMs: 1_000,
    statementTimeoutMs: answerWithinMs,
    answerTimeoutMs: answerWithinMs + 500,
  });
  // Separate connections, so that a check never waits behind reads.
  const probe = { ...options.pool, max: 1, connectTimeoutMs: 1_000, answerTimeoutMs: 1_000 };
  const primaryProbe = openDatabase(options.primaryUrl, { ...probe, applicationName: 'gyan replica check' });
  const replicaProbe = openDatabase(options.url, { ...probe, applicationName: 'gyan replica check' });
  const closing = new AbortController();
  const handlers: (() => void)[] = [];

  let asOf = Number.NEGATIVE_INFINITY;
  /** Time of the latest reported change, until the replica has it. */
  let awaited: number | undefined;
  let wake = Promise.withResolvers<void>();
  let isInUse: boolean | undefined;

  const lagMs = () => performance.now() - asOf;

  const check = async () => {
    const startedAt = performance.now();
    const [at] = await primaryProbe.query<{ position: string }>(
      // The written position: a commit is written before it is confirmed.
      sql`select pg_current_wal_lsn()::text as position`,
    );
    while (!closing.signal.aborted) {
      const [there] = await replicaProbe.query<{ has_it: boolean | null }>(
        sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${at?.position}::pg_lsn end as has_it`,
      );
      if (there?.has_it == null) throw new Error('The server is no replica.');
      if (there.has_it) break;
      if (performance.now() - startedAt > maxLagMs) throw new Error('The replica is far behind.');
      await sleep(pollMs);
    }
    asOf = Math.max(asOf, startedAt);
    if (awaited !== undefined && awaited < startedAt) {
      awaited = undefined;
      for (const handler of handlers) handler();
    }
  };

  const keepChecking = async () => {
    let pause = checkEveryMs;
    while (!closing.signal.aborted) {
      const begun = performance.now();
      try {
        if (!isInUse) await checkSameSystem(primaryProbe, replicaProbe);
        await check();
        // A check that had to wait for the replica is outdated, so the next follows at once.
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
      if (awaited === undefined || !isInUse) await sleepUntilWoken(pause, wake.promise, closing.signal);
      await sleepUntilWoken(minPauseMs, undefined, closing.signal);
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
        const failure = failureOf(error);
        if (!failure) throw error;
        // A read cancelled by a conflict with replay says nothing about the next one.
        if (failure === 'replica') asOf = Number.NEGATIVE_INFINITY;
        observe('failed');
        return primary.query(statement);
      }
    },
  };

  return {
    begin() {
      if (lagMs() <= maxLagMs) return { db: reader, asOf };
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

/** WAL positions of unrelated servers can be compared too, but mean nothing. */
async function checkSameSystem(...servers: Db[]): Promise<void> {
  const systems = await Promise.all(
    servers.map((server) =>
      server.query<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`),
    ),
  );
  if (new Set(systems.map(([row]) => row?.id)).size > 1) {
    throw new Error('The server follows another primary than ours.');
  }
}

/** Undefined if the statement would fail on the primary too. */
function failureOf(error: unknown): 'statement' | 'replica' | undefined {
  const { code } = error as { code?: unknown };
  // Conflict with replay, or statement timeout.
  if (code === '40001' || code === '57014') return 'statement';
  return isDatabaseUnavailable(error) ? 'replica' : undefined;
}

async function sleepUntilWoken(
  ms: number,
  woken: Promise<void> | undefined,
  signal: AbortSignal,
): Promise<void> {
  const cancelTimer = new AbortController();
  const timer = sleep(ms, undefined, { signal: AbortSignal.any([cancelTimer.signal, signal]) }).catch(
    () => {},
  );
  await Promise.race(woken ? [timer, woken] : [timer]);
  cancelTimer.abort();
}
