import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/db/pool.ts';
import { type RequestOptions, sendRequest } from '../support/client.ts';
import type { Person } from '../support/people.ts';

/** One kind of write, with a record of what was acknowledged. */
export interface Workload {
  name: string;
  /** Sends one write; recorded before it is sent and again when it is acknowledged. Rejects otherwise. */
  write(): Promise<void>;
  /** Retries what was never acknowledged, once the product is back. */
  settle(): Promise<void>;
  /** Compares the database with what was acknowledged and returns the differences. */
  verify(db: Database): Promise<string[]>;
  /** Number of acknowledged writes. */
  readonly acknowledged: number;
}

/** Data that workloads write to. */
export interface Fixture {
  api: string;
  dataDir: string;
  people: Person[];
  cardIds: number[];
  chainIds: number[];
  /** Owner of the cards and chains. */
  editor: Person;
  /** Hides and shows `moderatedIds`, cards that no other worker writes to. */
  admin: Person;
  moderatedIds: number[];
  /** Number of retries with the same idempotency key. */
  retried: number;
}

/** One attempt. One in twenty clients disconnects before the answer arrives. */
export async function sendOnce(api: string, path: string, options: RequestOptions): Promise<string> {
  const givesUp = Math.random() < 0.05;
  const { status, text } = await sendRequest(api, path, {
    ...options,
    timeoutMs: givesUp ? 1 + Math.random() * 30 : 8_000,
  });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return text;
}

const maxAttempts = 6;

/** Retries with a growing delay until the request succeeds. */
export async function sendWithRetry(api: string, path: string, options: RequestOptions): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendRequest(api, path, options).catch((error: Error) => error);
    if (!(response instanceof Error) && response.status === 200) return response.text;
    if (attempt === maxAttempts) {
      throw response instanceof Error
        ? new Error(`${path} was not answered`, { cause: response })
        : new Error(`${path} was answered ${response.status}: ${response.text}`);
    }
    await sleep(300 * attempt);
  }
}

export function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('Nothing to pick from.');
  return one;
}
