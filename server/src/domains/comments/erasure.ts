import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Deletes a user's comments on cards of others and updates the counts. */
export async function eraseCommentsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`
    select from cards where id in (select card_id from comments where owner_id = ${userId})
    order by id for no key update`);
  await tx.query(sql`
    with gone as (
      delete from comments where owner_id = ${userId} returning card_id, hidden_by
    ), fewer as (
      select card_id, (count(*) filter (where hidden_by is null))::integer as comments from gone group by card_id
    )
    update cards
    set comment_count = comment_count - fewer.comments
    from fewer
    where cards.id = fewer.card_id`);
}
