import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import { StartError } from '#db/start-error.ts';
import { grantPermits } from '#lib/cluster-semaphore.ts';
import { memoryFlags } from '#lib/memory-flags.ts';

/** What a worker needs to serve; workers read no environment. */
export interface WorkerSetup {
  config: Config;
  databaseUrl: string;
}

/** Primary to worker. */
export type Command = { setup: WorkerSetup } | { stopAccepting: true } | { drain: true };

/** Worker to primary, after it stopped accepting. */
export interface StoppedAccepting {
  stoppedAccepting: true;
}

/** Worker to primary, when it cannot start. `isSentence` if the message is meant for the operator. */
export interface StartFailure {
  startFailure: { message: string; isSentence: boolean };
}

export interface Cluster {
  /** The port, once every worker listens; rejects if one cannot. */
  listening: Promise<number>;
  /** Lets every worker answer what it has accepted, then ends it. */
  stop(budgetMs: number): Promise<void>;
}

/** At the start only; later a worker is replaced for as long as it takes. */
const maxStartAttempts = 5;
const firstPauseMs = 100;

class EndedEarlyError extends Error {
  override name = 'EndedEarlyError';
}

const processFile = fileURLToPath(new URL('./cluster-process.ts', import.meta.url));

/** Forks the HTTP processes and replaces those that end. */
export function startCluster(size: number, setup: WorkerSetup, log: Logger, file = processFile): Cluster {
  cluster.setupPrimary({
    exec: file,
    execArgv: [...process.execArgv, ...memoryFlags],
  });
  const workers = new Set<Worker>();
  const stopping = new AbortController();
  const grantPermitsTo = grantPermits();

  const start = async () => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    grantPermitsTo(worker);
    send(worker, { setup });
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
        await start();
        return;
      } catch (error) {
        log.error({ err: error }, 'an HTTP process could not be replaced yet');
      }
    }
  };

  /** A worker that cannot start ends the start of all; one that is killed, or runs out of memory, is replaced. */
  const startFirst = async () => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof EndedEarlyError) || stopping.signal.aborted) throw error;
        if (attempts === maxStartAttempts)
          throw new Error(`${error.message}, ${maxStartAttempts} times.`, { cause: error });
        log.warn({ err: error }, 'an HTTP process ended before it listened and is replaced');
      }
      await sleep(firstPauseMs * 2 ** (attempts - 1));
    }
  };

  const stop = async (budgetMs: number) => {
    stopping.abort();
    const killTimer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, budgetMs);
    // One after the others: a connection that reaches a worker while it stops is passed to another one.
    const [last, ...others] = workers;
    await Promise.all(others.map(stopAccepting));
    if (last) await stopAccepting(last);
    await Promise.all(
      [...workers].map(async (worker) => {
        const exited = once(worker, 'exit');
        send(worker, { drain: true });
        await exited;
      }),
    );
    clearTimeout(killTimer);
  };

  const listening = Promise.all(Array.from({ length: size }, startFirst)).then(([port = 0]) => port);
  return { listening, stop };
}

function send(worker: Worker, command: Command): void {
  if (worker.isConnected()) worker.send(command, () => {});
}

/** A worker that does not reply in time is not waited for. */
const replyMs = 500;

async function stopAccepting(worker: Worker): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    worker.on('message', (message: Partial<StoppedAccepting>) => {
      if (message.stoppedAccepting) resolve();
    });
    worker.once('exit', () => resolve());
  });
  send(worker, { stopAccepting: true });
  await Promise.race([stopped, sleep(replyMs)]);
}

/** Resolves with the port once the worker accepts connections; rejects with the worker's message if it cannot. */
async function untilListening(worker: Worker): Promise<number> {
  return await new Promise((resolve, reject) => {
    worker.once('listening', ({ port }: AddressInfo) => resolve(port));
    worker.on('message', ({ startFailure }: Partial<StartFailure>) => {
      if (!startFailure) return;
      const { message, isSentence } = startFailure;
      reject(isSentence ? new StartError(message) : new Error(message));
    });
    worker.once('exit', (code: number, signal: string) => {
      reject(new EndedEarlyError(`An HTTP process ended before it listened (${signal ?? code})`));
    });
  });
}
