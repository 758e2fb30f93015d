import { writeFileSync } from 'node:fs';
import { darkroomPriority } from './tray.ts';

/**
 * Linux may share a processor among sessions first, evenly, and only then heed priorities, within each of them: beside a database with a session of its own a
 * priority counts for nothing. So whoever makes pictures has a session too, and it is the session that steps back.
 */
export const hasSessionOfItsOwn = process.platform === 'linux';

export function letSessionStepBack(pid: number): void {
  if (!hasSessionOfItsOwn) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(darkroomPriority));
  } catch {
    // Here sessions are not weighed, or one was a moment ago: that is why it is asked for at the fork and by the process itself.
  }
}
