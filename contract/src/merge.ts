import type { Call, CallKey } from './call.ts';

type CallTable = Record<CallKey, Call>;

type Intersection<Tables extends readonly CallTable[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly CallTable[],
]
  ? First & Intersection<Rest>
  : unknown;

type Merged<Tables extends readonly CallTable[]> = {
  [Key in keyof Intersection<Tables>]: Intersection<Tables>[Key];
};

/** Merges the tables. A call declared twice throws at import. */
export function mergeCalls<const Tables extends readonly CallTable[]>(...tables: Tables): Merged<Tables> {
  const merged = new Map<string, Call>();
  for (const [key, call] of tables.flatMap((table) => Object.entries(table))) {
    if (merged.has(key)) throw new Error(`${key} is declared twice`);
    merged.set(key, call);
  }
  return Object.fromEntries(merged) as Merged<Tables>;
}
