/**
 * What a process of ours is started with so that it stays small. `npm start` and the files of `deploy/` say the same; it cannot be set from inside.
 */
export const frugalFlags: readonly string[] = [
  // Where young garbage is collected from more often, each collection is short.
  '--max-semi-space-size=4',
  // Otherwise what is read from the database, which lies outside of the heap, has everything swept after every few hundred answers: a third of the server's work for a feed.
  '--heap-growing-percent=80',
];

/** Each thread that compresses or decodes would keep memory of its own, and give little of it back. */
export const fewArenas = { MALLOC_ARENA_MAX: '2' };

/**
 * Otherwise what is large and freed makes glibc keep ever larger things, up to 32 megabytes, where they can seldom be given back: after a subject of 2,000
 * cards a process stayed at 300 MB.
 */
const givesBack = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

export const frugalEnvironment: Readonly<Record<string, string>> = { ...fewArenas, ...givesBack };
