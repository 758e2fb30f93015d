import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A user's sessions, without tokens or their hashes. */
export function exportSessions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'id', id,
        'userAgent', user_agent,
        'network', network,
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

/** A user's identities at the sign-in providers. */
export function exportIdentities(db: Db, userId: number): Promise<ExportedIdentity[]> {
  return db.query<ExportedIdentity>(sql`
    select issuer, subject, created_at as "createdAt" from identities where user_id = ${userId} order by created_at`);
}
