/** Fragments for statements that answer in JSON; they hold no values, only columns. */

/** A moment as the wire wants it: nanoseconds since 1970. */
export function nanoseconds(column: string): string {
  return `((extract(epoch from ${column}) * 1000000)::bigint * 1000)`;
}
