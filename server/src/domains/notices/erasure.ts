import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/**
 * Deletes a user's notices, digests, follows, settings and push subscriptions, and removes the user from the notices of
 * others.
 */
export async function eraseNoticesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`
    delete from notices where user_id = ${userId} or (object_kind = 'user' and object_id = ${userId})`);
  await tx.query(sql`
    with gone as (
      delete from notice_actors where actor_id = ${userId} returning notice_id
    ), others as (
      update notices set actor_count = actor_count - 1
      where id in (select notice_id from gone) and actor_count > 1
    )
    delete from notices where id in (select notice_id from gone) and actor_count = 1`);
  await tx.query(sql`
    delete from follows where user_id = ${userId} or (kind = 'user' and thing_id = ${userId})`);
  await tx.query(sql`delete from digests where user_id = ${userId}`);
  await tx.query(sql`delete from push_subscriptions where user_id = ${userId}`);
  await tx.query(sql`delete from notice_settings where user_id = ${userId}`);
  await tx.query(sql`delete from notice_channels where user_id = ${userId}`);
}
