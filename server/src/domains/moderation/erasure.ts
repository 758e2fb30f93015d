import sql from 'sql-template-tag';
import type { Transaction } from '#db/pool.ts';

/** Removes what identifies a user from reports and the log of acts; the acts stay. */
export async function eraseModerationOf(tx: Transaction, userId: number, email: string): Promise<void> {
  await tx.query(sql`delete from user_notes where user_id = ${userId}`);
  await tx.query(sql`
    update appeals set text = '', answer = null
    where act_id in (select id from moderation_acts where owner_id = ${userId})`);
  await tx.query(sql`
    update moderation_acts set owner_id = null, text = case when text is null then null else '' end, title = ''
    where owner_id = ${userId}`);
  await tx.query(sql`update moderation_acts set admin_id = null where admin_id = ${userId}`);
  await tx.query(sql`
    update reports set reporter_id = null, email = null, text = null
    where reporter_id = ${userId} or lower(email) = lower(${email})`);
}
