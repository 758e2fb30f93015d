import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, UnreachableError } from './check-connection.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const defaultTimeoutMs = 30_000;
const shortestPauseMs = 100;
const longestPauseMs = 2_000;

export interface ReachOptions {
  log: { warn(fields: object, message: string): void };
  timeoutMs?: number;
}

/**
 * Retries at the start while the database is starting or overloaded; a refusal is not retried. `connect` must be safe
 * to repeat.
 */
export async function untilReachable<T>(connect: () => Promise<T>, options: ReachOptions): Promise<T> {
  const until = performance.now() + (options.timeoutMs ?? defaultTimeoutMs);
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await connect();
    } catch (error) {
      if (!isTransient(error) || performance.now() + pause > until) throw error;
      if (pause === shortestPauseMs) {
        const because = (error as Error).message;
        options.log.warn({ because }, 'the database cannot be reached yet, and is tried again for a while');
      }
      await sleep(pause);
    }
  }
}

const isTransient = (error: unknown) =>
  error instanceof UnreachableError || (isDatabaseUnavailable(error) && !isRefusal(error as Error));
