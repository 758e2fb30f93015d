import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A user's second factors, without secrets and keys. */
export function exportFactors(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'id', id, 'kind', kind, 'name', name, 'createdAt', created_at, 'lastUsedAt', last_used_at
      )::text as item
    from factors
    where user_id = ${userId} and id > ${afterId} and confirmed_at is not null
    order by id
    limit 100`);
}

/** Browsers in which a user has signed in, without their cookies or the hashes of those. */
export function exportBrowsers(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object('id', id, 'createdAt', created_at, 'lastUsedAt', last_used_at)::text as item
    from devices
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 100`);
}

/** A change of address that has begun, without its links. */
export async function exportEmailChange(
  db: Db,
  userId: number,
): Promise<{ newEmail: string; createdAt: Date } | undefined> {
  const [change] = await db.query<{ newEmail: string; createdAt: Date }>(sql`
    select new_email as "newEmail", created_at as "createdAt" from email_changes
    where user_id = ${userId} and expires_at > now()`);
  return change;
}
