import { setTimeout as sleep } from 'node:timers/promises';
import { countKept, type Load, startLoad, type Tally } from './load.ts';
import { type AppServer, until } from './pieces.ts';
import type { Stack } from './stack.ts';

export type Figures = Record<string, string | number>;

export interface Findings {
  complaints: string[];
  figures: Figures;
}

/** Breaks one piece after the other while people write and read, and says what they noticed. */
export async function breakThings(stack: Stack, say: (line: string) => void): Promise<Findings> {
  const complaints: string[] = [];
  const figures: Figures = {};
  const replicaInUse = async () => {
    const lags = await Promise.all(stack.apps.map(replicaLag));
    return lags.every((seconds) => seconds < 2);
  };
  await until('public reads go to the replica', replicaInUse, 20_000);
  const load = await startLoad(stack.url);

  const during = async (name: string, allowed: string[], fault: () => Promise<void>) => {
    load.begin();
    await sleep(1_000);
    await fault();
    await sleep(1_000);
    const tally = structuredClone(load.tally());
    for (const status of Object.keys(tally.failures).filter((one) => !allowed.includes(one))) {
      complaints.push(
        `${name}: ${tally.failures[status]} answers were ${status === '0' ? 'cut off' : status}`,
      );
    }
    figures[name] = described(tally);
    say(`${name}: ${described(tally)}`);
    await untilUntroubled(load);
  };

  try {
    await during('nothing broken', [], () => sleep(3_000));
    await during('replica killed', [], async () => {
      await stack.replica.kill();
      await sleep(3_000);
      if (await replicaInUse()) complaints.push('a replica that was killed still counts as close behind');
      await stack.replica.restart();
      const since = performance.now();
      await until('the replica is used again', replicaInUse, 30_000);
      figures['seconds until the replica is used again'] = (performance.now() - since) / 1000;
    });
    await during('primary restarted', ['503'], async () => {
      await stack.restartPrimary();
      await untilUntroubled(load);
    });
    await during('app server killed', ['502', '504', '0'], async () => {
      const [victim] = stack.apps;
      await victim?.kill();
      await sleep(2_000);
      await victim?.restart();
    });
    await until('the replica is used again', replicaInUse, 30_000);
    Object.assign(figures, await readsByReplica(stack.apps));
  } finally {
    await load.stop();
  }

  const kept = await countKept(stack.primaryUrl, load.acknowledged);
  Object.assign(figures, {
    'acknowledged writes': load.acknowledged.size,
    'own writes not seen': load.stale.length,
    'writes lost': kept.lost,
    'writes made twice': kept.doubled,
    'counts that are wrong': kept.miscounted,
  });
  if (load.acknowledged.size === 0) complaints.push('nobody wrote anything');
  if (load.stale.length > 0)
    complaints.push(`own writes were not seen: ${load.stale.slice(0, 5).join(', ')}`);
  if (kept.lost > 0) complaints.push(`${kept.lost} acknowledged comments are gone`);
  if (kept.doubled > 0) complaints.push(`${kept.doubled} comments are there more than once`);
  if (kept.miscounted > 0) complaints.push(`${kept.miscounted} cards count their comments wrong`);
  return { complaints, figures };
}

/** A second in which nothing fails. */
async function untilUntroubled(load: Load): Promise<void> {
  await until(
    'everything is answered again',
    async () => {
      const failed = () => Object.values(load.tally().failures).reduce((sum, count) => sum + count, 0);
      const [before, answers] = [failed(), load.tally().answers];
      await sleep(1_000);
      return failed() === before && load.tally().answers > answers + 10;
    },
    60_000,
  );
}

function described({ answers, failures, troubledSeconds }: Tally): string {
  const failed = Object.entries(failures).map(
    ([status, count]) => `${count} × ${status === '0' ? 'cut off' : status}`,
  );
  return `${answers} answers, ${failed.length > 0 ? `${failed.join(', ')} within ${troubledSeconds.toFixed(1)} s` : 'none failed'}`;
}

async function replicaLag(app: AppServer): Promise<number> {
  const text = await app.metrics().catch(() => '');
  return Number(
    /^database_replica_lag_seconds (\S+)/m.exec(text)?.[1]?.replace('+Inf', 'Infinity') ??
      Number.POSITIVE_INFINITY,
  );
}

/** Who answered what is the same for everybody. */
export async function readsByReplica(apps: AppServer[]): Promise<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const app of apps) {
    for (const [, outcome = '', count] of (await app.metrics()).matchAll(
      /^database_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm,
    )) {
      const name = `reads the replica could answer: ${outcome}`;
      sum[name] = (sum[name] ?? 0) + Number(count);
    }
  }
  return sum;
}
