import { setTimeout as sleep } from 'node:timers/promises';

/** Serialization and deadlock: nothing of it has happened, and the one it lost to is nearly done. */
const circleStates = new Set<unknown>(['40001', '40P01']);
const mostTries = 5;

/** Locks are taken in one order wherever it is known which ones; what is left meets so rarely that trying again is enough. */
export async function unlessInCircle<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === mostTries || !circleStates.has((error as { code?: unknown }).code)) throw error;
      await sleep(Math.random() * 20 * tries);
    }
  }
}
