import type { UserModel } from '@gyan/contract/users.ts';
import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { personJson } from '#domains/users/view.ts';

export interface RequestRow {
  id: number;
  senderId: number;
  receiverId: number | null;
  /** Set if the sender typed an address. */
  email: string | null;
}

const columns = sql`id, sender_id as "senderId", receiver_id as "receiverId", email`;

export interface NewRequest {
  senderId: number;
  receiverId: number | null;
  email: string | null;
  /** Of the link in the e-mail; null if no e-mail is sent. */
  tokenHash: Buffer | null;
}

export async function insertRequest(tx: Transaction, request: NewRequest): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into connection_requests (sender_id, receiver_id, email, token_hash, expires_at)
    values (${request.senderId}, ${request.receiverId}, ${request.email}, ${request.tokenHash}, now() + interval '30 days')
    returning id`);
  if (!row) throw new Error('The request was not written.');
  return row.id;
}

export async function findRequest(db: Db, id: number): Promise<RequestRow | undefined> {
  const [row] = await db.query<RequestRow>(sql`select ${columns} from connection_requests where id = ${id}`);
  return row;
}

export async function findRequestByToken(db: Db, tokenHash: Buffer): Promise<RequestRow | undefined> {
  const [row] = await db.query<RequestRow>(sql`
    select ${columns} from connection_requests where token_hash = ${tokenHash} and expires_at > now()`);
  return row;
}

/** The sender of a request whose link still works, as visitors see them. */
export async function findSenderByToken(db: Db, tokenHash: Buffer): Promise<UserModel | undefined> {
  const [row] = await db.query<{ sender: UserModel }>(sql`
    select json_strip_nulls(${raw(personJson('sender', 'photo'))}) as sender
    from connection_requests as request
    join users as sender on sender.id = request.sender_id and sender.leaving_at is null
    left join photos as photo on photo.id = sender.photo_id
    where request.token_hash = ${tokenHash} and request.expires_at > now()`);
  return row?.sender;
}

/** The user's request to an address and whether its link still works. Declined requests look the same. */
export async function findRequestToAddress(
  db: Db,
  senderId: number,
  email: string,
): Promise<{ id: number; expired: boolean } | undefined> {
  const [row] = await db.query<{ id: number; expired: boolean }>(sql`
    select id, expires_at <= now() as expired
    from connection_requests
    where sender_id = ${senderId} and lower(email) = lower(${email})`);
  return row;
}

/** Consumes a request: of concurrent attempts only one gets it. */
export async function takeRequest(tx: Transaction, id: number, receiverId: number): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from connection_requests where id = ${id} and receiver_id = ${receiverId} returning id`);
  return rows.length > 0;
}

/** The same by its link, which works for the receiver, or for any user if there is no receiver yet. */
export async function takeRequestByToken(
  tx: Transaction,
  tokenHash: Buffer,
  receiverId: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    delete from connection_requests
    where token_hash = ${tokenHash} and expires_at > now() and coalesce(receiver_id, ${receiverId}) = ${receiverId}
    returning id`);
  return row?.id;
}

export async function deleteRequestOf(tx: Transaction, id: number, senderId: number): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from connection_requests where id = ${id} and sender_id = ${senderId} returning id`,
  );
  return rows.length > 0;
}

/**
 * Hides a request by address from its receiver; the sender still sees it as pending. Its link stops working, otherwise
 * any user could use it.
 */
export async function detachRequest(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`update connection_requests set receiver_id = null, token_hash = null where id = ${id}`);
}

/**
 * Assigns pending invitations to the user who has just verified the address. An invitation stays without a receiver if
 * the two are connected, if one has blocked the other, or if there is a request between them.
 */
export async function attachRequests(tx: Transaction, person: { id: number; email: string }): Promise<void> {
  await tx.query(sql`
    update connection_requests as request set receiver_id = ${person.id}
    where receiver_id is null and lower(email) = lower(${person.email}) and token_hash is not null
      and sender_id <> ${person.id}
      and not exists (
        select from connection_requests as other
        where (other.sender_id, other.receiver_id)
          in ((request.sender_id, ${person.id}), (${person.id}, request.sender_id))
      )
      and not exists (select from connections where user_id = ${person.id} and other_id = request.sender_id)
      and not exists (
        select from blocks
        where (user_id, blocked_id) in ((request.sender_id, ${person.id}), (${person.id}, request.sender_id))
      )`);
}
