import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

/**
 * `second`: the first proof was right. `passkey`: a sign-in by passkey alone. `register`: a new passkey of a user.
 */
export type TicketPurpose = 'second' | 'passkey' | 'register';

export interface NewTicket {
  tokenHash: Buffer;
  purpose: TicketPurpose;
  userId?: number;
  browserHash?: Buffer;
  /** The first proof. */
  method?: string;
  challenge?: string;
}

const mostTries = 5;

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await db.query(sql`
    insert into sign_in_tickets (token_hash, purpose, user_id, browser_hash, method, challenge, expires_at)
    values (${ticket.tokenHash}, ${ticket.purpose}, ${ticket.userId ?? null}, ${ticket.browserHash ?? null},
            ${ticket.method ?? null}, ${ticket.challenge ?? null}, now() + interval '5 minutes')`);
}

export interface TicketRow {
  user_id: number | null;
  method: string | null;
  challenge: string | null;
}

export interface TicketKey {
  tokenHash: Buffer;
  purpose: TicketPurpose;
  /** Of the browser that sends the ticket; undefined if the ticket is not bound to one. */
  browserHash: Buffer | undefined;
}

/** Counts a try, whatever becomes of it. Undefined if the ticket is unknown, expired, used up or of another browser. */
export async function tryTicket(db: Db, key: TicketKey): Promise<TicketRow | undefined> {
  const [row] = await db.query<TicketRow>(sql`
    update sign_in_tickets set tries = tries + 1
    where token_hash = ${key.tokenHash} and purpose = ${key.purpose}
      and browser_hash is not distinct from ${key.browserHash ?? null}::bytea
      and expires_at > now() and tries < ${mostTries}
    returning user_id, method, challenge`);
  return row;
}

/** The same without counting a try. */
export async function findTicket(db: Db, key: TicketKey): Promise<TicketRow | undefined> {
  const [row] = await db.query<TicketRow>(sql`
    select user_id, method, challenge from sign_in_tickets
    where token_hash = ${key.tokenHash} and purpose = ${key.purpose}
      and browser_hash is not distinct from ${key.browserHash ?? null}::bytea
      and expires_at > now() and tries < ${mostTries}`);
  return row;
}

export async function updateChallenge(db: Db, tokenHash: Buffer, challenge: string): Promise<void> {
  await db.query(sql`update sign_in_tickets set challenge = ${challenge} where token_hash = ${tokenHash}`);
}

/** Consumes the ticket: of concurrent uses only one gets true. */
export async function takeTicket(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from sign_in_tickets where token_hash = ${tokenHash} and expires_at > now() returning token_hash`,
  );
  return rows.length > 0;
}

export async function deleteTicketsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from sign_in_tickets where user_id = ${userId}`);
}

/** Consumes a request for any passkey, of a user who has a session: null if there is none. */
export async function takeChallenge(db: Db, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ challenge: string | null }>(sql`
    delete from sign_in_tickets
    where token_hash = ${tokenHash} and purpose = 'passkey' and expires_at > now()
    returning challenge`);
  return row?.challenge ?? null;
}
