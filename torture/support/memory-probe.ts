import { appendFileSync } from 'node:fs';
import { type MemoryNote, notesFile } from './memory.ts';

// Loaded into the product's processes before anything else (`probed`): now and then it lets everything be swept that nobody needs, and
// notes what is left. What the system says a process holds goes up and down by a hundred megabytes between two sweeps.

const folder = process.env.MEMORY_PROBE ?? '.';
/** So that two notes fall into every rest (`soak.ts`). */
const everyMs = 3_000;
const { gc } = globalThis;
// Without sweeps the notes would tell of something else.
if (!gc) throw new Error('Memory is measured with --expose-gc.');

setInterval(() => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  const note: MemoryNote = { at: Date.now(), megabytes: (heapUsed + external) / 2 ** 20 };
  appendFileSync(notesFile(folder, process.pid), `${JSON.stringify(note)}\n`);
}, everyMs).unref();
