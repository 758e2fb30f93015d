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
  return {
    async query<Row extends object>(statement: Sql | NamedSql): Promise<Row[]> {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const giveUp = () => {
        isOver = true;
        reject(new ProblemError('unavailable', undefined, { retryAfter: 2 }));
      };
      const left = end - performance.now();
      if (isOver || left <= 0) {
        giveUp();
        return late;
      }
      const timer = setTimeout(giveUp, left);
      try {
        return await Promise.race([db.query<Row>(statement), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
