import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** Where a person is signed in. What would let somebody in is stored as a hash only, and not even that goes out. */
export function exportSessions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'id', id,
        'userAgent', user_agent,
        'createdAt', created_at,
        'lastSeenAt', last_seen_at,
        'expiresAt', expires_at
      )::text as item
    from sessions
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 100`);
}

export interface ExportedIdentity {
  issuer: string;
  subject: string;
  createdAt: Date;
}

/** Who the person is at the providers they signed in through. */
export function exportIdentities(db: Db, userId: number): Promise<ExportedIdentity[]> {
  return db.query<ExportedIdentity>(sql`
    select issuer, subject, created_at as "createdAt" from identities where user_id = ${userId} order by created_at`);
}
