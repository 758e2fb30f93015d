import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/db/pool.ts';
import { type Asked, ask } from '../support/client.ts';
import type { Person } from '../support/people.ts';

/** One kind of write, and the journal of what was answered to it. */
export interface Trade {
  name: string;
  /** One write: noted before it is asked, and again when it is answered. Rejects when it is not. */
  write(): Promise<void>;
  /** Asks again for what was never answered, once the product is back. */
  settle(): Promise<void>;
  /** What is not as it was answered, or happened only half. */
  verify(db: Database): Promise<string[]>;
  /** How many writes have been answered. */
  readonly acknowledged: number;
}

/** What a trade works with. */
export interface Ground {
  api: string;
  dataDir: string;
  people: Person[];
  /** Cards that are there from the beginning. */
  cardIds: number[];
  chainIds: number[];
  /** Who owns the chains. */
  editor: Person;
  /** How often something was asked again with the same key. */
  askedAgain: number;
}

/** Asks, with the impatience of people: a few go away before the answer comes, and never learn what became of their wish. */
export async function wish(api: string, path: string, asked: Asked): Promise<string> {
  const impatient = Math.random() < 0.05;
  const { status, text } = await ask(api, path, {
    ...asked,
    timeoutMs: impatient ? 1 + Math.random() * 30 : 8_000,
  });
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return text;
}

const tries = 6;

/** The same without impatience: where an answer is needed. Who is told to come back comes back. */
export async function insist(api: string, path: string, asked: Asked): Promise<string> {
  for (let turn = 1; ; turn += 1) {
    const answer = await ask(api, path, asked).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) return answer.text;
    if (turn === tries) {
      throw answer instanceof Error
        ? new Error(`${path} was not answered`, { cause: answer })
        : new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    }
    await sleep(300 * turn);
  }
}

export function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('Nothing to pick from.');
  return one;
}
