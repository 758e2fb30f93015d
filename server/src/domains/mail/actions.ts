import { randomUUID } from 'node:crypto';
import type { Config } from '#config.ts';
import type { Database, Transaction } from '#db/pool.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue } from '#jobs/queue.ts';
import type { Letter } from './letters.ts';
import type { Mailer } from './mailer.ts';
import { insertLetter, listWaitingIds } from './queries.ts';
import { renderLetter } from './render.ts';

export interface Mail {
  to: string;
  /** The purpose of the e-mail, such as `verify`. */
  kind: string;
  letter: Letter;
  /** The user it is about, if not the recipient. */
  about?: number;
}

/** A list of addresses would send the link to strangers too. */
export function isOneAddress(text: string): boolean {
  return /^[^\s<>,;:"@]+@[^\s<>,;:"@]+$/.test(text);
}

/** The e-mail is sent if the caller's transaction commits. */
export async function queueMail(
  tx: Transaction,
  config: Pick<Config, 'publicUrl' | 'mailFrom'>,
  mail: Mail,
): Promise<void> {
  if (!isOneAddress(mail.to)) throw new Error('A letter goes to one address.');
  const rendered = renderLetter(mail.letter, config.publicUrl);
  const letterId = await insertLetter(tx, {
    ...rendered,
    kind: mail.kind,
    recipient: mail.to,
    aboutId: mail.about ?? null,
    messageId: `<${randomUUID()}@${senderDomain(config.mailFrom)}>`,
  });
  await enqueue(tx, 'mail.send', { letterId }, { key: jobKey(letterId) });
}

/** Runs at start: enqueues jobs for e-mails that waited for SMTP settings or lost their job. Existing jobs are kept. */
export async function resumeMail(deps: { db: Database; mailer: Mailer; log: JobLog }): Promise<void> {
  const waiting = await listWaitingIds(deps.db);
  if (deps.mailer.mode === 'off') {
    deps.log.warn({ waiting: waiting.length }, 'SMTP_URL is not set: letters wait until it is');
    return;
  }
  await deps.db.transaction(async (tx) => {
    for (const letterId of waiting) {
      await enqueue(tx, 'mail.send', { letterId }, { key: jobKey(letterId), keyMode: 'preserve_run_at' });
    }
  });
}

export function jobKey(letterId: number): string {
  return `mail.send:${letterId}`;
}

function senderDomain(mailFrom: string): string {
  return /@([a-z0-9.-]+)/i.exec(mailFrom)?.[1] ?? 'localhost';
}
