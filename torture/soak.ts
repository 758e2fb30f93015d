import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWork } from './journal/work.ts';
import { watch } from './support/bystanders.ts';
import { growthOf, probed, readNotes } from './support/memory.ts';
import { signInDemo } from './support/people.ts';
import { type Product, processesOf, startProduct } from './support/product.ts';
import { prove } from './support/proof.ts';

// Ordinary work, for a while, on the built product: memory and handles must not grow, nothing may go wrong.
// Usage: node torture/soak.ts [--minutes 10] [--quick]

const { values: options } = parseArgs({
  options: { minutes: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const minutes = Number(options.minutes ?? (options.quick ? 1 : 10));
const sampleMs = 2_000;
/** Of what one process needs, in the second half, when caches are full. */
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

await prove({ promise: '1, 3, 22', name: 'soak' }, async (stage) => {
  const dataDir = join(stage.folder, 'data');
  const product = await startProduct({ dataDir, env: probed(stage.folder) });
  stage.opened.defer(async () => void (await product.stop()));
  const work = await openWork(product.api, dataDir);
  const token = await signInDemo(product.api);
  const readers = [readPages(product), readCalls(product, token), readCalls(product, token)];
  const writers = work.begin();
  const samples = await observe(product);
  await writers.end();
  for (const reader of readers) await reader.end();
  for (const words of await work.verify()) stage.fail(words);

  const refused = readers.flatMap((reader) => reader.refused);
  stage.check(refused.length === 0, `${refused.length} questions were refused, the first ${refused[0]}`);
  const bad = product.said.filter((line) => /"level":[56]0|UnhandledPromise|MaxListeners/.test(line));
  stage.check(bad.length === 0, `the log says ${bad[0]}`);
  let [steepest, fullest, newHandles] = [Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  const isLong = minutes >= fewestMinutes;
  for (const [pid, all] of samples) {
    const later = all.slice(all.length >> 1);
    const { needed, rise } = growthOf(await readNotes(stage.folder, pid));
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

/** The primary, and those that answer requests; the one for pictures comes and goes. */
async function observe(product: Product): Promise<Map<number, Sample[]>> {
  const pids = [product.pid, ...(await processesOf(product, 'cluster-process'))];
  const samples = new Map<number, Sample[]>(pids.map((pid) => [pid, []]));
  const begun = performance.now();
  while (performance.now() - begun < minutes * 60_000) {
    await sleep(sampleMs);
    for (const [pid, list] of samples) {
      const [status, handles] = await Promise.all([
        readFile(`/proc/${pid}/status`, 'utf8'),
        readdir(`/proc/${pid}/fd`),
      ]);
      list.push({
        megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
        handles: handles.length,
      });
    }
  }
  return samples;
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
