import { writeFileSync } from 'node:fs';
import { darkroomPriority } from './tray.ts';

/**
 * Linux may share a processor among sessions first, evenly, and only then heed priorities, within each of them: beside a database with a session of its own a
 * priority counts for nothing. So whoever makes pictures has a session too, and it is the session that steps back.
 */
export const hasSessionOfItsOwn = process.platform === 'linux';

/** Whether it did not because another session of this machine did a moment ago, which only root may do more often than ten times a second. */
export function letSessionStepBack(pid: number): 'done' | 'too soon' {
  if (!hasSessionOfItsOwn) return 'done';
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(darkroomPriority));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 'too soon';
    // Here sessions are not weighed.
  }
  return 'done';
}

/** Tries again until it may; never at the same moment as another that has to. */
export function letOwnSessionStepBack(): void {
  if (letSessionStepBack(process.pid) === 'too soon') {
    setTimeout(letOwnSessionStepBack, 100 + Math.random() * 200).unref();
  }
}
