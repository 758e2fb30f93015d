import sql, { raw } from 'sql-template-tag';
import { jsonObject, nanoseconds } from '#db/json.ts';
import type { Db, Transaction } from '#db/pool.ts';

const factorJson = jsonObject({
  factorId: 'id',
  kind: 'kind',
  name: 'name',
  createdAt: nanoseconds('created_at'),
  lastUsedAt: nanoseconds('last_used_at'),
});

/** Confirmed factors, newest first, and how many recovery codes are left, as JSON text. */
export async function listFactors(db: Db, userId: number): Promise<string> {
  const [row] = await db.query<{ body: string }>(sql`
    select json_strip_nulls(json_build_object(
        'factorModelVec', coalesce((
          select json_agg(${raw(factorJson)} order by id desc)
          from factors where user_id = ${userId} and confirmed_at is not null
        ), '[]'::json),
        'recoveryCodesLeft', (select count(*) from recovery_codes where user_id = ${userId} and used_at is null),
        'factorsEndAt', (select ${raw(nanoseconds('ends_at'))} from factor_resets where user_id = ${userId})
      ))::text as body`);
  return row?.body ?? '';
}

export interface OwnFactors {
  kinds: ('totp' | 'passkey')[];
  hasCodes: boolean;
}

export async function findFactors(db: Db, userId: number): Promise<OwnFactors> {
  const [row] = await db.query<OwnFactors>(sql`
    select
      array(
        select distinct kind from factors where user_id = ${userId} and confirmed_at is not null order by kind desc
      ) as kinds,
      exists (select from recovery_codes where user_id = ${userId} and used_at is null) as "hasCodes"`);
  return row ?? { kinds: [], hasCodes: false };
}

export async function countFactors(db: Db, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) as count from factors where user_id = ${userId} and confirmed_at is not null`,
  );
  return row?.count ?? 0;
}

/** Returns whether the user had such a factor. */
export async function deleteFactor(tx: Transaction, userId: number, factorId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from factors where id = ${factorId} and user_id = ${userId} and confirmed_at is not null returning id`);
  return rows.length > 0;
}

/** Factors that were confirmed before, and recovery codes that were made before. */
export async function deleteFactorsBefore(tx: Transaction, userId: number, before: Date): Promise<void> {
  await tx.query(sql`
    delete from factors where user_id = ${userId} and (confirmed_at is null or confirmed_at < ${before})`);
  await tx.query(sql`
    delete from recovery_codes
    where user_id = ${userId}
      and (created_at < ${before} or not exists (select from factors where factors.user_id = ${userId}))`);
}

/** What was added to the account since then. An app counts from its confirmation, which its e-mail reports. */
export async function deleteFactorsSince(tx: Transaction, userId: number, since: Date): Promise<void> {
  await tx.query(sql`
    delete from factors where user_id = ${userId} and (confirmed_at is null or confirmed_at >= ${since})`);
  await tx.query(sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${since}`);
}

/** Replaces an app whose set-up was not finished. */
export async function insertTotp(
  tx: Transaction,
  { userId, name, secret }: { userId: number; name: string; secret: Buffer },
): Promise<number> {
  await tx.query(sql`delete from factors where user_id = ${userId} and confirmed_at is null`);
  const [row] = await tx.query<{ id: number }>(sql`
    insert into factors (user_id, kind, name, secret) values (${userId}, 'totp', ${name}, ${secret}) returning id`);
  if (!row) throw new Error('The factor was not inserted.');
  return row.id;
}

export interface TotpRow {
  id: number;
  secret: Buffer;
}

export async function listTotps(tx: Transaction, userId: number): Promise<TotpRow[]> {
  return tx.query<TotpRow>(sql`
    select id, secret from factors
    where user_id = ${userId} and kind = 'totp' and confirmed_at is not null
    order by id`);
}

/** An app whose set-up is not finished. */
export async function findNewTotp(db: Db, userId: number, factorId: number): Promise<TotpRow | undefined> {
  const [row] = await db.query<TotpRow>(sql`
    select id, secret from factors
    where id = ${factorId} and user_id = ${userId} and kind = 'totp' and confirmed_at is null`);
  return row;
}

/** Consumes the code of a time step: of concurrent uses only one gets true. */
export async function takeStep(tx: Transaction, factorId: number, step: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update factors set last_step = ${step}, last_used_at = now()
    where id = ${factorId} and coalesce(last_step < ${step}::bigint, true)
    returning id`);
  return rows.length > 0;
}

/** The confirmed factor as JSON text; undefined if it was confirmed or replaced meanwhile. */
export async function confirmTotp(
  tx: Transaction,
  factorId: number,
  step: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ item: string }>(sql`
    update factors set confirmed_at = now(), last_step = ${step}
    where id = ${factorId} and confirmed_at is null
    returning ${raw(factorJson)}::text as item`);
  return row?.item;
}

export interface NewPasskey {
  userId: number;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/** The new factor as JSON text; undefined if the passkey is registered already. */
export async function insertPasskey(tx: Transaction, passkey: NewPasskey): Promise<string | undefined> {
  const [row] = await tx.query<{ item: string }>(sql`
    insert into factors (user_id, kind, name, confirmed_at, credential_id, public_key, sign_count, transports)
    values (${passkey.userId}, 'passkey', ${passkey.name}, now(), ${passkey.credentialId}, ${passkey.publicKey},
            ${passkey.signCount}, ${passkey.transports})
    on conflict (credential_id) do nothing
    returning ${raw(factorJson)}::text as item`);
  return row?.item;
}

export interface PasskeyRow {
  id: number;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
}

const passkeyColumns = sql`id, user_id, credential_id, public_key, sign_count, transports`;

export async function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select ${passkeyColumns} from factors where user_id = ${userId} and kind = 'passkey' order by id`);
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.query<PasskeyRow>(
    sql`select ${passkeyColumns} from factors where credential_id = ${credentialId}`,
  );
  return row;
}

/** False if the count is not higher than the stored one. Authenticators without a count always send 0. */
export async function updateSignCount(tx: Transaction, factorId: number, count: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update factors set sign_count = ${count}, last_used_at = now()
    where id = ${factorId} and (sign_count < ${count}::bigint or (sign_count = 0 and ${count}::bigint = 0))
    returning id`);
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodesOf(tx, userId);
  await tx.query(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}::bigint, unnest(${codeHashes}::bytea[])`);
}

export async function deleteRecoveryCodesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`);
}

/** Consumes a code: of concurrent uses only one gets true. */
export async function takeRecoveryCode(tx: Transaction, userId: number, codeHash: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`);
  return rows.length > 0;
}

/**
 * A second request keeps the time of the first, unless a factor was added in between, which the first would not remove.
 * Returns when the factors end.
 */
export async function putFactorReset(tx: Transaction, userId: number, hours: number): Promise<Date> {
  await tx.query(sql`
    delete from factor_resets as reset
    where user_id = ${userId} and exists (
      select from factors where factors.user_id = reset.user_id and factors.confirmed_at >= reset.requested_at)`);
  const [row] = await tx.query<{ ends_at: Date }>(sql`
    insert into factor_resets (user_id, ends_at) values (${userId}, now() + make_interval(hours => ${hours}))
    on conflict (user_id) do update set ends_at = factor_resets.ends_at
    returning ends_at`);
  if (!row) throw new Error('The reset was not stored.');
  return row.ends_at;
}

/** The time of the request, if its waiting period is over. */
export async function takeEndedReset(tx: Transaction, userId: number): Promise<Date | undefined> {
  const [row] = await tx.query<{ requested_at: Date }>(
    sql`delete from factor_resets where user_id = ${userId} and ends_at <= now() returning requested_at`,
  );
  return row?.requested_at;
}

/** Returns whether there was one. */
export async function deleteFactorReset(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`delete from factor_resets where user_id = ${userId} returning user_id`);
  return rows.length > 0;
}

export async function listEndedResets(db: Db): Promise<number[]> {
  const rows = await db.query<{ user_id: number }>(
    sql`select user_id from factor_resets where ends_at <= now() order by ends_at limit 100`,
  );
  return rows.map(({ user_id: userId }) => userId);
}
