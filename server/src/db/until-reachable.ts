import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, UnreachableError } from './check-connection.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const patienceMs = 30_000;
const shortestPauseMs = 100;
const longestPauseMs = 2_000;

export interface ReachOptions {
  log: { warn(fields: object, message: string): void };
  patienceMs?: number;
}

/**
 * For what a start asks of the database: a server that starts at the same time, or has far too much to do, is there a moment later. Whoever
 * answers that we are not let in will not say anything else then. `ask` must be something that can be asked again.
 */
export async function untilReachable<T>(ask: () => Promise<T>, options: ReachOptions): Promise<T> {
  const until = performance.now() + (options.patienceMs ?? patienceMs);
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!mayPass(error) || performance.now() + pause > until) throw error;
      if (pause === shortestPauseMs) {
        const because = (error as Error).message;
        options.log.warn({ because }, 'the database cannot be reached yet, and is tried again for a while');
      }
      await sleep(pause);
    }
  }
}

const mayPass = (error: unknown) =>
  error instanceof UnreachableError || (isDatabaseUnavailable(error) && !isRefusal(error as Error));
