import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

// Loaded into the product's processes before anything else (`memoryProbe`): now and then it lets everything be swept that nobody needs, and
// notes what is left. What the system says a process holds goes up and down by a hundred megabytes between two sweeps.

const folder = process.env.MEMORY_PROBE ?? '.';
const everyMs = 15_000;

setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const note = { at: Date.now(), megabytes: (heapUsed + external) / 2 ** 20 };
  appendFileSync(join(folder, `${process.pid}.memory`), `${JSON.stringify(note)}\n`);
}, everyMs).unref();
