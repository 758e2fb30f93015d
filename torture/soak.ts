import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWork } from './journal/work.ts';
import { type Bystanders, type Question, watch } from './support/bystanders.ts';
import { demand } from './support/client.ts';
import { growthOf, probed, readNotes, restingFile, type Span } from './support/memory.ts';
import { signInDemo } from './support/people.ts';
import { type Product, processesOf, startProduct } from './support/product.ts';
import { prove, type Stage } from './support/proof.ts';

// Ordinary work, for a while, on the built product: memory and handles must not grow, nothing may go wrong. After every minute
// of it everybody rests for a moment, which shows what the processes need when nothing is under way.
// Usage: node torture/soak.ts [--minutes 15] [--quick]

const { values: options } = parseArgs({
  options: { minutes: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const minutes = Number(options.minutes ?? (options.quick ? 1 : 15));
const sampleMs = 2_000;
const restMs = 8_000;
/** After the last answer something is still written, sent and closed. */
const settlingMs = 1_500;
/** Of what one process needs in the second half, when caches are full. Under load it also holds what is under way, more of it the busier the machine is. */
const mostMegabytesPerMinute = { atRest: 1, underLoad: 5, resident: 2 };
/** In less there are too few minutes in the second half to tell a rise from chance. */
const fewestMinutes = 8;
/** Of what the system says that one process holds; whoever runs Gyan is told to worry from here on. */
const mostMegabytes = 600;
const mostNewHandles = 10;

interface Sample {
  at: number;
  /** Resident memory, as the system counts it. */
  megabytes: number;
  handles: number;
}

await prove({ promise: '22', name: 'soak' }, async (stage) => {
  const dataDir = join(stage.folder, 'data');
  const product = await startProduct({ dataDir, env: probed(stage.folder) });
  stage.opened.defer(async () => void (await product.stop()));
  const work = await openWork(product.api, dataDir);
  const token = await signInDemo(product.api);
  const questions = await publicAndOwn(product, token);
  const readers: Bystanders[] = [];
  const loads: Span[] = [];
  const rests: Span[] = [];
  const observed = await observe(product, stage);
  for (let minute = 0; minute < minutes; minute += 1) {
    const now = [readPages(product), watch(product.api, questions, 15), watch(product.api, questions, 15)];
    readers.push(...now);
    const writers = work.begin();
    loads.push(await spanOf(60_000));
    await Promise.all([writers.end(), ...now.map((reader) => reader.end())]);
    rests.push(await rest(stage.folder));
  }
  observed.end();
  for (const words of await work.verify()) stage.fail(words);

  const refused = readers.flatMap((reader) => reader.refused);
  stage.check(refused.length === 0, `${refused.length} questions were refused, the first ${refused[0]}`);
  const bad = product.said.filter((line) => /"level":[56]0|UnhandledPromise|MaxListeners/.test(line));
  stage.check(bad.length === 0, `the log says ${bad[0]}`);
  let [steepest, steepestBusy, steepestResident, fullest, newHandles] = [-1e9, -1e9, -1e9, 0, -1e9];
  const isLong = minutes >= fewestMinutes;
  for (const [pid, all] of observed.samples) {
    const later = all.slice(all.length >> 1);
    const notes = await readNotes(stage.folder, pid);
    const { needed, rise } = growthOf(notes, rests);
    const handles = mean(later.slice(later.length >> 1)) - mean(later.slice(0, later.length >> 1));
    steepest = Math.max(steepest, rise);
    steepestBusy = Math.max(steepestBusy, growthOf(notes, loads).rise);
    steepestResident = Math.max(steepestResident, growthOf(all, loads).rise);
    fullest = Math.max(fullest, ...all.map(({ megabytes }) => megabytes));
    newHandles = Math.max(newHandles, handles);
    console.log(
      `process ${pid} needs ${needed.toFixed(0)} MB${isLong ? `, ${rise.toFixed(2)} more a minute` : ''}, and holds ${all.at(-1)?.megabytes.toFixed(0)}; ${all.at(-1)?.handles} handles, ${handles.toFixed(1)} more than before`,
    );
  }
  if (isLong) {
    stage.check(
      steepest <= mostMegabytesPerMinute.atRest,
      `memory grows by ${steepest.toFixed(2)} MB a minute`,
    );
    stage.check(
      steepestBusy <= mostMegabytesPerMinute.underLoad,
      `memory under load grows by ${steepestBusy.toFixed(2)} MB a minute`,
    );
    stage.check(
      steepestResident <= mostMegabytesPerMinute.resident,
      `resident memory under load grows by ${steepestResident.toFixed(2)} MB a minute`,
    );
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
    ...(isLong
      ? {
          'slope MB/min': Math.round(steepest * 100) / 100,
          'slope under load MB/min': Math.round(steepestBusy * 100) / 100,
          'slope of resident memory MB/min': Math.round(steepestResident * 100) / 100,
        }
      : {}),
    'largest process MB': Math.round(fullest),
    'new handles': Math.round(newHandles),
  };
});

async function spanOf(ms: number): Promise<Span> {
  const from = Date.now();
  await sleep(ms);
  return { from, to: Date.now() };
}

async function rest(folder: string): Promise<Span> {
  await sleep(settlingMs);
  await writeFile(restingFile(folder), '');
  const span = await spanOf(restMs - settlingMs);
  await rm(restingFile(folder));
  return span;
}

/** Of the primary, and of those that answer requests; the one for pictures comes and goes. */
async function observe(
  product: Product,
  { opened, fail }: Stage,
): Promise<{ samples: Map<number, Sample[]>; end: () => void }> {
  const pids = [product.pid, ...(await processesOf(product, 'cluster-process'))];
  const samples = new Map<number, Sample[]>(pids.map((pid) => [pid, []]));
  const timer = setInterval(() => {
    try {
      for (const [pid, list] of samples) list.push(sample(pid));
    } catch (error) {
      clearInterval(timer);
      fail(`a process cannot be looked at any more: ${(error as Error).message}`);
    }
  }, sampleMs);
  const end = () => clearInterval(timer);
  opened.defer(end);
  return { samples, end };
}

function sample(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    at: Date.now(),
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function readPages({ url }: Product) {
  return watch(url, [{ path: '/' }, { path: '/tns' }, { path: '/lsv' }, { path: '/psl?q=light' }], 30);
}

async function publicAndOwn({ api }: Product, token: string): Promise<Question[]> {
  const { subjectModelVec } = await demand<{ subjectModelVec: { id: number }[] }>(api, '/subjects?limit=1');
  return [
    { path: '/posts' },
    { path: '/r/feed', asked: { token } },
    { path: '/searchfeed?q=light' },
    { path: '/subjects' },
    { path: `/subject?includePosts=true&subjectId=${subjectModelVec[0]?.id}` },
    { path: '/r/connections', asked: { token } },
    { path: '/r/posts', asked: { token } },
  ];
}

function mean(samples: readonly Sample[]): number {
  return samples.reduce((sum, { handles }) => sum + handles, 0) / samples.length;
}
