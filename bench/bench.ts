import type pg from 'pg';
import type { Viewer } from '../server/src/http/viewer.ts';
import { type Contender, type Cost, compare, type Turns } from './comparison.ts';
import type { Asking } from './load.ts';
import type { Served } from './processes.ts';
import type { Finding } from './report.ts';
import type { Yardstick } from './yardsticks.ts';

export const apiBase = '/api/v1';

/** Somebody of the network, signed in. */
export interface Person {
  viewer: Viewer;
  token: string;
}

/** What there is before the yardsticks begin: they are told all they will be asked at once. */
export interface Prepared {
  product: Served;
  client: pg.Client;
  people: Record<'few' | 'many', Person>;
  /** A card with more comments than a page of them has. */
  cardId: number;
  cards: number;
}

/** What a measurement works with. */
export interface Bench extends Prepared {
  yardsticks: Served;
  /** What a measurement leaves is undone at its end, or when somebody has seen enough. */
  started: AsyncDisposableStack;
  rounds: number;
  compare: <Name extends string>(
    contenders: Record<Name, Contender>,
    turns: Omit<Turns, 'rounds'>,
  ) => Promise<Record<Name, Cost & { times: number[] }>>;
}

export interface Measurement {
  name: string;
  /** What it is compared with. */
  prepare?: (prepared: Prepared) => Promise<Yardstick[]>;
  measure: (bench: Bench) => Promise<Finding[]>;
}

/** The same address every time, or one that nobody asked for before. */
export const get =
  (path: string, headers: Record<string, string> = {}): Asking =>
  () => ({ method: 'GET', path, headers });

export const getAnew =
  (path: string, headers: Record<string, string> = {}): Asking =>
  (n) => ({ method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}n=${n}`, headers });

export const signedIn = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** `share` of the requests that a measurement asks for, unless it always needs all of them. */
export function comparing(
  postmasterPid: number,
  { rounds, share }: { rounds: number; share: number },
): Bench['compare'] {
  return (contenders, turns) =>
    compare(contenders, postmasterPid, {
      ...turns,
      rounds,
      amount: turns.always ? turns.amount : Math.ceil(turns.amount * share),
    });
}
