import { constants, setPriority } from 'node:os';
import { convertPicture, UnreadableError } from './conversion.ts';
import type { Developed, Exposed } from './darkroom.ts';

// The process that decodes and encodes, forked by `darkroom.ts`. Set before the first picture: the threads that do the
// work are made then, and take after the one that makes them.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// A signal that is meant for the whole group: the server lets its uploads finish, and then hangs up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.on('message', ({ id, bytes }: Exposed) => {
  const answer = (developed: Developed) => process.send?.(developed);
  convertPicture(bytes).then(
    (picture) => answer({ id, picture }),
    (error: unknown) => answer({ id, unreadable: error instanceof UnreadableError, failure: String(error) }),
  );
});
