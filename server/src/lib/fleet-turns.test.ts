import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openTurns } from './fleet-turns.ts';

/** What the primary sees of a process. */
function process() {
  const given: number[] = [];
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => !ended,
    send: ({ id }: { id: number }) => given.push(id),
  });
  let ended = false;
  return {
    worker: worker as unknown as Worker,
    given,
    want: (id: number) => worker.emit('message', { turn: 'wanted', id }),
    end: (id: number) => worker.emit('message', { turn: 'over', id }),
    exit: () => {
      ended = true;
      worker.emit('exit');
    },
  };
}

function fleet(places: number) {
  const giveTurnsTo = openTurns(places);
  const [one, other] = [process(), process()];
  for (const { worker } of [one, other]) giveTurnsTo(worker);
  return { one, other };
}

it('gives as many turns at once as there are places, whichever process asks', async () => {
  const { one, other } = fleet(2);
  for (const id of [1, 2]) one.want(id);
  other.want(1);
  await nextRound();
  expect([one.given, other.given]).toEqual([[1, 2], []]);
  one.end(2);
  await nextRound();
  expect(other.given).toEqual([1]);
});

it('passes on the turns of a process that ended, and those it stood in line for', async () => {
  const { one, other } = fleet(1);
  for (const id of [1, 2]) one.want(id);
  other.want(1);
  await nextRound();
  expect([one.given, other.given]).toEqual([[1], []]);
  one.exit();
  await nextRound();
  await nextRound();
  expect([one.given, other.given]).toEqual([[1], [1]]);
});
