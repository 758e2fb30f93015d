import { backendTimes, serverTimes, usedBetween } from './cpu.ts';
import { type BuildRequest, type Load, sendMany } from './load.ts';
import type { RunningServer } from './processes.ts';

/** A server under measurement. */
export interface Target {
  server: RunningServer;
  buildRequest: BuildRequest;
  status?: number;
  /** Set if it has a database of its own. */
  postmasterPid?: number;
}

/** Microseconds of a processor per request. */
export interface Cost {
  server: number;
  database: number;
}

export interface ComparisonOptions {
  rounds: number;
  amount: number;
  connections?: number;
  /** Not reduced by `--quick`: percentiles need all requests. */
  always?: boolean | undefined;
}

/** In every round, to load what the target before it pushed out of the processor's caches. */
const warmUp = 32;
/**
 * Before the first round, until the code is compiled by the JIT and every connection has prepared its statements and
 * reached generic plans. The product has more code than a reference handler and needs some thousand requests.
 */
const firstWarmUp = { requests: 6_000, ms: 5_000 };

/** Measures the targets in turn in every round, so that other load on the machine affects all of them. */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  postmasterPid: number,
  { rounds, amount, connections = 16 }: ComparisonOptions,
): Promise<Record<Name, Cost & { times: number[] }>> {
  const names = Object.keys(targets) as Name[];
  const costs = new Map<Name, Cost[]>(names.map((name) => [name, []]));
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const { server, buildRequest, status = 200, postmasterPid: pid = postmasterPid } = targets[name];
      const load = { url: server.url, buildRequest, status, connections };
      if (round === 0) await warmUpFully(load, amount);
      await sendMany({ ...load, amount: Math.min(warmUp, 2 * amount) });
      const before = [await serverTimes(server.pid), await backendTimes(pid)] as const;
      times.get(name)?.push(...(await sendMany({ ...load, amount })));
      const after = [await serverTimes(server.pid), await backendTimes(pid)] as const;
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

async function warmUpFully(load: Omit<Load, 'amount'>, first: number): Promise<void> {
  const end = performance.now() + firstWarmUp.ms;
  // Batches double in size, because starting a batch can take longer than running it.
  let amount = Math.min(first, firstWarmUp.requests);
  for (let left = firstWarmUp.requests; left > 0 && performance.now() < end; ) {
    await sendMany({ ...load, amount });
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
