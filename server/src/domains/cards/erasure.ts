import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Removes a person's cards, also out of other people's chains, whose counts stay right. */
export async function eraseCardsOf(
  tx: Transaction,
  userId: number,
): Promise<{ ids: number[]; photoIds: number[] }> {
  // Locked first: nobody can put one of them into a chain after the links are counted.
  await tx.query(sql`select from cards where owner_id = ${userId} order by id for update`);
  // Then the chains they are in, as whoever orders one of those does.
  await tx.query(sql`
    select from chains where id in (
      select chain_id from chain_cards join cards on cards.id = chain_cards.card_id where cards.owner_id = ${userId}
    )
    order by id for no key update`);
  await tx.query(sql`
    with unlinked as (
      delete from chain_cards using cards
      where cards.id = chain_cards.card_id and cards.owner_id = ${userId}
      returning chain_id
    ), fewer as (select chain_id, count(*) as cards from unlinked group by chain_id)
    update chains set card_count = card_count - fewer.cards from fewer where chains.id = fewer.chain_id`);
  const rows = await tx.query<{ id: number; photo_id: number | null }>(
    sql`delete from cards where owner_id = ${userId} returning id, photo_id`,
  );
  return { ids: rows.map((row) => row.id), photoIds: rows.flatMap((row) => row.photo_id ?? []) };
}
