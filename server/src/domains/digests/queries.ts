import type { DigestPeriod } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { defaultZone } from '#domains/learning/settings.ts';
import type { Role } from '#http/viewer.ts';

export type SentPeriod = Exclude<DigestPeriod, 'never'>;

/** The time zones of all users, with the last day whose digests were written. */
export function listZones(db: Db): Promise<{ zone: string; last: string | null }[]> {
  return db.query(sql`
    select zone, digest_zones.day::text as last
    from (select ${defaultZone} as zone union select zone from learning_settings where zone is not null) as known
    left join digest_zones using (zone)
    order by zone`);
}

export async function setZoneDay(db: Db, zone: string, day: string): Promise<void> {
  await db.query(sql`
    insert into digest_zones (zone, day) values (${zone}, ${day})
    on conflict (zone) do update set day = greatest(digest_zones.day, excluded.day)`);
}

/** The user a digest is for. */
export interface Recipient {
  id: number;
  role: Role;
  email: string;
  first_name: string;
  period: SentPeriod;
}

const recipientColumns = sql`
  users.id, users.role, users.email, users.first_name, coalesce(notice_settings.digest, 'weekly') as period`;

/** The next users in a time zone who may have something to be told, by their ids after `afterId`. */
export function listRecipients(
  db: Db,
  { zone, periods, afterId }: { zone: string; periods: readonly SentPeriod[]; afterId: number },
): Promise<Recipient[]> {
  return db.query<Recipient>(sql`
    select ${recipientColumns}
    from users
    left join notice_settings on notice_settings.user_id = users.id
    left join learning_settings on learning_settings.user_id = users.id
    where users.id > ${afterId} and users.leaving_at is null and users.email_verified_at is not null
      and coalesce(users.suspended_until <= now(), true)
      and coalesce(learning_settings.zone, ${defaultZone}) = ${zone}
      and coalesce(notice_settings.digest, 'weekly') = any (${periods}::text[])
      and exists (
        select from notices
        where user_id = users.id and seen_at is null and (digested_at is null or moved_at > digested_at)
      )
    order by users.id
    limit 200`);
}

/** Undefined if the period has one already; another process that writes it at the same time is waited for. */
export async function insertDigest(
  tx: Transaction,
  { userId, day, noticeIds }: { userId: number; day: string; noticeIds: readonly number[] },
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into digests (user_id, day, notice_ids) values (${userId}, ${day}, ${noticeIds}::bigint[])
    on conflict (user_id, day) do nothing
    returning id`);
  return row?.id;
}

export async function setDigestEmail(tx: Transaction, id: number, emailId: number): Promise<void> {
  await tx.query(sql`update digests set email_id = ${emailId} where id = ${id}`);
}

/** What the digest in this e-mail tells and to whom; undefined if it is not wanted any more. */
export async function findDigestOf(
  tx: Transaction,
  emailId: number,
): Promise<(Recipient & { noticeIds: number[] }) | undefined> {
  const [row] = await tx.query<Recipient & { noticeIds: number[] }>(sql`
    select ${recipientColumns}, digests.notice_ids as "noticeIds"
    from digests
    join users on users.id = digests.user_id
    left join notice_settings on notice_settings.user_id = users.id
    where digests.email_id = ${emailId} and users.leaving_at is null
      and coalesce(notice_settings.digest, 'weekly') <> 'never'`);
  return row;
}

/** A digest is needed until its period is over; the rest is for the export of the account. */
export async function deleteOldDigests(db: Db, days: number): Promise<void> {
  await db.query(sql`delete from digests where created_at < now() - make_interval(days => ${days})`);
}
