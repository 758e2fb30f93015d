import type { Db } from '#db/pool.ts';
import { isNotBlocked } from '#domains/connections/view.ts';
import { viewerSql, viewerValues } from '#domains/users/view.ts';
import { isReadable } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';

// Triggers on the like tables write the private feed: migrations/functions/record_like.sql and end_like.sql (decision
// 024).

/** Everything that can be liked. */
export const likeableKinds = ['card', 'chain', 'subject'] as const;
export type LikeableKind = (typeof likeableKinds)[number];

export interface Likeable {
  kind: LikeableKind;
  id: number;
}

const writing = viewerSql(3);

const statement = (kind: LikeableKind) => ({
  name: `like-${kind}`,
  text: `select set_${kind}_like(id, $3::bigint, $2::boolean) as count from ${kind}s
    where id = $1::bigint and ${isReadable(`${kind}s`, writing)} and ${isNotBlocked('owner_id', writing)}`,
});

const statements = {
  card: statement('card'),
  chain: statement('chain'),
  subject: statement('subject'),
} satisfies Record<LikeableKind, { name: string; text: string }>;

/** The like count afterwards; undefined when the target is not visible to the viewer. */
export async function setLike(
  db: Db,
  { kind, id }: Likeable,
  viewer: Viewer,
  liked: boolean,
): Promise<number | undefined> {
  const [row] = await db.query<{ count: number | null }>({
    ...statements[kind],
    values: [id, liked, ...viewerValues(viewer)],
  });
  return row?.count ?? undefined;
}
