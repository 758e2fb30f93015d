import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { takeTurns } from './body-turns.ts';

const pieces = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => Buffer.from(`${name}${n} `));

function reading(name: string, count: number, seen: string[]) {
  const body = Readable.from(pieces(name, count), { objectMode: false });
  takeTurns(body);
  const sink = new PassThrough();
  body.pipe(sink);
  body.on('data', (piece: Buffer) => seen.push(String(piece).trim()));
  return buffer(sink);
}

it('reads every body whole, however many there are', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, (_, n) => reading(`${n}:`, 30, [])));
  for (const [n, body] of bodies.entries()) {
    expect(String(body)).toBe(pieces(`${n}:`, 30).join(''));
  }
});

it('lets another round of the loop begin after every piece', async () => {
  const seen: string[] = [];
  let rounds = 0;
  let open = true;
  const count = () => {
    rounds += 1;
    if (open) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([reading('a', 40, seen), reading('b', 40, seen)]);
  open = false;
  expect(seen).toHaveLength(80);
  expect(rounds).toBeGreaterThanOrEqual(75);
});

it('does not let a body that never goes on keep the others waiting', async () => {
  const stuck = new PassThrough();
  takeTurns(stuck);
  stuck.pipe(new PassThrough());
  stuck.write('one piece and no more');
  expect(String(await reading('c', 10, []))).toBe(pieces('c', 10).join(''));
});
