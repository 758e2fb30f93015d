import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { openWork, type Work } from './journal/work.ts';
import { postmasterPid } from './support/database.ts';
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts';
import { freePort } from './support/ports.ts';
import { type Product, processesOf, startProduct, untilReady } from './support/product.ts';
import { prove, type Stage } from './support/proof.ts';

// Kills the app, its database, both, one of its processes, in the middle of writes of every kind, again and again; then cuts
// connections to the database between a commit and the news of it. Looks each time for anything that was answered and is gone, or
// that happened only half. Usage: node torture/kill.ts [--cycles 200] [--workers 2] [--quick]

const { values: options } = parseArgs({
  options: {
    cycles: { type: 'string' },
    /** So many of them cut connections instead. */
    cuts: { type: 'string' },
    workers: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const cycles = Number(options.cycles ?? (options.quick ? 14 : 200));
const cuts = Number(options.cuts ?? Math.floor(cycles / 4));
const victims = ['app', 'database', 'both', 'one process', 'pictures'] as const;
type Victim = (typeof victims)[number];

await prove({ promise: '1, 2, 3', name: 'kill' }, async (stage) => {
  const dataDir = join(stage.folder, 'data');
  const settings = { dataDir, port: await freePort(), workers: Number(options.workers) };
  const begun = performance.now();
  let slowestReturnMs = 0;
  const tally = new Map<string, number>();
  const judge = judgeOf(stage, tally);

  const seat: { product: Product } = { product: await startProduct(settings) };
  stage.opened.defer(async () => void (await seat.product.stop()));
  const work = await openWork(seat.product.api, dataDir);

  for (let cycle = 0; cycle < cycles - cuts; cycle += 1) {
    const victim = victims[cycle % victims.length] ?? 'app';
    const going = work.begin();
    await sleep(300 + Math.random() * 500);
    await kill(victim, seat.product, dataDir);
    // Those who write see it too, for a moment.
    await sleep(Math.random() * 200);
    const since = performance.now();
    if (victim === 'app' || victim === 'both') {
      await going.end();
      seat.product = await startProduct(settings);
    }
    await untilReady(seat.product);
    const returnMs = performance.now() - since;
    slowestReturnMs = Math.max(slowestReturnMs, returnMs);
    await going.end();
    judge(`after ${victim} (cycle ${cycle + 1})`, await work.verify());
    console.log(`${cycle + 1}: ${victim}, back after ${Math.round(returnMs)} ms`);
  }
  const afterKills = await seat.product.stop();
  stage.check(afterKills.code === 0, `after all these kills a stop ended with ${afterKills.code}`);

  const swallowed = await cutConnections(stage, settings, seat, work, judge);
  const late = await work.lateLetters(45_000);
  stage.check(late === 0, `${late} letters are still waiting`);
  const afterCuts = await seat.product.stop();
  stage.check(afterCuts.code === 0, `after all these cuts a stop ended with ${afterCuts.code}`);
  return {
    cycles,
    kills: cycles - cuts,
    cuts,
    'answers cut off': swallowed,
    ...work.figures(),
    lost: tally.get('lost') ?? 0,
    'half done': tally.get('half done') ?? 0,
    'slowest return s': round(slowestReturnMs / 1000),
    minutes: round((performance.now() - begun) / 60_000),
  };
});

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What is gone or came twice is a loss; whatever does not fit together happened half. */
function judgeOf(stage: Stage, tally: Map<string, number>) {
  return (when: string, found: string[]) => {
    for (const words of found) {
      const kind = /gone|exactly once|was answered|taken back|ended/.test(words) ? 'lost' : 'half done';
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      stage.fail(`${when}: ${words}`);
    }
  };
}

async function kill(victim: Victim, product: Product, dataDir: string): Promise<void> {
  const postmaster = await postmasterPid(dataDir);
  if (victim === 'one process' || victim === 'pictures') {
    const file = victim === 'pictures' ? 'image-worker-process' : 'cluster-process';
    const [pid] = await processesOf(product, file);
    // Nobody may have sent a picture for a while; then there is nothing to kill.
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return;
  }
  if (victim !== 'database') await product.kill();
  // A moment later, so that a database without its app still writes on its own before it goes too.
  if (victim === 'both') await sleep(Math.random() * 50);
  if (victim !== 'app') process.kill(postmaster, 'SIGKILL');
}

/** The same folder, its database now kept by somebody else, behind a proxy. */
async function cutConnections(
  stage: Stage,
  settings: { dataDir: string; port: number; workers: number },
  seat: { product: Product },
  work: Work,
  judge: (when: string, found: string[]) => void,
): Promise<number> {
  const kept = await startEmbedded({ dataDir: settings.dataDir, log: pino({ level: 'silent' }) });
  stage.opened.defer(() => kept.stop());
  const url = new URL(kept.url);
  const proxy = await startFaultProxy({ port: Number(url.port) });
  stage.opened.defer(() => proxy.stop());
  url.port = String(proxy.port);
  seat.product = await startProduct({ ...settings, env: { DATABASE_URL: url.href } });
  stage.opened.defer(async () => void (await seat.product.stop()));
  for (let cut = 0; cut < cuts; cut += 1) {
    const going = work.begin();
    await sleep(200 + Math.random() * 300);
    await cutOff(proxy);
    await untilReady(seat.product);
    await going.end();
    judge(`after cut ${cut + 1}`, await work.verify());
  }
  return proxy.struck;
}

async function cutOff(proxy: FaultProxy): Promise<void> {
  await proxy.set({ kind: 'commit', ofSingles: 0.1 });
  await sleep(100 + Math.random() * 200);
  await proxy.set({ kind: 'none' });
}
