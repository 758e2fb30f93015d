import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { createSemaphore } from './semaphore.ts';

/** Between the primary and its workers. */
type PermitMessage = { permit: 'request' | 'grant' | 'release'; id: number };

const isPermitMessage = (message: unknown): message is PermitMessage =>
  typeof message === 'object' && message !== null && 'permit' in message;

/** Leaves one core for requests, unless there is only one. */
const defaultPermits = Math.max(1, availableParallelism() - 1);

/** In the primary: a semaphore for all workers, first come first served. */
export function grantPermits(permits = defaultPermits): (worker: Worker) => void {
  const limitConcurrency = createSemaphore(permits);
  return (worker) => {
    /** Releases of the permits that the worker has or waits for. */
    const releases = new Map<number, () => void>();
    worker.on('message', (message: unknown) => {
      if (!isPermitMessage(message)) return;
      const { permit, id } = message;
      if (permit === 'release') releases.get(id)?.();
      if (permit !== 'request') return;
      const released = Promise.withResolvers<void>();
      releases.set(id, released.resolve);
      void limitConcurrency(async () => {
        if (worker.isConnected()) worker.send({ permit: 'grant', id } satisfies PermitMessage, () => {});
        else released.resolve();
        await released.promise;
      }).finally(() => releases.delete(id));
    });
    worker.once('exit', () => {
      for (const release of releases.values()) release();
    });
  };
}

/** Resolvers of requests that wait for the primary. */
const waiting = new Map<number, () => void>();
let lastId = 0;

/** In a worker: runs `work` with a permit of the primary. A process without a primary runs it at once. */
export async function withClusterPermit<T>(work: () => Promise<T>): Promise<T> {
  if (!cluster.isWorker || !process.connected) return work();
  if (lastId === 0) {
    process.on('message', (message: unknown) => isPermitMessage(message) && waiting.get(message.id)?.());
  }
  const id = ++lastId;
  const granted = Promise.withResolvers<void>();
  waiting.set(id, granted.resolve);
  process.send?.({ permit: 'request', id } satisfies PermitMessage);
  try {
    await granted.promise;
    return await work();
  } finally {
    waiting.delete(id);
    if (process.connected) process.send?.({ permit: 'release', id } satisfies PermitMessage);
  }
}
