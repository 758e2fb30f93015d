import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { lowPriority } from '#lib/lower-priority.ts';
import { convertPicture } from './conversion.ts';
import { readFrames } from './frames.ts';
import type { Conversion } from './image-worker.ts';
import { lowerSessionPriority } from './session-priority.ts';
import { drawShareImage, type ShareDrawing } from './share-drawing.ts';
import { UnreadableError } from './unreadable.ts';

// Decodes, encodes and draws pictures; forked by `image-worker.ts`.
lowerOwnPriority();

/** On Linux each thread has its own priority, and the thread pool already exists by now. */
function lowerOwnPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, lowPriority);
  lowerSessionPriority(lowPriority);
}

// Signals to the process group are for the server: it finishes its uploads, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

readFrames(process.stdin, ({ id, drawing, bytes }) => {
  const answer = (conversion: Conversion) => process.send?.(conversion);
  const working =
    drawing === '' ? convertPicture(bytes) : drawShareImage(JSON.parse(drawing) as ShareDrawing, bytes);
  working.then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, unreadable: error instanceof UnreadableError, failure: String(error) }),
  );
});
