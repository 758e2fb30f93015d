import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { convertPicture } from './conversion.ts';
import type { Developed } from './darkroom.ts';
import { letOwnSessionStepBack } from './session.ts';
import { darkroomPriority, takeOut } from './tray.ts';
import { UnreadableError } from './unreadable.ts';

// The process that decodes and encodes, forked by `darkroom.ts`.
stepBack();

/** On Linux a priority is a thread's own: those that do the work were made while this file was read, and kept that of the server. */
function stepBack(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, darkroomPriority);
  letOwnSessionStepBack();
}

// A signal that is meant for the whole group: the server lets its uploads finish, and then hangs up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

takeOut(process.stdin, ({ id, bytes }) => {
  const answer = (developed: Developed) => process.send?.(developed);
  convertPicture(bytes).then(
    (picture) => answer({ id, picture }),
    (error: unknown) => answer({ id, unreadable: error instanceof UnreadableError, failure: String(error) }),
  );
});
