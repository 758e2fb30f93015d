/**
 * V8 flags of every server process: its heap stays smaller and collections delay requests less (decisions 003 and 017).
 * They cannot be set from inside, so `npm start` and the files of `deploy/` repeat them.
 */
export const memoryFlags: readonly string[] = [
  // The young generation holds the objects of the requests in progress. With 4 MB they reach the old generation, whose
  // collections then take a third of the server's CPU time. With V8's default the process holds up to 40 MB more.
  '--max-semi-space-size=16',
  // By default, query results outside the heap trigger a full collection every few hundred answers. With 80 the
  // process holds 9 to 18 % more memory.
  '--heap-growing-percent=50',
  // V8's worker threads mark the heap and compile. Every core has a process of its own, so more than one delays other
  // requests. Without any, the heap grows to twice its size before it is marked.
  '--v8-pool-size=1',
];
