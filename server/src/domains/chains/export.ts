import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A person's chains, with the cards in them, in their order. */
export function exportChains(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select chains.id, photos.key as "photoKey", json_build_object(
        'id', chains.id,
        'title', title,
        'description', description,
        'picture', photos.key,
        'great', great,
        'likeCount', like_count,
        'createdAt', chains.created_at,
        'cards', (
          select coalesce(json_agg(json_build_object('cardId', card_id, 'rank', rank) order by rank, card_id), '[]'::json)
          from chain_cards where chain_id = chains.id
        )
      )::text as item
    from chains left join photos on photos.id = chains.photo_id
    where owner_id = ${userId} and chains.id > ${afterId}
    order by chains.id
    limit 100`);
}

/** The chains in a person's list by their numbers: some of them are somebody else's. */
export function exportKeptChains(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select chain_id as id, json_build_object('chainId', chain_id, 'rank', rank)::text as item
    from user_chains
    where user_id = ${userId} and chain_id > ${afterId}
    order by chain_id
    limit 500`);
}
