import type { LikeableKind } from './queries.ts';

/** SQL that is true when this person likes the thing; both are columns or parameters. */
export function isLikedBy(kind: LikeableKind, thingId: string, userId: string): string {
  return `exists (select from ${kind}_likes where ${kind}_id = ${thingId} and user_id = ${userId})`;
}
