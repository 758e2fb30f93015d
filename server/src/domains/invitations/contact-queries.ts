import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import { type CursorValues, cursorSql, onePage, pageStatement } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import type { Viewer } from '#http/viewer.ts';
import type { Contact } from './contacts.ts';

/** Far above a usual address book; the newest are kept. */
const mostContacts = 10_000;

/**
 * Returns how many were saved. A stored name stays if the address comes again without one. The caller has locked the
 * user.
 */
export async function saveContacts(
  tx: Transaction,
  ownerId: number,
  contacts: readonly Contact[],
): Promise<number> {
  const taken = contacts.slice(-mostContacts);
  const rows = await tx.query(sql`
    insert into contacts as known (owner_id, email, first_name, last_name)
    select ${ownerId}, new.email, new.first_name, new.last_name
    from unnest(
      ${taken.map((contact) => contact.email)}::text[],
      ${taken.map((contact) => contact.firstName)}::text[],
      ${taken.map((contact) => contact.lastName)}::text[]
    ) as new (email, first_name, last_name)
    on conflict (owner_id, lower(email)) do update set
      first_name = coalesce(excluded.first_name, known.first_name),
      last_name = coalesce(excluded.last_name, known.last_name)
    returning id`);
  await tx.query(sql`
    delete from contacts
    where id in (select id from contacts where owner_id = ${ownerId} order by id desc offset ${mostContacts})`);
  return rows.length;
}

export async function deleteContactsOf(db: Db, ownerId: number): Promise<void> {
  await db.query(sql`delete from contacts where owner_id = ${ownerId}`);
}

/** The cursor before the first contact. */
export const firstContact: CursorValues = ['0'];

/**
 * Members are listed like others, so that the list does not reveal who is one. Only connections and invited addresses
 * are left out.
 */
const emailSuggestions = pageStatement(
  'emailSuggestionModelVec',
  `select json_build_object(
       'emailId', contact.email,
       'firstName', contact.first_name,
       'lastName', contact.last_name,
       'invited', false
     ) as item, ${cursorSql('contact.id')} as cursor
   from contacts as contact
   where contact.owner_id = $3::bigint and contact.id > $2::bigint
     and not exists (
       select from users as friend
       join connections on connections.other_id = friend.id and connections.user_id = $3::bigint
       where lower(friend.email) = lower(contact.email)
     )
     and not exists (
       select from connection_requests as request
       where request.sender_id = $3::bigint and lower(request.email) = lower(contact.email)
     )
   order by contact.id
   limit ${onePage}`,
);

export async function listEmailSuggestions(
  db: Db,
  viewer: Viewer,
  page: { limit: number; after: CursorValues },
): Promise<string> {
  const [row] = await db.query<{ body: string }>({
    name: 'email-suggestions',
    text: emailSuggestions,
    values: [page.limit, ...page.after, viewer.userId],
  });
  return row?.body ?? '';
}

export function exportContacts(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object('email', email, 'firstName', first_name, 'lastName', last_name)::text as item
    from contacts
    where owner_id = ${userId} and id > ${afterId}
    order by id
    limit 100`);
}

/** Also deletes the user's address from the contacts of others. */
export async function eraseContactsOf(tx: Transaction, person: { id: number; email: string }): Promise<void> {
  await tx.query(
    sql`delete from contacts where owner_id = ${person.id} or lower(email) = lower(${person.email})`,
  );
}
