import { sizes } from '@gyan/contract/limits.ts';

/** As many as are read and worked on at once where many upload (`body-turns.ts`). */
const mostSpare = 5;
const restMs = 60_000;
/** Smaller ones are not worth keeping. */
const smallestKept = 256 * 1024;

const spare: Buffer<ArrayBuffer>[] = [];
let rest: NodeJS.Timeout | undefined;

/**
 * Memory for a picture of at most so many bytes. That of large ones is used again: as garbage, megabytes of it for every photo, it would set off
 * sweeps of everything there is, for which all who ask for something else have to wait.
 */
export function takeRoom(byteLength: number): Buffer<ArrayBuffer> {
  if (byteLength < smallestKept) return Buffer.allocUnsafeSlow(byteLength);
  return spare.pop() ?? Buffer.allocUnsafeSlow(sizes.imageBytes);
}

/** For whoever is certain that nobody looks into it any more. */
export function giveBack(room: Buffer<ArrayBuffer>): void {
  if (room.byteLength !== sizes.imageBytes || spare.length >= mostSpare) return;
  spare.push(room);
  clearTimeout(rest);
  rest = setTimeout(() => {
    spare.length = 0;
  }, restMs).unref();
}
