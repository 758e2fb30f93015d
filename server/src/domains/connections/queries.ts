import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Takes both sides of a connection away, and off their counts; the caller holds both people. Answers whether there was one. */
export async function deleteConnection(tx: Transaction, one: number, other: number): Promise<boolean> {
  const rows = await tx.query(sql`
    with gone as (
      delete from connections
      where (user_id = ${one} and other_id = ${other}) or (user_id = ${other} and other_id = ${one})
      returning user_id
    )
    update users set connection_count = connection_count - 1
    from gone
    where users.id = gone.user_id
    returning users.id`);
  return rows.length > 0;
}

/** In both directions. */
export async function deleteRequestsBetween(tx: Transaction, one: number, other: number): Promise<void> {
  await tx.query(sql`
    delete from connection_requests
    where (sender_id = ${one} and receiver_id = ${other}) or (sender_id = ${other} and receiver_id = ${one})`);
}
