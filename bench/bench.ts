import type pg from 'pg';
import type { Viewer } from '../server/src/http/viewer.ts';
import { type ComparisonOptions, type Cost, compare, type Target } from './comparison.ts';
import type { BuildRequest } from './load.ts';
import type { RunningServer } from './processes.ts';
import type { Reference } from './reference-server.ts';
import type { Finding } from './report.ts';

export const apiBase = '/api/v1';

/** A signed-in user of the test data. */
export interface Person {
  viewer: Viewer;
  token: string;
}

/** What is known before the reference server starts; it gets all of its handlers at once. */
export interface Prepared {
  product: RunningServer;
  client: pg.Client;
  people: Record<'few' | 'many', Person>;
  /** A card with more than one page of comments. */
  cardId: number;
  cards: number;
}

/** What a measurement works with. */
export interface Bench extends Prepared {
  referenceServer: RunningServer;
  /** Undoes what measurements leave behind, also after an interrupt. */
  started: AsyncDisposableStack;
  rounds: number;
  compare: <Name extends string>(
    targets: Record<Name, Target>,
    options: Omit<ComparisonOptions, 'rounds'>,
  ) => Promise<Record<Name, Cost & { times: number[] }>>;
}

export interface Measurement {
  name: string;
  /** Reference handlers it is compared with. */
  prepare?: (prepared: Prepared) => Promise<Reference[]>;
  measure: (bench: Bench) => Promise<Finding[]>;
}

export const get =
  (path: string, headers: Record<string, string> = {}): BuildRequest =>
  () => ({ method: 'GET', path, headers });

/** A new query parameter each time, so that no cache has the answer. */
export const getUncached =
  (path: string, headers: Record<string, string> = {}): BuildRequest =>
  (n) => ({ method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}n=${n}`, headers });

export const signedIn = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Scales the number of requests by `share`, unless a measurement always needs all of them. */
export function createComparison(
  postmasterPid: number,
  { rounds, share }: { rounds: number; share: number },
): Bench['compare'] {
  return (targets, options) =>
    compare(targets, postmasterPid, {
      ...options,
      rounds,
      amount: options.always ? options.amount : Math.ceil(options.amount * share),
    });
}
