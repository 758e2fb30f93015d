import type { LikeableKind } from './queries.ts';

/**
 * SQL that is true if the user likes it; both are columns or parameters. Not `exists`, which PostgreSQL may plan
 * as a read of all likes of the user.
 */
export function isLikedBy(kind: LikeableKind, contentId: string, userId: string): string {
  return `coalesce((select true from ${kind}_likes where ${kind}_id = ${contentId} and user_id = ${userId}), false)`;
}
