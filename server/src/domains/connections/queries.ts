import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { tell } from '#domains/notices/tell.ts';
import { isNotLeaving } from '#domains/users/view.ts';

/** The relation of two users; each value is the id of the request it came from. */
export interface Relationship {
  connectedBy: number | null;
  /** By id: the sender knows the receiver. */
  sent: number | null;
  /** By address: the sender does not know the receiver. */
  sentByAddress: number | null;
  received: number | null;
  /** Set by either of the two. */
  blocked: boolean;
}

export async function findRelationship(tx: Transaction, me: number, other: number): Promise<Relationship> {
  const [relationship] = await tx.query<Relationship>(sql`
    select
      (select request_id from connections where user_id = ${me} and other_id = ${other}) as "connectedBy",
      (select id from connection_requests where sender_id = ${me} and receiver_id = ${other} and email is null) as sent,
      (select id from connection_requests where sender_id = ${me} and receiver_id = ${other} and email is not null)
        as "sentByAddress",
      (select id from connection_requests where sender_id = ${other} and receiver_id = ${me}) as received,
      exists (
        select from blocks
        where (user_id = ${me} and blocked_id = ${other}) or (user_id = ${other} and blocked_id = ${me})
      ) as blocked`);
  if (!relationship) throw new Error('A select without a table has a row.');
  return relationship;
}

export interface UserWithEmail {
  id: number;
  email: string;
}

export interface NewConnection {
  sender: UserWithEmail;
  receiver: UserWithEmail;
  requestId: number;
  /** The request went to an e-mail address, which the sender calls an invitation. */
  byAddress?: boolean;
  /** Of the link that was used, if any. */
  tokenHash?: Buffer | null;
}

/**
 * Connects two users, tells the sender, and deletes all open requests between them, also those by address. The caller
 * has locked both. If they are already connected, only the link is stored.
 */
export async function connect(
  tx: Transaction,
  { sender, receiver, requestId, byAddress = false, tokenHash = null }: NewConnection,
): Promise<void> {
  const added = await tx.query(sql`
    with made as (
      insert into connections as known (user_id, other_id, request_id, token_hash)
      values (${receiver.id}, ${sender.id}, ${requestId}, ${tokenHash}), (${sender.id}, ${receiver.id}, ${requestId}, null)
      on conflict (user_id, other_id) do update set token_hash = coalesce(excluded.token_hash, known.token_hash)
      returning user_id, xmax = 0 as is_new
    )
    update users set connection_count = connection_count + 1
    from made
    where users.id = made.user_id and made.is_new
    returning users.id`);
  if (added.length > 0) {
    await tell(tx, [sender.id], {
      kind: byAddress ? 'invitation_accepted' : 'connection_accepted',
      object: { kind: 'user', id: receiver.id },
      ownerId: receiver.id,
      actorId: receiver.id,
    });
  }
  await deleteRequestsBetween(tx, sender.id, receiver.id);
  await tx.query(sql`
    delete from connection_requests
    where receiver_id is null
      and ((sender_id = ${sender.id} and lower(email) = lower(${receiver.email}))
        or (sender_id = ${receiver.id} and lower(email) = lower(${sender.email})))`);
}

/**
 * Deletes both rows of a connection and updates the counts; the caller has locked both users. Returns whether they were
 * connected.
 */
export async function deleteConnection(tx: Transaction, one: number, other: number): Promise<boolean> {
  const rows = await tx.query(sql`
    with gone as (
      delete from connections
      where (user_id = ${one} and other_id = ${other}) or (user_id = ${other} and other_id = ${one})
      returning user_id
    )
    update users set connection_count = connection_count - 1
    from gone
    where users.id = gone.user_id
    returning users.id`);
  return rows.length > 0;
}

/** In both directions. */
async function deleteRequestsBetween(tx: Transaction, one: number, other: number): Promise<void> {
  await tx.query(sql`
    delete from connection_requests
    where (sender_id = ${one} and receiver_id = ${other}) or (sender_id = ${other} and receiver_id = ${one})`);
}

/**
 * The same after a block. A request by address is detached instead of deleted, so that its sender does not learn whose
 * address it is.
 */
export async function endRequestsBetween(tx: Transaction, one: number, other: number): Promise<void> {
  await tx.query(sql`
    update connection_requests set receiver_id = null, token_hash = null
    where email is not null
      and ((sender_id = ${one} and receiver_id = ${other}) or (sender_id = ${other} and receiver_id = ${one}))`);
  await deleteRequestsBetween(tx, one, other);
}

/** The other user of the connection that this request or link made; undefined while that user is leaving. */
export async function findAccepted(
  db: Db,
  userId: number,
  request: { id: number } | { tokenHash: Buffer },
): Promise<number | undefined> {
  const [row] = await db.query<{ otherId: number }>(sql`
    select other_id as "otherId" from connections
    where user_id = ${userId} and ${raw(isNotLeaving('other_id'))}
      and ${'id' in request ? sql`request_id = ${request.id}` : sql`token_hash = ${request.tokenHash}`}`);
  return row?.otherId;
}
