import type { Db } from '#db/pool.ts';

/** Everything that can be liked. */
export const likeableKinds = ['card', 'chain', 'subject'] as const;
export type LikeableKind = (typeof likeableKinds)[number];

export interface Likeable {
  kind: LikeableKind;
  id: number;
}

const statements = {
  card: { name: 'like-card', text: 'select set_card_like($1, $2, $3) as count' },
  chain: { name: 'like-chain', text: 'select set_chain_like($1, $2, $3) as count' },
  subject: { name: 'like-subject', text: 'select set_subject_like($1, $2, $3) as count' },
} satisfies Record<LikeableKind, { name: string; text: string }>;

/** How many like it afterwards; nothing when it is not there. */
export async function setLike(
  db: Db,
  { kind, id }: Likeable,
  userId: number,
  liked: boolean,
): Promise<number | undefined> {
  const [row] = await db.query<{ count: number | null }>({
    ...statements[kind],
    values: [id, userId, liked],
  });
  return row?.count ?? undefined;
}
