/** What admins do about a thing or a person. No schemas here: pages that validate nothing read this. */
export const acts = [
  'dismiss',
  'hide',
  'restore',
  'lock',
  'unlock',
  'mark_ai',
  'warn',
  'suspend',
  'lift',
] as const;

type ActName = (typeof acts)[number];

/** These need a rule and a sentence. */
export const actsAgainstSomebody: ReadonlySet<ActName> = new Set([
  'hide',
  'lock',
  'mark_ai',
  'warn',
  'suspend',
]);
