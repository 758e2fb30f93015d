import sql from 'sql-template-tag';
import { nanoseconds } from '#db/json.ts';
import { cursorSql, decodeCursor, onePage, pageStatement } from '#db/page.ts';
import type { Db } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: Buffer; userAgent: string | undefined; network: string | undefined },
): Promise<void> {
  await db.query(sql`
    insert into sessions (user_id, token_hash, user_agent, network, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.userAgent?.slice(0, 300) ?? null},
            nullif(${session.network ?? null}::text, ''), now() + interval '30 days')`);
}

/** Each condition has an index; the factors are looked up for admins only. */
export const sessionStatement = `
  select sessions.id as session_id, users.id as user_id, users.role,
    users.email_verified_at is not null as verified,
    coalesce(sessions.confirmed_at, sessions.created_at) as confirmed_at,
    users.role in ('kAdmin', 'kSuperAdmin') and exists (
      select from factors where factors.user_id = users.id and factors.confirmed_at is not null
    ) as has_factor,
    sessions.last_seen_at < now() - interval '1 hour' as stale,
    coalesce(users.suspended_until > now(), false) as suspended
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = $1 and sessions.expires_at > now() and ($2 or not users.is_demo)`;

/**
 * Runs on every request of a signed-in user. Extends a session in use at most once an hour. Sessions of demo users are
 * valid only while the demo is on.
 */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  { demo }: { demo: boolean },
): Promise<Viewer | undefined> {
  const [row] = await db.query<{
    session_id: number;
    user_id: number;
    role: Viewer['role'];
    verified: boolean;
    confirmed_at: Date;
    has_factor: boolean;
    stale: boolean;
    suspended: boolean;
  }>({
    name: 'find-session',
    text: sessionStatement,
    values: [tokenHash, demo],
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
    signedInAt: row.confirmed_at,
    isAdminWithFactor: row.has_factor,
    suspended: row.suspended,
  };
}

const sessionsStatement = pageStatement(
  'sessionModelVec',
  `select json_build_object(
       'sessionId', id,
       'createdAt', ${nanoseconds('created_at')},
       'lastSeenAt', ${nanoseconds('last_seen_at')},
       'userAgent', user_agent,
       'network', network,
       'current', id = $4::bigint
     ) as item, ${cursorSql('id')} as cursor
   from sessions
   where user_id = $3 and id < $2::bigint and expires_at > now()
   order by id desc
   limit ${onePage}`,
);

/** Newest sign-in first, as JSON text. */
export async function listSessions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; cursor: string | undefined },
): Promise<string> {
  const [before] = decodeCursor(page.cursor, ['9007199254740991']);
  const [row] = await db.query<{ body: string }>({
    name: 'sessions-of-user',
    text: sessionsStatement,
    values: [page.limit, before, viewer.userId, viewer.sessionId],
  });
  return row?.body ?? '';
}

/** The user has shown again that the session is theirs. */
export async function confirmSession(db: Db, sessionId: number): Promise<void> {
  await db.query(sql`update sessions set confirmed_at = now() where id = ${sessionId}`);
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.query(sql`delete from sessions where id = ${sessionId}`);
}

/** Returns whether the user had such a session. */
export async function deleteSessionOf(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const rows = await db.query(
    sql`delete from sessions where id = ${sessionId} and user_id = ${userId} and expires_at > now() returning id`,
  );
  return rows.length > 0;
}

/** Deletes all sessions of a user except `keepId`. */
export async function deleteSessionsOf(tx: Db, userId: number, keepId?: number): Promise<void> {
  await tx.query(
    sql`delete from sessions where user_id = ${userId} and id is distinct from ${keepId ?? null}::bigint`,
  );
}
