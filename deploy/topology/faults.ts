import { setTimeout as sleep } from 'node:timers/promises';
import type { AppServer } from './app-server.ts';
import type { Figures, Findings } from './findings.ts';
import { countStoredComments, type Load, startLoad, type Tally } from './load.ts';
import { waitUntil } from './processes.ts';
import type { Stack } from './stack.ts';

/** Breaks one component after the other under load and reports the failed requests. */
export async function breakComponents(stack: Stack, log: (line: string) => void): Promise<Findings> {
  const failures: string[] = [];
  const figures: Figures = {};
  const replicaInUse = async () => {
    const lags = await Promise.all(stack.apps.map(replicaLag));
    return lags.every((seconds) => seconds < 2);
  };
  await waitUntil('public reads go to the replica', replicaInUse, 20_000);
  const load = await startLoad(stack.url);

  const during = async (name: string, allowed: string[], fault: () => Promise<void>) => {
    load.begin();
    await sleep(1_000);
    await fault();
    await sleep(1_000);
    const tally = structuredClone(load.tally());
    for (const status of Object.keys(tally.failures).filter((one) => !allowed.includes(one))) {
      failures.push(`${name}: ${tally.failures[status]} answers were ${status === '0' ? 'cut off' : status}`);
    }
    figures[name] = describeTally(tally);
    log(`${name}: ${describeTally(tally)}`);
    await waitUntilHealthy(load);
  };

  try {
    await during('nothing broken', [], () => sleep(3_000));
    await during('replica killed', [], async () => {
      await stack.replica.kill();
      await sleep(3_000);
      if (await replicaInUse()) failures.push('a replica that was killed still counts as close behind');
      await stack.replica.restart();
      const since = performance.now();
      await waitUntil('the replica is used again', replicaInUse, 30_000);
      figures['seconds until the replica is used again'] = (performance.now() - since) / 1000;
    });
    await during('primary restarted', ['503'], async () => {
      await stack.restartPrimary();
      await waitUntilHealthy(load);
    });
    await during('app server killed', ['502', '504', '0'], async () => {
      const [server] = stack.apps;
      await server?.kill();
      await sleep(2_000);
      await server?.restart();
    });
    await waitUntil('the replica is used again', replicaInUse, 30_000);
    Object.assign(figures, await readsByReplica(stack.apps));
  } finally {
    await load.stop();
  }

  const stored = await countStoredComments(stack.primaryUrl, load.acknowledged);
  Object.assign(figures, {
    'acknowledged writes': load.acknowledged.size,
    'own writes not seen': load.stale.length,
    'writes lost': stored.lost,
    'writes made twice': stored.duplicates,
    'counts that are wrong': stored.miscounted,
  });
  if (load.acknowledged.size === 0) failures.push('no write was acknowledged');
  if (load.stale.length > 0) failures.push(`own writes were not seen: ${load.stale.slice(0, 5).join(', ')}`);
  if (stored.lost > 0) failures.push(`${stored.lost} acknowledged comments are gone`);
  if (stored.duplicates > 0) failures.push(`${stored.duplicates} comments are there more than once`);
  if (stored.miscounted > 0) failures.push(`${stored.miscounted} cards count their comments wrong`);
  return { failures, figures };
}

/** Waits for a second without failures. */
async function waitUntilHealthy(load: Load): Promise<void> {
  await waitUntil(
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

function describeTally({ answers, failures, failingSeconds }: Tally): string {
  const failed = Object.entries(failures).map(
    ([status, count]) => `${count} × ${status === '0' ? 'cut off' : status}`,
  );
  return `${answers} answers, ${failed.length > 0 ? `${failed.join(', ')} within ${failingSeconds.toFixed(1)} s` : 'none failed'}`;
}

async function replicaLag(app: AppServer): Promise<number> {
  const text = await app.metrics().catch(() => '');
  return Number(
    /^database_replica_lag_seconds (\S+)/m.exec(text)?.[1]?.replace('+Inf', 'Infinity') ??
      Number.POSITIVE_INFINITY,
  );
}

/** Public reads by outcome: served by the replica or not. */
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
