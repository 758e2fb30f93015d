import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: Buffer; userAgent: string | undefined },
): Promise<void> {
  await db.query(sql`
    insert into sessions (user_id, token_hash, user_agent, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.userAgent?.slice(0, 300) ?? null}, now() + interval '30 days')`);
}

/** Runs for every request of a signed-in person; a session in use moves its end along, at most once an hour. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<Viewer | undefined> {
  const [row] = await db.query<{
    session_id: number;
    user_id: number;
    role: Viewer['role'];
    verified: boolean;
    created_at: Date;
    stale: boolean;
  }>({
    name: 'find-session',
    text: `select sessions.id as session_id, users.id as user_id, users.role,
             users.email_verified_at is not null as verified, sessions.created_at,
             sessions.last_seen_at < now() - interval '1 hour' as stale
           from sessions join users on users.id = sessions.user_id
           where sessions.token_hash = $1 and sessions.expires_at > now()`,
    values: [tokenHash],
  });
  if (!row) return undefined;
  if (row.stale) {
    await db.query(sql`
      update sessions set last_seen_at = now(), expires_at = now() + interval '30 days' where id = ${row.session_id}`);
  }
  return {
    userId: row.user_id,
    role: row.role,
    emailVerified: row.verified,
    sessionId: row.session_id,
    signedInAt: row.created_at,
  };
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.query(sql`delete from sessions where id = ${sessionId}`);
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.query(sql`delete from sessions where expires_at < now()`);
}
