import type { Budget } from '@gyan/contract/limits.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from './pool.ts';

/**
 * Counts one against a budget shared by all processes; returns whether it was within. In a transaction the row stays
 * locked until the commit, so take it after all other locks.
 */
export async function consumePoint(db: Db, key: string, budget: Budget): Promise<boolean> {
  const [row] = await db.query<{ points: number }>(consumePointStatement(key, budget));
  return row !== undefined && row.points <= budget.points;
}

/** The same as a statement that answers `points`: more than the budget has when it is used up. */
export function consumePointStatement(key: string, { points, seconds }: Budget): Sql {
  return sql`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
    insert into rate_limits as counted (key, points, expire)
    select ${key}, 1, ms + ${seconds * 1000}::bigint from clock
    on conflict (key) do update set
      points = case when counted.expire <= (select ms from clock) then 1 else least(counted.points, ${points}::int) + 1 end,
      expire = case when counted.expire <= (select ms from clock) then excluded.expire else counted.expire end
    returning points`;
}
