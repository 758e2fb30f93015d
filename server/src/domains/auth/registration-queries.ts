import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

export interface RegistrationRow {
  user_id: number;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  invitation_hash: Buffer | null;
}

export interface NewRegistration {
  userId: number;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  tokenHash: Buffer;
  /** Of the invitation's token, if any. */
  invitationHash: Buffer | null;
}

export async function insertRegistration(tx: Transaction, registration: NewRegistration): Promise<void> {
  await tx.query(sql`
    insert into registrations (user_id, first_name, last_name, password_hash, token_hash, invitation_hash, expires_at)
    values (${registration.userId}, ${registration.firstName}, ${registration.lastName}, ${registration.passwordHash},
            ${registration.tokenHash}, ${registration.invitationHash}, now() + interval '24 hours')`);
}

/** Gives the latest registration a new link and invalidates the old one. Returns whether there was a registration. */
export async function renewRegistration(
  tx: Transaction,
  userId: number,
  tokenHash: Buffer,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update registrations set token_hash = ${tokenHash}, expires_at = now() + interval '24 hours'
    where id = (select id from registrations where user_id = ${userId} order by id desc limit 1)
    returning id`);
  return rows.length > 0;
}

export async function findRegistrant(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db.query<{ user_id: number }>(
    sql`select user_id from registrations where token_hash = ${tokenHash} and expires_at > now()`,
  );
  return row?.user_id;
}

/** Consumes the link: of concurrent attempts only one gets the row. */
export async function takeRegistration(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<RegistrationRow | undefined> {
  const [row] = await tx.query<RegistrationRow>(sql`
    delete from registrations where token_hash = ${tokenHash} and expires_at > now()
    returning user_id, first_name, last_name, password_hash, invitation_hash`);
  return row;
}

export async function deleteRegistrationsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from registrations where user_id = ${userId}`);
}
