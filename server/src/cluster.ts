import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import { StartError } from '#db/start-error.ts';
import { openTurns } from '#lib/fleet-turns.ts';
import { memoryEnvironment, memoryFlags } from '#lib/memory-flags.ts';

/** What a process needs to begin serving; it reads no environment of its own. */
export interface Order {
  config: Config;
  databaseUrl: string;
}

/** Primary to process. */
export type Command = { order: Order } | { closeDoor: true } | { drain: true };

/** Process to primary, when it has stopped accepting. */
export interface DoorClosed {
  doorClosed: true;
}

/** Process to primary, when it cannot begin. */
export interface Refusal {
  refusal: { message: string; isSentence: boolean };
}

export interface Fleet {
  /** The port, once every process listens; rejects when one cannot. */
  listening: Promise<number>;
  /** Lets every process answer what it has accepted, then ends it. */
  stop(budgetMs: number): Promise<void>;
}

/** At the start. Later it is tried for as long as the others serve. */
const mostTries = 5;
const firstPauseMs = 100;

class EndedEarlyError extends Error {
  override name = 'EndedEarlyError';
}

const processFile = fileURLToPath(new URL('./cluster-process.ts', import.meta.url));

/** Forks the HTTP processes and replaces those that end. */
export function startFleet(size: number, order: Order, log: Logger, file = processFile): Fleet {
  cluster.setupPrimary({
    exec: file,
    execArgv: [...process.execArgv, ...memoryFlags],
  });
  const crew = new Set<Worker>();
  const stopping = new AbortController();
  const giveTurnsTo = openTurns();

  const begin = async () => {
    const worker = cluster.fork(memoryEnvironment);
    crew.add(worker);
    worker.once('exit', () => crew.delete(worker));
    giveTurnsTo(worker);
    tell(worker, { order });
    const port = await untilListening(worker);
    worker.once('exit', (code: number, signal: string) => {
      if (stopping.signal.aborted) return;
      log.warn({ code, signal }, 'an HTTP process ended and is replaced');
      void replace();
    });
    return port;
  };

  const replace = async () => {
    for (let pause = firstPauseMs; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await begin();
        return;
      } catch (error) {
        log.error({ err: error }, 'an HTTP process could not be replaced yet');
      }
    }
  };

  /** A process that refuses ends the start; one that is killed, or runs out of memory, is replaced. */
  const beginFirst = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await begin();
      } catch (error) {
        if (!(error instanceof EndedEarlyError) || stopping.signal.aborted) throw error;
        if (tries === mostTries) throw new Error(`${error.message}, ${mostTries} times.`, { cause: error });
        log.warn({ err: error }, 'an HTTP process ended before it listened and is replaced');
      }
      await sleep(firstPauseMs * 2 ** (tries - 1));
    }
  };

  const stop = async (budgetMs: number) => {
    stopping.abort();
    const cut = setTimeout(() => {
      for (const worker of crew) worker.process.kill('SIGKILL');
    }, budgetMs);
    // One after the other: who comes to a door that is just closing is led to one that is open.
    for (const worker of crew) await closeDoorOf(worker);
    await Promise.all(
      [...crew].map(async (worker) => {
        const gone = once(worker, 'exit');
        tell(worker, { drain: true });
        await gone;
      }),
    );
    clearTimeout(cut);
  };

  const listening = Promise.all(Array.from({ length: size }, beginFirst)).then(([port = 0]) => port);
  return { listening, stop };
}

function tell(worker: Worker, command: Command): void {
  if (worker.isConnected()) worker.send(command, () => {});
}

/** A process that does not answer is not waited for. */
const doorMs = 500;

async function closeDoorOf(worker: Worker): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    worker.on('message', (message: Partial<DoorClosed>) => {
      if (message.doorClosed) resolve();
    });
    worker.once('exit', () => resolve());
  });
  tell(worker, { closeDoor: true });
  await Promise.race([closed, sleep(doorMs)]);
}

/** Answers the port once the process accepts connections; rejects with its own words when it cannot. */
async function untilListening(worker: Worker): Promise<number> {
  return await new Promise((resolve, reject) => {
    worker.once('listening', ({ port }: AddressInfo) => resolve(port));
    worker.on('message', (message: Partial<Refusal>) => {
      if (!message.refusal) return;
      const { message: words, isSentence } = message.refusal;
      reject(isSentence ? new StartError(words) : new Error(words));
    });
    worker.once('exit', (code: number, signal: string) => {
      reject(new EndedEarlyError(`An HTTP process ended before it listened (${signal ?? code})`));
    });
  });
}
