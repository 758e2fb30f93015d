import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Outcome {
  answered: number;
  /** Codes of requests that were sent and not answered. */
  errors: string[];
}

/** Sends requests, each on a new connection and from another thread, until the port refuses them. */
export async function keepConnecting(port: number): Promise<Outcome> {
  const thread = new Worker(new URL('connecting-clients-thread.ts', import.meta.url), { workerData: port });
  const [outcome] = (await once(thread, 'message')) as [Outcome];
  return outcome;
}
