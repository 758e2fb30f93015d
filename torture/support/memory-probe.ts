import { appendFileSync, existsSync } from 'node:fs';
import { type MemoryNote, notesFile, restingFile } from './memory.ts';

// Loaded into the product's processes before anything else (`probed`): now and then it lets everything be swept that nobody needs, and
// notes what is left. What the system says a process holds goes up and down by a hundred megabytes between two sweeps.

const folder = process.env.MEMORY_PROBE ?? '.';
const everyMs = 2_000;
/** Under load only one look in so many is a note: swept more often, a process would hold less than it does without us. */
const looksUnderLoad = 7;
const { gc } = globalThis;
// Without sweeps the notes would tell of something else.
if (!gc) throw new Error('Memory is measured with --expose-gc.');

let looks = 0;
setInterval(() => {
  looks += 1;
  if (looks % looksUnderLoad > 0 && !existsSync(restingFile(folder))) return;
  gc();
  const { heapUsed, external } = process.memoryUsage();
  const note: MemoryNote = { at: Date.now(), megabytes: (heapUsed + external) / 2 ** 20 };
  appendFileSync(notesFile(folder, process.pid), `${JSON.stringify(note)}\n`);
}, everyMs).unref();
