import { setTimeout as sleep } from 'node:timers/promises';

/** Serialization failure and deadlock: PostgreSQL has rolled back, so the work can be repeated. */
const retryableStates = new Set<unknown>(['40001', '40P01']);
const maxAttempts = 5;

/** Known locks are taken in a fixed order; the few deadlocks that remain are retried after a short random pause. */
export async function retryOnDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === maxAttempts || !retryableStates.has((error as { code?: unknown }).code)) throw error;
      await sleep(Math.random() * 20 * attempts);
    }
  }
}
