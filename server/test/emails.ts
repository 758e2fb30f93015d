import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Db } from '#db/pool.ts';

export interface QueuedEmail {
  kind: string;
  text: string;
  /** The value of `rt`, `rpt` or `t` in the link of the e-mail. */
  token: string;
}

/** The queued e-mails to a recipient, oldest first. */
export async function emailsTo(db: Db, recipient: string): Promise<QueuedEmail[]> {
  const rows = await db.query<{ kind: string; text: string }>(sql`
    select kind, coalesce(text, '') as text from mail_outbox
    where lower(recipient) = lower(${recipient}) order by id`);
  return rows.map(({ kind, text }) => ({
    kind,
    text,
    token: /[?&](?:rt|rpt|t)=([\w-]+)/.exec(text)?.[1] ?? '',
  }));
}

/** Waits until this many e-mails of a kind are queued; returns the latest. */
export async function emailTo(
  db: Db,
  recipient: string,
  kind: string,
  { count = 1, withinMs = 5_000 } = {},
): Promise<QueuedEmail> {
  const end = Date.now() + withinMs;
  for (;;) {
    const emails = (await emailsTo(db, recipient)).filter((email) => email.kind === kind);
    const latest = emails.at(-1);
    if (latest && emails.length >= count) return latest;
    if (Date.now() > end) throw new Error(`no ${kind} e-mail to ${recipient} within ${withinMs} ms`);
    await sleep(20);
  }
}
