import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as round } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { countFormInMemory, queueLargeBody } from './queue-large-bodies.ts';

const large = 1024 * 1024;

const pieces = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => Buffer.from(`${name}${n} `.padEnd(40_000, '.')));

async function reading(name: string, count: number, received: string[] = []) {
  const body = Readable.from(pieces(name, count), { objectMode: false });
  await queueLargeBody(body, large);
  // Applies back pressure after every chunk, as the form parser does.
  const sink = new PassThrough({ highWaterMark: 1 });
  body.pipe(sink);
  body.on('data', (piece: Buffer) => received.push(String(piece).replaceAll('.', '').trim()));
  return buffer(sink);
}

/** Fills all slots; returns a function to release each. */
function holdThree(): (() => void)[] {
  return [1, 2, 3].map(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void countFormInMemory(large, () => promise);
    return resolve;
  });
}

async function rounds(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await round();
}

it('reads every body whole, however many there are', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, (_, n) => reading(`${n}:`, 30)));
  for (const [n, body] of bodies.entries()) {
    expect(body.equals(Buffer.concat(pieces(`${n}:`, 30)))).toBe(true);
  }
});

it('yields to the event loop after every piece, and serves bodies in the order they came', async () => {
  const received: string[] = [];
  let count = 0;
  let open = true;
  const next = () => {
    count += 1;
    if (open) setImmediate(next);
  };
  setImmediate(next);
  await Promise.all([reading('a', 40, received), reading('b', 40, received)]);
  open = false;
  expect(received).toHaveLength(80);
  expect(count).toBeGreaterThanOrEqual(75);
  expect(received.slice(0, 60).filter((piece) => piece.startsWith('b')).length).toBeLessThan(30);
});

it('does not let a body that never goes on keep the others waiting', async () => {
  const stuck = new PassThrough();
  await queueLargeBody(stuck, large);
  stuck.pipe(new PassThrough());
  stuck.write('one piece and no more');
  expect((await reading('c', 10)).equals(Buffer.concat(pieces('c', 10)))).toBe(true);
  stuck.destroy();
});

it('reads no further while enough forms are being handled', async () => {
  const [first, ...others] = holdThree();
  const received: string[] = [];
  const read = reading('d', 10, received);
  await rounds(50);
  expect(received.length).toBeLessThanOrEqual(1);
  first?.();
  expect((await read).equals(Buffer.concat(pieces('d', 10)))).toBe(true);
  for (const end of others) end();
});

it('refuses a body while very many wait already', async () => {
  const endings = holdThree();
  const reads = Array.from({ length: 60 }, (_, n) => reading(`${n}:`, 2));
  await rounds(5);
  const refused = Readable.from(pieces('e', 2), { objectMode: false });
  await expect(queueLargeBody(refused, large)).rejects.toThrow('Gyan is briefly unavailable');
  await queueLargeBody(refused, 1_000);
  for (const end of endings) end();
  await Promise.all(reads);
});

it('starts many one after the other, with a pause in between, and lets go of a body whose client disconnected', async () => {
  const begun: number[] = [];
  const bodies = Array.from({ length: 10 }, () => new PassThrough());
  const starts = bodies.map(async (body) => {
    await queueLargeBody(body, large);
    begun.push(performance.now());
  });
  await expect.poll(() => begun).toHaveLength(10);
  // Nine pauses of two milliseconds; a delayed event loop can make a single timer fire early.
  expect((begun.at(-1) ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(5);
  for (const body of bodies) body.destroy();

  const endings = holdThree();
  const closed = new PassThrough();
  const start = queueLargeBody(closed, large);
  closed.destroy();
  await Promise.all([...starts, start]);
  for (const end of endings) end();
});

it('reads a single body without a pause', async () => {
  const pauses = vi.spyOn(globalThis, 'setTimeout');
  await reading('a', 20);
  expect(pauses).not.toHaveBeenCalled();
  await Promise.all([reading('b', 2), reading('c', 2)]);
  expect(pauses).toHaveBeenCalled();
  pauses.mockRestore();
});

it('ignores a body whose client has disconnected already', async () => {
  const closed = new PassThrough();
  closed.destroy();
  await once(closed, 'close');
  await queueLargeBody(closed, large);
  expect(closed.listenerCount('data')).toBe(0);
});
