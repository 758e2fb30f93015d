import { appendFileSync, existsSync } from 'node:fs';
import { idleFile, type MemorySample, samplesFile } from './memory.ts';

// Preloaded into the product's processes (`memoryProbeEnv`): runs a full garbage collection now and then and records
// the memory in use. Resident memory varies by a hundred megabytes between two collections.

const folder = process.env.MEMORY_PROBE ?? '.';
const everyMs = 2_000;
/** Under load only every so many ticks: more frequent collections would lower the memory the process holds. */
const ticksPerSampleUnderLoad = 7;
const { gc } = globalThis;

if (!gc) throw new Error('Memory is measured with --expose-gc.');

let ticks = 0;
setInterval(() => {
  ticks += 1;
  if (ticks % ticksPerSampleUnderLoad > 0 && !existsSync(idleFile(folder))) return;
  gc();
  const { heapUsed, external } = process.memoryUsage();
  const sample: MemorySample = { at: Date.now(), megabytes: (heapUsed + external) / 2 ** 20 };
  appendFileSync(samplesFile(folder, process.pid), `${JSON.stringify(sample)}\n`);
}, everyMs).unref();
