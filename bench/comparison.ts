import { backendTimes, serverTimes, usedBetween } from './cpu.ts';
import { type Asking, askMany, type Load } from './load.ts';
import type { Served } from './processes.ts';

/** Something that answers, measured in turns with the others. */
export interface Contender {
  served: Served;
  asking: Asking;
  status?: number;
  /** Where it has a database of its own. */
  postmasterPid?: number;
}

/** Microseconds of a processor per request. */
export interface Cost {
  server: number;
  database: number;
}

export interface Turns {
  rounds: number;
  amount: number;
  connections?: number;
  /** So many also where others are asked less often: for what the slowest of them tell. */
  always?: boolean | undefined;
}

/** Enough for every connection to have its statements prepared and their plans chosen. */
const warmUp = 120;
/**
 * Before the first round: until what is asked for runs as compiled code. The product has more of that than a bare handler has, and takes some
 * thousand requests to get there, which a server that is to be measured has long behind it.
 */
const firstWarmUp = { requests: 6_000, ms: 5_000 };

/** Each in turn, round after round, so that whatever else the machine does meanwhile meets all of them. */
export async function compare<Name extends string>(
  contenders: Record<Name, Contender>,
  postmasterPid: number,
  { rounds, amount, connections = 16 }: Turns,
): Promise<Record<Name, Cost & { times: number[] }>> {
  const names = Object.keys(contenders) as Name[];
  const costs = new Map<Name, Cost[]>(names.map((name) => [name, []]));
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { served, asking, status = 200, postmasterPid: pid = postmasterPid } = contenders[name];
      const load = { url: served.url, asking, status, connections };
      if (round === 0) await warmThrough(load, amount);
      await askMany({ ...load, amount: Math.min(warmUp, 2 * amount) });
      const before = [await serverTimes(served.pid), await backendTimes(pid)] as const;
      times.get(name)?.push(...(await askMany({ ...load, amount })));
      const after = [await serverTimes(served.pid), await backendTimes(pid)] as const;
      costs.get(name)?.push({
        server: usedBetween(before[0], after[0]) / amount,
        database: usedBetween(before[1], after[1]) / amount,
      });
    }
  }
  const result = names.map((name) => {
    const all = costs.get(name) ?? [];
    const middle = {
      server: median(all.map(({ server }) => server)),
      database: median(all.map(({ database }) => database)),
      times: times.get(name) ?? [],
    };
    return [name, middle] as const;
  });
  return Object.fromEntries(result) as Record<Name, Cost & { times: number[] }>;
}

async function warmThrough(load: Omit<Load, 'amount'>, first: number): Promise<void> {
  const end = performance.now() + firstWarmUp.ms;
  // By more and more at once, since beginning takes longer than some of these take altogether.
  let amount = Math.min(first, firstWarmUp.requests);
  for (let left = firstWarmUp.requests; left > 0 && performance.now() < end; ) {
    await askMany({ ...load, amount });
    left -= amount;
    amount = Math.min(2 * amount, left);
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const sum = ({ server, database }: Cost): number => server + database;
