import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import type { ProvidedIdentity } from '#domains/auth/identity-queries.ts';

/**
 * `second`: the first proof was right. `passkey`: a sign-in by passkey alone. `register`: a new passkey of a user.
 * `confirm`: a user with a session shows a passkey again.
 */
export type TicketPurpose = 'second' | 'passkey' | 'register' | 'confirm';

export interface NewTicket {
  tokenHash: Buffer;
  purpose: TicketPurpose;
  userId?: number;
  browserHash?: Buffer;
  /** The first proof. */
  method?: string;
  identity?: ProvidedIdentity | undefined;
  challenge?: string;
}

const mostTries = 5;

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await db.query(sql`
    insert into sign_in_tickets (token_hash, purpose, user_id, browser_hash, method, identity, challenge, expires_at)
    values (${ticket.tokenHash}, ${ticket.purpose}, ${ticket.userId ?? null}, ${ticket.browserHash ?? null},
            ${ticket.method ?? null}, ${ticket.identity ?? null}, ${ticket.challenge ?? null}, now() + interval '5 minutes')`);
}

export interface TicketRow {
  user_id: number | null;
  method: string | null;
  challenge: string | null;
  identity: ProvidedIdentity | null;
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
    returning user_id, method, challenge, identity`);
  return row;
}

/** The same without counting a try. */
export async function findTicket(db: Db, key: TicketKey): Promise<TicketRow | undefined> {
  const [row] = await db.query<TicketRow>(sql`
    select user_id, method, challenge, identity from sign_in_tickets
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

/** Consumes a request for a passkey of a user who has a session: null if there is none. */
export async function takeChallenge(db: Db, userId: number, tokenHash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ challenge: string | null }>(sql`
    delete from sign_in_tickets
    where token_hash = ${tokenHash} and purpose = 'confirm' and user_id = ${userId} and expires_at > now()
    returning challenge`);
  return row?.challenge ?? null;
}
