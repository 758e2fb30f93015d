import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'sql-template-tag';
import type { Db, NamedSql } from '#db/pool.ts';
import { ProblemError } from './problems.ts';

/**
 * For answers that take several statements, each of which has its own time limit: all of them must end within `ms`, and
 * then no other begins.
 */
export function withDeadline(db: Db, ms: number): Db {
  const end = performance.now() + ms;
  let isOver = false;
  const refuse = (): never => {
    isOver = true;
    throw new ProblemError('unavailable', undefined, { retryAfter: 2 });
  };
  return {
    async query<Row extends object>(statement: Sql | NamedSql): Promise<Row[]> {
      const left = end - performance.now();
      if (isOver || left <= 0) return refuse();
      const done = new AbortController();
      const late = sleep(left, undefined, { signal: done.signal }).then(refuse);
      try {
        return await Promise.race([db.query<Row>(statement), late]);
      } finally {
        done.abort();
      }
    },
  };
}
