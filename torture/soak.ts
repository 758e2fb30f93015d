import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { requestJson } from './support/client.ts';
import { growthOf, idleFile, memoryProbeEnv, readMemorySamples, type Span } from './support/memory.ts';
import { signInDemo } from './support/people.ts';
import { type Probe, type ProbeRequest, startProbe } from './support/probe.ts';
import { type Product, processesOf, startProduct } from './support/product.ts';
import { runTortureScript, type ScriptContext } from './support/torture-script.ts';
import { openWriteLoad } from './workloads/write-load.ts';

// Normal load on the built product for some minutes: memory and file handles must not grow, no request may fail. The
// load pauses after every minute to measure memory while idle. Usage: node torture/soak.ts [--minutes 15] [--quick]

const { values: options } = parseArgs({
  options: { minutes: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const minutes = Number(options.minutes ?? (options.quick ? 1 : 15));
const sampleMs = 2_000;
const idleMs = 8_000;
/** Jobs and connections finish within this time after the last answer. */
const settleMs = 1_500;
/** Growth of one process in the second half of the run, when caches are full. Memory under load varies more. */
const maxGrowthPerMinute = { atRest: 1, underLoad: 5, resident: 2 };
/** Shorter runs have too few samples for a slope. */
const minMinutesForSlope = 8;
/** Resident memory of one process; the same value as the alert in docs/operations.md. */
const maxMegabytes = 600;
const maxNewHandles = 10;

interface Sample {
  at: number;
  /** Resident memory. */
  megabytes: number;
  handles: number;
}

await runTortureScript({ promise: '22', name: 'soak' }, async (context) => {
  const dataDir = join(context.folder, 'data');
  const product = await startProduct({ dataDir, env: memoryProbeEnv(context.folder) });
  context.cleanup.defer(async () => void (await product.stop()));
  const load = await openWriteLoad(product.api, dataDir);
  const token = await signInDemo(product.api);
  const requests = await publicAndPrivateRequests(product, token);
  const readers: Probe[] = [];
  const loadSpans: Span[] = [];
  const idleSpans: Span[] = [];
  const observed = await observe(product, context);
  for (let minute = 0; minute < minutes; minute += 1) {
    const now = [
      readPages(product),
      startProbe(product.api, requests, 15),
      startProbe(product.api, requests, 15),
    ];
    readers.push(...now);
    const writers = load.begin();
    loadSpans.push(await spanOf(60_000));
    await Promise.all([writers.end(), ...now.map((reader) => reader.stop())]);
    idleSpans.push(await idle(context.folder));
  }
  observed.end();
  for (const message of await load.verify()) context.fail(message);

  const refused = readers.flatMap((reader) => reader.refused);
  context.check(refused.length === 0, `${refused.length} questions were refused, the first ${refused[0]}`);
  const bad = product.logLines.filter((line) => /"level":[56]0|UnhandledPromise|MaxListeners/.test(line));
  context.check(bad.length === 0, `the log says ${bad[0]}`);
  let [maxSlope, maxSlopeUnderLoad, maxResidentSlope, maxResident, newHandles] = [-1e9, -1e9, -1e9, 0, -1e9];
  const isLong = minutes >= minMinutesForSlope;
  for (const [pid, all] of observed.samples) {
    const later = all.slice(all.length >> 1);
    const memorySamples = await readMemorySamples(context.folder, pid);
    const { needed, rise } = growthOf(memorySamples, idleSpans);
    const handles = mean(later.slice(later.length >> 1)) - mean(later.slice(0, later.length >> 1));
    maxSlope = Math.max(maxSlope, rise);
    maxSlopeUnderLoad = Math.max(maxSlopeUnderLoad, growthOf(memorySamples, loadSpans).rise);
    maxResidentSlope = Math.max(maxResidentSlope, growthOf(all, loadSpans).rise);
    maxResident = Math.max(maxResident, ...all.map(({ megabytes }) => megabytes));
    newHandles = Math.max(newHandles, handles);
    console.log(
      `process ${pid} needs ${needed.toFixed(0)} MB${isLong ? `, ${rise.toFixed(2)} more a minute` : ''}, and holds ${all.at(-1)?.megabytes.toFixed(0)}; ${all.at(-1)?.handles} handles, ${handles.toFixed(1)} more than before`,
    );
  }
  if (isLong) {
    context.check(
      maxSlope <= maxGrowthPerMinute.atRest,
      `memory grows by ${maxSlope.toFixed(2)} MB a minute`,
    );
    context.check(
      maxSlopeUnderLoad <= maxGrowthPerMinute.underLoad,
      `memory under load grows by ${maxSlopeUnderLoad.toFixed(2)} MB a minute`,
    );
    context.check(
      maxResidentSlope <= maxGrowthPerMinute.resident,
      `resident memory under load grows by ${maxResidentSlope.toFixed(2)} MB a minute`,
    );
  }
  context.check(maxResident <= maxMegabytes, `a process holds ${maxResident.toFixed(0)} MB`);
  context.check(newHandles <= maxNewHandles, `${newHandles.toFixed(1)} handles more than before`);
  const { code } = await product.stop();
  context.check(code === 0, `the stop ended with ${code}`);
  return {
    minutes,
    responses: readers.reduce((sum, reader) => sum + reader.latencies.length, 0),
    writes: load.figures().acknowledged ?? 0,
    '5xx': refused.length,
    ...(isLong
      ? {
          'slope MB/min': Math.round(maxSlope * 100) / 100,
          'slope under load MB/min': Math.round(maxSlopeUnderLoad * 100) / 100,
          'slope of resident memory MB/min': Math.round(maxResidentSlope * 100) / 100,
        }
      : {}),
    'largest process MB': Math.round(maxResident),
    'new handles': Math.round(newHandles),
  };
});

async function spanOf(ms: number): Promise<Span> {
  const from = Date.now();
  await sleep(ms);
  return { from, to: Date.now() };
}

async function idle(folder: string): Promise<Span> {
  await sleep(settleMs);
  await writeFile(idleFile(folder), '');
  const span = await spanOf(idleMs - settleMs);
  await rm(idleFile(folder));
  return span;
}

/** Samples the primary and the HTTP processes; the image worker is not permanent. */
async function observe(
  product: Product,
  { cleanup, fail }: ScriptContext,
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
  cleanup.defer(end);
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
  return startProbe(url, [{ path: '/' }, { path: '/tns' }, { path: '/lsv' }, { path: '/psl?q=light' }], 30);
}

async function publicAndPrivateRequests({ api }: Product, token: string): Promise<ProbeRequest[]> {
  const { subjectModelVec } = await requestJson<{ subjectModelVec: { id: number }[] }>(
    api,
    '/subjects?limit=1',
  );
  return [
    { path: '/posts' },
    { path: '/r/feed', options: { token } },
    { path: '/searchfeed?q=light' },
    { path: '/subjects' },
    { path: `/subject?includePosts=true&subjectId=${subjectModelVec[0]?.id}` },
    { path: '/r/connections', options: { token } },
    { path: '/r/posts', options: { token } },
  ];
}

function mean(samples: readonly Sample[]): number {
  return samples.reduce((sum, { handles }) => sum + handles, 0) / samples.length;
}
