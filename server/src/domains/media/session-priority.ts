import { writeFileSync } from 'node:fs';

/** Linux lets only root do this more than ten times a second, counted over the whole machine. */
const retryMs = 150;

/**
 * Lowers the priority of this process's session. With autogroups, Linux divides a core among sessions and heeds the
 * nice value of a process only within its session, and every backend of PostgreSQL has a session of its own. Without
 * this a conversion takes as much of the core as a query (decision 017).
 */
export function lowerSessionPriority(nice: number): void {
  try {
    writeFileSync('/proc/self/autogroup', String(nice));
  } catch (error) {
    const isTooOften = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    // All other errors mean that this system has no autogroups.
    if (isTooOften) setTimeout(lowerSessionPriority, retryMs * (1 + Math.random()), nice).unref();
  }
}
