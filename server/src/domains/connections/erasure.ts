import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/**
 * Deletes a user's connections, requests, blocks and mutes, updates the counts of others, and deletes requests to the
 * user's address.
 */
export async function eraseConnectionsOf(
  tx: Transaction,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await tx.query(sql`
    select from users where id in (select other_id from connections where user_id = ${id})
    order by id for no key update`);
  await tx.query(sql`
    with mine as (
      delete from connections where user_id = ${id} returning other_id
    ), others as (
      delete from connections using mine
      where connections.user_id = mine.other_id and connections.other_id = ${id}
      returning connections.user_id
    )
    update users set connection_count = connection_count - 1 from others where users.id = others.user_id`);
  await tx.query(sql`
    delete from connection_requests
    where sender_id = ${id} or receiver_id = ${id} or lower(email) = lower(${email})`);
  await tx.query(sql`delete from blocks where user_id = ${id} or blocked_id = ${id}`);
  await tx.query(sql`delete from mutes where user_id = ${id} or muted_id = ${id}`);
}
