import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';

export interface NewOutboxRow {
  kind: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  aboutId: number | null;
  unsubscribeUrl: string | null;
}

export interface WaitingEmailRow {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  unsubscribe_url: string | null;
  about_id: number | null;
  attempts: number;
  give_up_at: Date | null;
}

export async function insertEmail(tx: Transaction, email: NewOutboxRow): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into mail_outbox (kind, recipient, subject, html, text, message_id, about_id, unsubscribe_url)
    values (${email.kind}, ${email.recipient}, ${email.subject}, ${email.html}, ${email.text}, ${email.messageId},
            ${email.aboutId}, ${email.unsubscribeUrl})
    returning id`);
  if (!row) throw new Error('The outbox did not take the e-mail.');
  return row.id;
}

/** The holder of the lock sends the e-mail; a concurrent run of the same job waits and then finds it settled. */
export async function lockWaitingEmail(tx: Transaction, id: number): Promise<WaitingEmailRow | undefined> {
  const [row] = await tx.query<WaitingEmailRow>(sql`
    select id, kind, recipient, subject, html, text, message_id, unsubscribe_url, about_id, attempts, give_up_at
    from mail_outbox
    where id = ${id} and state = 'waiting'
    for update`);
  return row;
}

export async function markSent(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`
    update mail_outbox
    set state = 'sent', html = null, text = null, unsubscribe_url = null, last_error = null,
      attempts = attempts + 1, sent_at = now(), settled_at = now()
    where id = ${id}`);
}

/** The e-mail as it is sent. */
export async function updateBody(
  tx: Transaction,
  id: number,
  { subject, html, text }: { subject: string; html: string; text: string },
): Promise<void> {
  await tx.query(sql`
    update mail_outbox set subject = ${subject}, html = ${html}, text = ${text} where id = ${id}`);
}

export async function deleteEmail(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`delete from mail_outbox where id = ${id}`);
}

export async function markKept(tx: Transaction, id: number): Promise<void> {
  await tx.query(sql`update mail_outbox set state = 'kept', settled_at = now() where id = ${id}`);
}

export async function recordAttempt(
  tx: Transaction,
  id: number,
  failure: { error: string; giveUpAt: Date; failed: boolean },
): Promise<void> {
  await tx.query(sql`
    update mail_outbox
    set attempts = attempts + 1, last_error = ${failure.error}, give_up_at = ${failure.giveUpAt},
      state = ${failure.failed ? 'failed' : 'waiting'},
      settled_at = case when ${failure.failed} then now() end
    where id = ${id}`);
}

export async function listWaitingIds(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from mail_outbox where state = 'waiting' order by id`,
  );
  return rows.map((row) => row.id);
}

export async function deleteSettled(db: Db, days: number): Promise<void> {
  await db.query(sql`delete from mail_outbox where settled_at < now() - make_interval(days => ${days})`);
}

export interface KeptEmailRow {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  created_at: Date;
}

export async function listKeptEmails(db: Db, limit: number): Promise<KeptEmailRow[]> {
  return db.query<KeptEmailRow>(sql`
    select id, recipient, subject, text, created_at
    from mail_outbox
    where state = 'kept'
    order by id desc
    limit ${limit}`);
}

export async function findKeptEmail(
  db: Db,
  id: number,
): Promise<(KeptEmailRow & { html: string }) | undefined> {
  const [row] = await db.query<KeptEmailRow & { html: string }>(sql`
    select id, recipient, subject, text, html, created_at
    from mail_outbox
    where id = ${id} and state = 'kept'`);
  return row;
}

/** Deletes e-mails to a user, also unsent ones, and those that tell others about the user. */
export async function deleteEmailsOf(
  tx: Transaction,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await tx.query(sql`
    delete from mail_outbox
    where lower(recipient) = lower(${email}) or about_id = ${id} or strpos(lower(text), lower(${email})) > 0`);
}

/** After a change of address the e-mails to the old one are still found by their user. */
export async function keepEmailsOf(
  tx: Transaction,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await tx.query(sql`
    update mail_outbox set about_id = ${id} where lower(recipient) = lower(${email}) and about_id is null`);
}

/** Deletes unsent e-mails to either user about the other. One that is being sent may still arrive. */
export async function deleteWaitingBetween(
  tx: Transaction,
  one: { id: number; email: string },
  other: { id: number; email: string },
): Promise<void> {
  await tx.query(sql`
    delete from mail_outbox
    where id in (
      select id from mail_outbox
      where state = 'waiting'
        and ((about_id = ${one.id} and lower(recipient) = lower(${other.email}))
          or (about_id = ${other.id} and lower(recipient) = lower(${one.email})))
      for update skip locked
    )`);
}
