import type { Readable } from 'node:stream';

/** Bodies with a piece to hand over, in the order they got it. */
const waiting: Readable[] = [];
let isCalling = false;

/**
 * Makes large bodies take turns: in one round of the event loop one piece of one of them is read, so that whoever asks for
 * something small waits for one piece at the most, however many upload at once. A client that sends slowly keeps nobody waiting: only
 * who has something to hand over stands in line.
 */
export function takeTurns(body: Readable): void {
  // Reading begins when somebody pipes it elsewhere.
  body.pause();
  body.on('data', () => {
    body.pause();
    waiting.push(body);
    callNext();
  });
}

function callNext(): void {
  if (isCalling) return;
  isCalling = true;
  setImmediate(() => {
    isCalling = false;
    waiting.shift()?.resume();
    if (waiting.length > 0) callNext();
  });
}
