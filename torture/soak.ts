import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWork } from './journal/work.ts';
import { type Bystanders, watch } from './support/bystanders.ts';
import { growthOf, probed, type Rest, readNotes } from './support/memory.ts';
import { signInDemo } from './support/people.ts';
import { type Product, processesOf, startProduct } from './support/product.ts';
import { prove } from './support/proof.ts';

// Ordinary work, for a while, on the built product: memory and handles must not grow, nothing may go wrong. After every minute
// of it everybody rests for a moment, which shows what the processes need when nothing is under way.
// Usage: node torture/soak.ts [--minutes 10] [--quick]

const { values: options } = parseArgs({
  options: { minutes: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const minutes = Number(options.minutes ?? (options.quick ? 1 : 10));
const sampleMs = 2_000;
const restMs = 8_000;
/** After the last answer something is still written, sent and closed. */
const settlingMs = 1_500;
/** Of what one process needs at rest, in the second half, when caches are full. */
const mostMegabytesPerMinute = 1;
/** In less there are too few minutes in the second half to tell a rise from chance. */
const fewestMinutes = 8;
/** Of what the system says that one process holds; whoever runs Gyan is told to worry from here on. */
const mostMegabytes = 600;
const mostNewHandles = 10;

interface Sample {
  /** What the system says it holds. */
  megabytes: number;
  handles: number;
}

await prove({ promise: '22', name: 'soak' }, async (stage) => {
  const dataDir = join(stage.folder, 'data');
  const product = await startProduct({ dataDir, env: probed(stage.folder) });
  stage.opened.defer(async () => void (await product.stop()));
  const work = await openWork(product.api, dataDir);
  const token = await signInDemo(product.api);
  const readers: Bystanders[] = [];
  const rests: Rest[] = [];
  const samples = await observe(product);
  for (let minute = 0; minute < minutes; minute += 1) {
    const now = [readPages(product), readCalls(product, token), readCalls(product, token)];
    readers.push(...now);
    const writers = work.begin();
    await sleep(60_000);
    await Promise.all([writers.end(), ...now.map((reader) => reader.end())]);
    rests.push(await rest());
  }
  samples.end();
  for (const words of await work.verify()) stage.fail(words);

  const refused = readers.flatMap((reader) => reader.refused);
  stage.check(refused.length === 0, `${refused.length} questions were refused, the first ${refused[0]}`);
  const bad = product.said.filter((line) => /"level":[56]0|UnhandledPromise|MaxListeners/.test(line));
  stage.check(bad.length === 0, `the log says ${bad[0]}`);
  let [steepest, fullest, newHandles] = [Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  const isLong = minutes >= fewestMinutes;
  for (const [pid, all] of samples.taken) {
    const later = all.slice(all.length >> 1);
    const { needed, rise } = growthOf(await readNotes(stage.folder, pid), rests);
    const handles = mean(later.slice(later.length >> 1)) - mean(later.slice(0, later.length >> 1));
    steepest = Math.max(steepest, rise);
    fullest = Math.max(fullest, ...all.map(({ megabytes }) => megabytes));
    newHandles = Math.max(newHandles, handles);
    console.log(
      `process ${pid} needs ${needed.toFixed(0)} MB${isLong ? `, ${rise.toFixed(2)} more a minute` : ''}, and holds ${all.at(-1)?.megabytes.toFixed(0)}; ${all.at(-1)?.handles} handles, ${handles.toFixed(1)} more than before`,
    );
  }
  if (isLong) {
    stage.check(steepest <= mostMegabytesPerMinute, `memory grows by ${steepest.toFixed(2)} MB a minute`);
  }
  stage.check(fullest <= mostMegabytes, `a process holds ${fullest.toFixed(0)} MB`);
  stage.check(newHandles <= mostNewHandles, `${newHandles.toFixed(1)} handles more than before`);
  const { code } = await product.stop();
  stage.check(code === 0, `the stop ended with ${code}`);
  return {
    minutes,
    answers: readers.reduce((sum, reader) => sum + reader.waited.length, 0),
    writes: work.figures().acknowledged ?? 0,
    '5xx': refused.length,
    ...(isLong ? { 'slope MB/min': Math.round(steepest * 100) / 100 } : {}),
    'largest process MB': Math.round(fullest),
    'new handles': Math.round(newHandles),
  };
});

async function rest(): Promise<Rest> {
  await sleep(settlingMs);
  const from = Date.now();
  await sleep(restMs - settlingMs);
  return { from, to: Date.now() };
}

/** The primary, and those that answer requests; the one for pictures comes and goes. */
async function observe(product: Product): Promise<{ taken: Map<number, Sample[]>; end: () => void }> {
  const pids = [product.pid, ...(await processesOf(product, 'cluster-process'))];
  const taken = new Map<number, Sample[]>(pids.map((pid) => [pid, []]));
  const timer = setInterval(() => {
    for (const [pid, list] of taken) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      list.push({
        megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
        handles: readdirSync(`/proc/${pid}/fd`).length,
      });
    }
  }, sampleMs);
  return { taken, end: () => clearInterval(timer) };
}

function readPages({ url }: Product) {
  return watch(url, [{ path: '/' }, { path: '/tns' }, { path: '/lsv' }, { path: '/psl?q=light' }], 30);
}

function readCalls({ api }: Product, token: string) {
  return watch(
    api,
    [
      { path: '/posts' },
      { path: '/r/feed', asked: { token } },
      { path: '/searchfeed?q=light' },
      { path: '/subjects' },
      { path: '/r/connections', asked: { token } },
      { path: '/r/posts', asked: { token } },
    ],
    15,
  );
}

function mean(samples: readonly Sample[]): number {
  return samples.reduce((sum, { handles }) => sum + handles, 0) / samples.length;
}
