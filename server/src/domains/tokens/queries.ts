import type { TokenScope } from '@gyan/contract/tokens.ts';
import sql, { raw } from 'sql-template-tag';
import { jsonObject, nanoseconds } from '#db/json.ts';
import type { Db, Transaction } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';

/**
 * Runs on every request with an API token. Notes its use at most every ten minutes. Tokens of demo users are valid only
 * while the demo is on.
 */
export async function findTokenOwner(
  db: Db,
  tokenHash: Buffer,
  { demo }: { demo: boolean },
): Promise<Viewer | undefined> {
  const [row] = await db.query<{
    id: number;
    scope: TokenScope;
    user_id: number;
    role: Viewer['role'];
    verified: boolean;
    has_factor: boolean;
    stale: boolean;
    suspended: boolean;
  }>({
    name: 'find-token-owner',
    text: `select token.id, token.scope, users.id as user_id, users.role,
             users.email_verified_at is not null as verified,
             users.role in ('kAdmin', 'kSuperAdmin') and exists (
               select from factors where factors.user_id = users.id and factors.confirmed_at is not null
             ) as has_factor,
             coalesce(token.last_used_at < now() - interval '10 minutes', true) as stale,
             coalesce(users.suspended_until > now(), false) as suspended
           from api_tokens as token join users on users.id = token.user_id
           where token.token_hash = $1 and ($2 or not users.is_demo)`,
    values: [tokenHash, demo],
  });
  if (!row) return undefined;
  if (row.stale) await db.query(sql`update api_tokens set last_used_at = now() where id = ${row.id}`);
  return {
    userId: row.user_id,
    role: row.role,
    emailVerified: row.verified,
    sessionId: 0,
    signedInAt: new Date(0),
    isAdminWithFactor: row.has_factor,
    tokenScope: row.scope,
    suspended: row.suspended,
  };
}

const tokenJson = jsonObject({
  tokenId: 'id',
  name: 'name',
  scope: 'scope',
  createdAt: nanoseconds('created_at'),
  lastUsedAt: nanoseconds('last_used_at'),
});

/** Newest first, as JSON text. There are few, so they come at once. */
export async function listTokens(db: Db, userId: number): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'tokens-of-user',
    text: `select json_build_object(
             'tokenModelVec', coalesce(json_agg(${tokenJson} order by id desc), '[]'::json)
           )::text as body
           from api_tokens where user_id = $1`,
    values: [userId],
  });
  return row?.body ?? '';
}

/**
 * The number of tokens. Concurrent requests of a user wait here, so that none exceeds it. Undefined if the session
 * ended meanwhile: a new password ends all tokens, and none must be created after that.
 */
export async function lockTokensOf(
  tx: Transaction,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<number | undefined> {
  await tx.query(sql`select from users where id = ${userId} for no key update`);
  const [row] = await tx.query<{ count: number }>(sql`
    select (select count(*) from api_tokens where user_id = ${userId}) as count
    from sessions where id = ${sessionId} and user_id = ${userId}`);
  return row?.count;
}

export interface NewToken {
  userId: number;
  tokenHash: Buffer;
  name: string;
  scope: TokenScope;
}

/** The new token, as JSON text. */
export async function insertToken(
  tx: Transaction,
  { userId, tokenHash, name, scope }: NewToken,
): Promise<string> {
  const [row] = await tx.query<{ item: string }>(sql`
    insert into api_tokens (user_id, token_hash, name, scope)
    values (${userId}, ${tokenHash}, ${name}, ${scope})
    returning ${raw(tokenJson)}::text as item`);
  return row?.item ?? '';
}

/** Undefined if the user had no such token. */
export async function deleteToken(
  tx: Transaction,
  userId: number,
  tokenId: number,
): Promise<TokenScope | undefined> {
  const [row] = await tx.query<{ scope: TokenScope }>(
    sql`delete from api_tokens where id = ${tokenId} and user_id = ${userId} returning scope`,
  );
  return row?.scope;
}

export async function deleteTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from api_tokens where user_id = ${userId}`);
}
