/**
 * What a process of ours is started with so that it stays small. `npm start` and the files of `deploy/` say the same; it cannot be set from inside.
 */
export const frugalFlags: readonly string[] = [
  // Where young garbage is collected from more often, each collection is short.
  '--max-semi-space-size=8',
];

/** Each thread that compresses or decodes would keep memory of its own, and give little of it back. */
export const frugalEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };
