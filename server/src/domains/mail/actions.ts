import { randomUUID } from 'node:crypto';
import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue } from '#jobs/queue.ts';
import type { EmailContent } from './emails.ts';
import type { Mailer } from './mailer.ts';
import { insertEmail, listWaitingIds } from './queries.ts';
import { renderEmail } from './render.ts';

export interface Mail {
  to: string;
  /** The purpose of the e-mail, such as `verify`. */
  kind: string;
  content: EmailContent;
  /** The user it is about, if not the recipient. */
  about?: number;
}

/** A list of addresses would send the link to strangers too. */
export function isOneAddress(text: string): boolean {
  return /^[^\s<>,;:"@]+@[^\s<>,;:"@]+$/.test(text);
}

/** The e-mail is sent if the caller's transaction commits. Returns its id. */
export async function queueMail(
  tx: Transaction,
  config: Pick<Config, 'publicUrl' | 'mailFrom'>,
  mail: Mail,
): Promise<number> {
  if (!isOneAddress(mail.to)) throw new Error('An e-mail goes to one address.');
  const rendered = renderEmail(mail.content, config.publicUrl);
  const emailId = await insertEmail(tx, {
    ...rendered,
    kind: mail.kind,
    recipient: mail.to,
    aboutId: mail.about ?? null,
    unsubscribeUrl: mail.content.unsubscribeUrl ?? null,
    messageId: `<${randomUUID()}@${senderDomain(config.mailFrom)}>`,
  });
  await enqueue(tx, 'mail.send', { emailId }, { key: jobKey(emailId) });
  return emailId;
}

/** Runs at start: enqueues jobs for e-mails that waited for SMTP settings or lost their job. Existing jobs are kept. */
export async function resumeMail(deps: { db: Database; mailer: Mailer; log: JobLog }): Promise<void> {
  const waiting = await listWaitingIds(deps.db);
  if (deps.mailer.mode === 'off') {
    deps.log.warn({ waiting: waiting.length }, 'SMTP_URL is not set: e-mails wait until it is');
    return;
  }
  await deps.db.transaction(async (tx) => {
    for (const emailId of waiting) {
      await enqueue(tx, 'mail.send', { emailId }, { key: jobKey(emailId), keyMode: 'preserve_run_at' });
    }
  });
}

export function jobKey(emailId: number): string {
  return `mail.send:${emailId}`;
}

function senderDomain(mailFrom: string): string {
  return /@([a-z0-9.-]+)/i.exec(mailFrom)?.[1] ?? 'localhost';
}
