/**
 * V8 flags of every server process: its heap stays smaller and collections delay requests less (decisions 003 and 017).
 * They cannot be set from inside, so `npm start` and the files of `deploy/` repeat them.
 */
export const memoryFlags: readonly string[] = [
  // A smaller young generation keeps each collection short.
  '--max-semi-space-size=4',
  // By default, query results outside the heap trigger a full collection every few hundred answers. With 80 the
  // process holds 9 to 18 % more memory.
  '--heap-growing-percent=50',
  // V8's worker threads mark the heap and compile. Every core has a process of its own, so more than one delays other
  // requests. Without any, the heap grows to twice its size before it is marked.
  '--v8-pool-size=1',
];
