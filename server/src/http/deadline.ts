import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/pool.ts';
import { ProblemError } from './problems.ts';

/**
 * For answers that take several statements, each of which has its own time limit: all of them must end within `ms`, and
 * then no other begins.
 */
export function withDeadline(db: Db, ms: number): Db {
  const end = performance.now() + ms;
  return {
    query: (statement) => within(Math.max(0, end - performance.now()), () => db.query(statement)),
  };
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  if (ms === 0) throw tooLate();
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw tooLate();
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    done.abort();
  }
}

const tooLate = () => new ProblemError('unavailable', undefined, { retryAfter: 2 });
