import type { LikeableKind } from './queries.ts';

/**
 * SQL that is true when this person likes the thing; both are columns or parameters. Not `exists`, which PostgreSQL likes
 * to answer by reading everything the person ever liked.
 */
export function isLikedBy(kind: LikeableKind, thingId: string, userId: string): string {
  return `coalesce((select true from ${kind}_likes where ${kind}_id = ${thingId} and user_id = ${userId}), false)`;
}
