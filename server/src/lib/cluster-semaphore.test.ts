import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { grantPermits } from './cluster-semaphore.ts';

/** What the primary sees of a worker. */
function createWorker() {
  const granted: number[] = [];
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => !exited,
    send: ({ id }: { id: number }) => granted.push(id),
  });
  let exited = false;
  return {
    worker: worker as unknown as Worker,
    granted,
    request: (id: number) => worker.emit('message', { permit: 'request', id }),
    release: (id: number) => worker.emit('message', { permit: 'release', id }),
    exit: () => {
      exited = true;
      worker.emit('exit');
    },
  };
}

function createCluster(permits: number) {
  const grantPermitsTo = grantPermits(permits);
  const [one, other] = [createWorker(), createWorker()];
  for (const { worker } of [one, other]) grantPermitsTo(worker);
  return { one, other };
}

it('grants as many permits at once as there are, whichever worker asks', async () => {
  const { one, other } = createCluster(2);
  for (const id of [1, 2]) one.request(id);
  other.request(1);
  await nextRound();
  expect([one.granted, other.granted]).toEqual([[1, 2], []]);
  one.release(2);
  await nextRound();
  expect(other.granted).toEqual([1]);
});

it('takes back the permits of a worker that ended, and those it waited for', async () => {
  const { one, other } = createCluster(1);
  for (const id of [1, 2]) one.request(id);
  other.request(1);
  await nextRound();
  expect([one.granted, other.granted]).toEqual([[1], []]);
  one.exit();
  await nextRound();
  await nextRound();
  expect([one.granted, other.granted]).toEqual([[1], [1]]);
});
