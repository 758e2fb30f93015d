/**
 * Keys of PostgreSQL's advisory locks: every process of every version must use the same numbers. Locks of one user,
 * address or subject use the hash of a text instead.
 */
export const lockIds = {
  migration: 4_726_001,
  /** Of the process that owns the data folder of the embedded server. */
  dataFolder: 4_726_002,
  /** The first of two keys; the second is the runner's id. Does not conflict with a single key of the same number. */
  jobRunner: 4_726_002,
  demoSeed: 4_726_003,
  /** Also in the triggers of migrations/functions that find the cards of topics. */
  topicCards: 4_726_004,
} as const;
