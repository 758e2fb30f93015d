import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { createSemaphore } from './semaphore.ts';

/** Between the primary and its processes, about work that would take every core if each process did its own at once. */
type TurnMessage = { turn: 'wanted' | 'given' | 'over'; id: number };

const isTurn = (message: unknown): message is TurnMessage =>
  typeof message === 'object' && message !== null && 'turn' in message;

/** One core stays free of it, where there are two. */
const turnsAtOnce = Math.max(1, availableParallelism() - 1);

/** In the primary: gives turns to all its processes, in the order they were asked for. */
export function openTurns(places = turnsAtOnce): (worker: Worker) => void {
  const inTurn = createSemaphore(places);
  return (worker) => {
    /** What ends the turns it has, or stands in line for. */
    const endings = new Map<number, () => void>();
    worker.on('message', (message: unknown) => {
      if (!isTurn(message)) return;
      const { turn, id } = message;
      if (turn === 'over') endings.get(id)?.();
      if (turn !== 'wanted') return;
      const over = Promise.withResolvers<void>();
      endings.set(id, over.resolve);
      void inTurn(async () => {
        if (worker.isConnected()) worker.send({ turn: 'given', id } satisfies TurnMessage, () => {});
        else over.resolve();
        await over.promise;
      }).finally(() => endings.delete(id));
    });
    // Who ends in the middle of a turn must not keep it.
    worker.once('exit', () => {
      for (const end of endings.values()) end();
    });
  };
}

const given = new Map<number, () => void>();
let lastId = 0;

/** In one of the processes: does the work when its turn has come. A process that serves alone asks nobody. */
export async function inFleetTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!cluster.isWorker || !process.connected) return work();
  if (lastId === 0) process.on('message', (message: unknown) => isTurn(message) && given.get(message.id)?.());
  const id = ++lastId;
  const mine = Promise.withResolvers<void>();
  given.set(id, mine.resolve);
  process.send?.({ turn: 'wanted', id } satisfies TurnMessage);
  try {
    await mine.promise;
    return await work();
  } finally {
    given.delete(id);
    if (process.connected) process.send?.({ turn: 'over', id } satisfies TurnMessage);
  }
}
