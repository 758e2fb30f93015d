/**
 * Flags and environment of every server process: memory is returned sooner and collections disturb requests less
 * (decisions 003 and 017). They cannot be set from inside, so `npm start` and the files of `deploy/` repeat them.
 */
export const memoryFlags: readonly string[] = [
  // A smaller young generation keeps each collection short.
  '--max-semi-space-size=4',
  // By default, query results outside the heap trigger a full collection every few hundred answers.
  '--heap-growing-percent=80',
  // V8's worker threads mark the heap and compile. Every core has a process of its own, so more than one delays other
  // requests. Without any, the heap grows to twice its size before it is marked.
  '--v8-pool-size=1',
];

/** By default every thread that compresses or decodes keeps its own arena. */
export const fewArenas = { MALLOC_ARENA_MAX: '2' };

/** By default glibc raises these after each large free, up to 32 MB, and then returns little to the system. */
const returnFreedMemory = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

export const memoryEnvironment: Readonly<Record<string, string>> = { ...fewArenas, ...returnFreedMemory };
