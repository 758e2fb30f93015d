import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** The `nice` value of a process for slow work: below the processes that answer requests, above idle. */
export const lowPriority = 10;

/** For a process that was just forked: starting up uses much CPU. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, lowPriority);
  } catch {
    // The process has already ended; `exit` reports it.
  }
}
