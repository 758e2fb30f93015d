import { Readable } from 'node:stream';
import { ProblemError } from './problems.ts';

/** Smaller bodies are not queued. */
const largeBytes = 256 * 1024;
/** Complete forms in memory: one being handled, and two so that the next is always ready. */
const maxHeld = 3;
const maxWaiting = 60;
/** Between chunks while several bodies are read: without it the first few would keep every core busy. */
const pauseMs = 2;

/** Bodies being read, in the order in which they began. */
const reading = new Set<Readable>();
/** Those of them that wait for their next chunk. */
const ready = new Set<Readable>();
/** Resolvers of bodies that wait to start. */
const starts = new Map<Readable, () => void>();
let held = 0;
let isScheduled = false;

/**
 * Resolves when a large body may start. One chunk of one body is read per iteration of the event loop, so that small
 * requests wait for one chunk at most. While enough complete forms are in memory no body is read, and TCP holds back
 * the senders. A slow sender delays no other body: only those whose next chunk is wanted are in the queue.
 */
export async function queueLargeBody(body: Readable, byteLength: number): Promise<void> {
  if (byteLength < largeBytes || body.destroyed) return;
  if (ready.size >= maxWaiting) throw new ProblemError('unavailable', undefined, { retryAfter: 5 });
  reading.add(body);
  body.once('close', () => {
    reading.delete(body);
    ready.delete(body);
    start(body);
  });
  body.pause();
  // A pipe calls this for the first chunk, and again whenever it can take more.
  body.resume = () => enqueue(body);
  body.on('data', () => {
    body.pause();
    enqueue(body);
  });
  const started = new Promise<void>((resolve) => starts.set(body, resolve));
  enqueue(body);
  await started;
}

function start(body: Readable): boolean {
  starts.get(body)?.();
  return starts.delete(body);
}

/** Counts a complete form as in memory until `work` ends, even if the client has disconnected. */
export async function countFormInMemory<T>(byteLength: number, work: () => Promise<T>): Promise<T> {
  if (byteLength < largeBytes) return work();
  held += 1;
  try {
    return await work();
  } finally {
    held -= 1;
    scheduleNext();
  }
}

function enqueue<Body extends Readable>(body: Body): Body {
  if (reading.has(body)) {
    ready.add(body);
    scheduleNext();
  }
  return body;
}

function scheduleNext(): void {
  if (isScheduled || ready.size === 0 || held >= maxHeld) return;
  isScheduled = true;
  if (reading.size > 1) setTimeout(readNext, pauseMs);
  else setImmediate(readNext);
}

function readNext(): void {
  isScheduled = false;
  const next = held < maxHeld ? reading.values().find((body) => ready.has(body)) : undefined;
  if (!next) return;
  ready.delete(next);
  if (!start(next)) Readable.prototype.resume.call(next);
  scheduleNext();
}
