import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { postmasterPid } from './support/database.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { freePort } from './support/ports.ts';
import { type Product, processesOf, startProduct, untilReady } from './support/product.ts';
import { runTortureScript, type ScriptContext } from './support/torture-script.ts';
import { openWriteLoad, type WriteLoad } from './workloads/write-load.ts';

// Kills the app, its database, both, or one process during writes of every kind; then cuts database connections between
// a commit and its confirmation. After each fault it looks for acknowledged writes that are lost and for partial
// writes. Usage: node torture/kill.ts [--cycles 200] [--workers 2] [--quick]

const { values: options } = parseArgs({
  options: {
    cycles: { type: 'string' },
    /** Number of cycles that cut connections instead of killing a process. */
    cuts: { type: 'string' },
    workers: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const cycles = Number(options.cycles ?? (options.quick ? 14 : 200));
const cuts = Number(options.cuts ?? Math.floor(cycles / 4));
const killTargets = ['app', 'database', 'both', 'one process', 'pictures'] as const;
type KillTarget = (typeof killTargets)[number];

await runTortureScript({ promise: '1, 2, 3', name: 'kill' }, async (context) => {
  const dataDir = join(context.folder, 'data');
  const settings = { dataDir, port: await freePort(), workers: Number(options.workers) };
  const startedAt = performance.now();
  let slowestReturnMs = 0;
  const tally = new Map<string, number>();
  const recordFailures = failureRecorder(context, tally);

  const current: { product: Product } = { product: await startProduct(settings) };
  context.cleanup.defer(async () => void (await current.product.stop()));
  const load = await openWriteLoad(current.product.api, dataDir);

  for (let cycle = 0; cycle < cycles - cuts; cycle += 1) {
    const killTarget = killTargets[cycle % killTargets.length] ?? 'app';
    const writers = load.begin();
    await sleep(300 + Math.random() * 500);
    await kill(killTarget, current.product, dataDir);
    // Let the writers meet the fault.
    await sleep(Math.random() * 200);
    const since = performance.now();
    if (killTarget === 'app' || killTarget === 'both') {
      await writers.end();
      current.product = await startProduct(settings);
    }
    await untilReady(current.product);
    const returnMs = performance.now() - since;
    slowestReturnMs = Math.max(slowestReturnMs, returnMs);
    await writers.end();
    recordFailures(`after ${killTarget} (cycle ${cycle + 1})`, await load.verify());
    console.log(`${cycle + 1}: ${killTarget}, back after ${Math.round(returnMs)} ms`);
  }
  const afterKills = await current.product.stop();
  context.check(afterKills.code === 0, `after all these kills a stop ended with ${afterKills.code}`);

  const swallowed = await cutConnections(context, settings, current, load, recordFailures);
  const unsent = await load.countUnsentEmails(45_000);
  context.check(unsent === 0, `${unsent} e-mails are still waiting`);
  const afterCuts = await current.product.stop();
  context.check(afterCuts.code === 0, `after all these cuts a stop ended with ${afterCuts.code}`);
  return {
    cycles,
    kills: cycles - cuts,
    cuts,
    'answers cut off': swallowed,
    ...load.figures(),
    lost: tally.get('lost') ?? 0,
    'half done': tally.get('half done') ?? 0,
    'slowest return s': round(slowestReturnMs / 1000),
    minutes: round((performance.now() - startedAt) / 60_000),
  };
});

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Counts missing and duplicate writes as lost, everything else as partial. */
function failureRecorder(context: ScriptContext, tally: Map<string, number>) {
  return (when: string, found: string[]) => {
    for (const message of found) {
      const kind = /gone|exactly once|was answered|taken back|ended/.test(message) ? 'lost' : 'half done';
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      context.fail(`${when}: ${message}`);
    }
  };
}

async function kill(killTarget: KillTarget, product: Product, dataDir: string): Promise<void> {
  const postmaster = await postmasterPid(dataDir);
  if (killTarget === 'one process' || killTarget === 'pictures') {
    const file = killTarget === 'pictures' ? 'image-worker-process' : 'cluster-process';
    const [pid] = await processesOf(product, file);
    // There is no image worker if no picture was sent for a while.
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return;
  }
  if (killTarget !== 'database') await product.kill();
  // A short delay lets the database write without its app before it is killed.
  if (killTarget === 'both') await sleep(Math.random() * 50);
  if (killTarget !== 'app') process.kill(postmaster, 'SIGKILL');
}

/** Restarts the product on the same data folder, with its database run by this script behind a fault proxy. */
async function cutConnections(
  context: ScriptContext,
  settings: { dataDir: string; port: number; workers: number },
  current: { product: Product },
  load: WriteLoad,
  recordFailures: (when: string, found: string[]) => void,
): Promise<number> {
  const kept = await startEmbedded({ dataDir: settings.dataDir, log: pino({ level: 'silent' }) });
  context.cleanup.defer(() => kept.stop());
  const url = new URL(kept.url);
  const proxy = await startFaultProxy({ port: Number(url.port) });
  context.cleanup.defer(() => proxy.stop());
  url.port = String(proxy.port);
  current.product = await startProduct({ ...settings, env: { DATABASE_URL: url.href } });
  context.cleanup.defer(async () => void (await current.product.stop()));
  for (let cut = 0; cut < cuts; cut += 1) {
    const writers = load.begin();
    await sleep(200 + Math.random() * 300);
    await cutOff(proxy);
    await untilReady(current.product);
    await writers.end();
    recordFailures(`after cut ${cut + 1}`, await load.verify());
  }
  return proxy.struck;
}

async function cutOff(proxy: FaultProxy): Promise<void> {
  await proxy.set({ kind: 'commit', ofSingles: 0.1 });
  await sleep(100 + Math.random() * 200);
  await proxy.set({ kind: 'none' });
}
