import { Readable } from 'node:stream';
import { ProblemError } from './problems.ts';

/** Bodies from here on take turns; whatever is smaller is read as it comes. */
const largeBytes = 256 * 1024;
/** Forms read whole and not done with yet: one at work, and two so that the next never has to be waited for. */
const mostHeld = 3;
const mostWaiting = 60;
/** After each piece, where several upload: read without a pause, the first few of many would keep every core busy. */
const pauseMs = 2;

/** Bodies being read, in the order they began. */
const reading = new Set<Readable>();
/** Those of them whose next piece is asked for. */
const ready = new Set<Readable>();
/** How to tell those of them whom nobody has begun to take apart that it is their turn. */
const beginnings = new Map<Readable, () => void>();
let held = 0;
let isCalling = false;

/**
 * Makes large bodies take turns: in one round of the event loop one piece of one of them is read, so that whoever asks for
 * something small waits for one piece at the most, however many upload at once. Who came first goes first, and while enough forms wait
 * whole to be worked on nobody's is read on: their senders wait at the other end of the line instead of in our memory.
 * A client that sends slowly keeps nobody waiting: only who has something to hand over stands in line. To begin with a body takes a turn too:
 * answers when that has come.
 */
export async function takeTurns(body: Readable, byteLength: number): Promise<void> {
  if (byteLength < largeBytes || body.destroyed) return;
  if (ready.size >= mostWaiting) throw new ProblemError('unavailable', undefined, { retryAfter: 5 });
  reading.add(body);
  body.once('close', () => {
    reading.delete(body);
    ready.delete(body);
    begin(body);
  });
  body.pause();
  // Whoever pipes it elsewhere asks in this way for the first piece, and for the next one when there is room.
  body.resume = () => standInLine(body);
  body.on('data', () => {
    body.pause();
    standInLine(body);
  });
  const turn = new Promise<void>((resolve) => beginnings.set(body, resolve));
  standInLine(body);
  await turn;
}

function begin(body: Readable): boolean {
  beginnings.get(body)?.();
  return beginnings.delete(body);
}

/** Counts a form that was read whole until the work on it is done: it is in our memory for so long, also when its sender has gone. */
export async function holdForm<T>(byteLength: number, work: () => Promise<T>): Promise<T> {
  if (byteLength < largeBytes) return work();
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
    callNext();
  }
}

function standInLine<Body extends Readable>(body: Body): Body {
  if (reading.has(body)) {
    ready.add(body);
    callNext();
  }
  return body;
}

function callNext(): void {
  if (isCalling || ready.size === 0 || held >= mostHeld) return;
  isCalling = true;
  const soon = (call: () => void) => (reading.size > 1 ? setTimeout(call, pauseMs) : setImmediate(call));
  soon(() => {
    isCalling = false;
    const next = held < mostHeld ? reading.values().find((body) => ready.has(body)) : undefined;
    if (!next) return;
    ready.delete(next);
    if (!begin(next)) Readable.prototype.resume.call(next);
    callNext();
  });
}
