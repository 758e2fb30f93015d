import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import type { Role } from '#http/viewer.ts';

/** The columns for decisions about an account; `users` has the public profile. */
export interface AccountRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  verified: boolean;
}

const columns = sql`id, email, first_name, last_name, password_hash, email_verified_at is not null as verified`;

export async function findAccount(db: Db, userId: number): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`select ${columns} from users where id = ${userId}`);
  return row;
}

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(
    sql`select ${columns} from users where lower(email) = lower(${email})`,
  );
  return row;
}

/**
 * Locks a user's row. Every change to a user's credentials takes this lock first, which serialises them and prevents
 * deadlocks.
 */
export async function lockAccount(tx: Transaction, userId: number): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(sql`select ${columns} from users where id = ${userId} for update`);
  return row;
}

async function lockAccountByEmail(tx: Transaction, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    sql`select ${columns} from users where lower(email) = lower(${email}) for update`,
  );
  return row;
}

export interface NewAccount {
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  verified: boolean;
  /** Created by the demo's provider. */
  isDemo?: boolean;
}

/**
 * Finds or creates the account of an address and locks its row until the transaction ends. Of two concurrent calls one
 * creates it and the other finds it.
 */
export async function claimAccount(
  tx: Transaction,
  account: NewAccount,
): Promise<AccountRow & { isNew: boolean }> {
  const [made] = await tx.query<AccountRow>(sql`
    insert into users (email, password_hash, first_name, last_name, role, email_verified_at, is_demo)
    values (${account.email}, ${account.passwordHash}, ${account.firstName}, ${account.lastName}, ${account.role},
            case when ${account.verified} then now() end, ${account.isDemo ?? false})
    on conflict (lower(email)) do nothing
    returning ${columns}`);
  if (made) return { ...made, isNew: true };
  const found = await lockAccountByEmail(tx, account.email);
  // Erased between the two statements.
  return found ? { ...found, isNew: false } : claimAccount(tx, account);
}

export interface Credentials {
  firstName: string;
  lastName: string;
  passwordHash: string | null;
}

export async function replaceCredentials(
  tx: Transaction,
  userId: number,
  { firstName, lastName, passwordHash }: Credentials,
): Promise<void> {
  await tx.query(sql`
    update users
    set first_name = ${firstName}, last_name = ${lastName}, password_hash = ${passwordHash}
    where id = ${userId}`);
}

export async function replacePassword(
  tx: Transaction,
  userId: number,
  passwordHash: string | null,
): Promise<void> {
  await tx.query(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

export async function markVerified(tx: Transaction, userId: number): Promise<void> {
  await tx.query(
    sql`update users set email_verified_at = coalesce(email_verified_at, now()) where id = ${userId}`,
  );
}

/** Returns whether there is a photo to copy: false if the photo of this URL is already stored. */
export async function updatePhotoSource(tx: Transaction, userId: number, source: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update users set social_photo_source = ${source}
    where id = ${userId} and (social_photo_source is distinct from ${source} or social_photo_id is null)
    returning id`);
  return rows.length > 0;
}

export async function findPhotoSource(db: Db, userId: number): Promise<string | null | undefined> {
  const [row] = await db.query<{ source: string | null }>(
    sql`select social_photo_source as source from users where id = ${userId}`,
  );
  return row?.source;
}

export async function lockPhotoSource(
  tx: Transaction,
  userId: number,
): Promise<{ source: string | null; photoId: number | null } | undefined> {
  const [row] = await tx.query<{ source: string | null; photoId: number | null }>(sql`
    select social_photo_source as source, social_photo_id as "photoId" from users where id = ${userId} for update`);
  return row;
}

export async function updateSocialPhoto(
  tx: Transaction,
  userId: number,
  photo: { id: number; url: string },
): Promise<void> {
  await tx.query(sql`
    update users set social_photo_id = ${photo.id}, social_photo_url = ${photo.url} where id = ${userId}`);
}

/**
 * Runs at each sign-in: cancels a pending account deletion, and makes the verified owner of the configured address
 * super admin.
 */
export async function updateOnSignIn(
  tx: Transaction,
  userId: number,
  { superAdminEmail }: { superAdminEmail: string | undefined },
): Promise<void> {
  await tx.query(sql`
    update users
    set leaving_at = null,
      role = case
        when email_verified_at is not null and lower(email) = lower(${superAdminEmail ?? null}::text) then 'kSuperAdmin'
        else role
      end
    where id = ${userId}`);
}

/** Runs at start: the address may be configured after its owner signed up. */
export async function appointSuperAdmin(db: Db, email: string | undefined): Promise<void> {
  if (email === undefined) return;
  await db.query(sql`
    update users set role = 'kSuperAdmin'
    where lower(email) = lower(${email}) and email_verified_at is not null and role <> 'kSuperAdmin'`);
}

/** Deletes expired rows, which are refused anyway. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.query(sql`delete from sessions where expires_at < now()`);
  await db.query(sql`delete from registrations where expires_at < now()`);
  await db.query(sql`delete from password_resets where expires_at < now()`);
}
