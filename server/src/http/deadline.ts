import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from './problems.ts';

/** Fails with `unavailable` if the answer takes longer. For answers of several statements, which are limited one by one. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = sleep(ms, undefined, { signal: answered.signal }).then(() => {
    throw new ProblemError('unavailable', undefined, { retryAfter: 2 });
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
