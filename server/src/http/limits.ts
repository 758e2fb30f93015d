import { randomUUID } from 'node:crypto';
import type { Budget, LimitName, Limits } from '@gyan/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { Jobs } from '#jobs/queue.ts';
import { countedAddress } from './addresses.ts';
import { tooMany } from './problems.ts';
import { RequestBudget } from './request-budget.ts';

type Counted = 'address' | 'account' | 'user' | 'userDaily';

export interface Limiter {
  /** Counts a request against the general budget of a user or an address; mostly without a statement. */
  consumeGeneral(by: 'user' | 'address', key: string): Promise<void>;
  /** Uses up one point, or throws `too_many_requests`. */
  consume(limit: LimitName, by: Counted, key: string): Promise<void>;
  /** Returns one point, for limits that count failures only. */
  refund(limit: LimitName, by: Counted, key: string): Promise<void>;
  reset(limit: LimitName, by: Counted, key: string): Promise<void>;
  /** How many points are used up. */
  count(limit: LimitName, by: Counted, key: string): Promise<number>;
}

export function openLimiter(pool: pg.Pool, limits: Limits): Limiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const general = {
    user: new RequestBudget(pool, 'general:user', limits.general.user),
    address: new RequestBudget(pool, 'general:address', limits.general.address),
  };

  const limiterOf = (limit: LimitName, by: Counted): RateLimiterPostgres => {
    const name = `${limit}:${by}`;
    let found = limiters.get(name);
    if (!found) {
      const budget = (limits[limit] as Partial<Record<Counted, Budget>>)[by];
      if (!budget) throw new Error(`limit ${limit} has no budget by ${by}`);
      found = new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: budget.points,
        duration: budget.seconds,
        clearExpiredByTimeout: false,
      });
      limiters.set(name, found);
    }
    return found;
  };

  return {
    consumeGeneral: (by, key) => general[by].consume(key),
    async consume(limit, by, key) {
      try {
        await limiterOf(limit, by).consume(key);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal;
      }
    },
    async refund(limit, by, key) {
      await limiterOf(limit, by).reward(key);
    },
    async reset(limit, by, key) {
      await limiterOf(limit, by).delete(key);
    },
    async count(limit, by, key) {
      return (await limiterOf(limit, by).get(key))?.consumedPoints ?? 0;
    },
  };
}

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'limits.tidy': object;
  }
}

export const limitJobs = {
  /** Deletes expired rows; their keys contain addresses and user ids. */
  async 'limits.tidy'(_, { db }) {
    await db.query(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`);
  },
} satisfies Jobs<{ db: Db }>;

export const limitCron = { 'limits.tidy': '7 * * * *' };

/**
 * Deletes all counts of these users or addresses. A key is the limit, what it counts by, and one or two ids or
 * addresses.
 */
export async function deleteCounts(db: Db, owners: readonly string[]): Promise<void> {
  await db.query(sql`
    delete from rate_limits
    where string_to_array(regexp_replace(key, '^[^:]+:[^:]+:', ''), ' ') && ${owners}::text[]`);
}

/** For load tests and `RATE_LIMITS=off`. */
export const noLimits: Limiter = {
  consumeGeneral: async () => {},
  consume: async () => {},
  refund: async () => {},
  reset: async () => {},
  count: async () => 0,
};

/**
 * Marks the requests that a page makes in this process for its visitor. They carry the visitor's address, so that
 * limits of calls apply, but the page itself has been counted already. The value is random, so clients cannot send it.
 */
export const inProcess = { 'x-in-process': randomUUID() };

export const isInProcess = ({ headers }: FastifyRequest) =>
  headers['x-in-process'] === inProcess['x-in-process'];

/**
 * Counts a request against the general budget: that of its viewer, otherwise that of its address. So the users behind
 * one address do not share a budget, and invalid tokens count against the address that sends them.
 */
export async function consumeGeneralLimit(limiter: Limiter, request: FastifyRequest): Promise<void> {
  if (isInProcess(request)) return;
  const { viewer, ip } = request;
  if (viewer) await limiter.consumeGeneral('user', String(viewer.userId));
  else await limiter.consumeGeneral('address', countedAddress(ip));
}
