import sql from 'sql-template-tag';
import type { Database, Transaction } from '#db/pool.ts';
import type { JobLog } from '#jobs/log.ts';
import { enqueue, type Jobs } from '#jobs/queue.ts';
import { jobKey } from './actions.ts';
import type { Mailer } from './mailer.ts';
import {
  deleteEmail,
  deleteSettled,
  lockWaitingEmail,
  markKept,
  markSent,
  recordAttempt,
  updateBody,
  type WaitingEmailRow,
} from './queries.ts';
import type { RenderedEmail } from './render.ts';
import { describeFailure, nextAttempt } from './retries.ts';

declare module '#jobs/queue.ts' {
  interface JobPayloads {
    'mail.send': { emailId: number };
    'mail.tidy': object;
  }
}

/**
 * Writes an e-mail again when it is about to be sent, because what it tells may be hidden or read since it was queued.
 * Undefined means that it is not sent.
 */
export type Rewrite = (tx: Transaction, email: WaitingEmailRow) => Promise<RenderedEmail | undefined>;

export interface MailDeps {
  db: Database;
  mailer: Mailer;
  log: JobLog;
  /** By the kind of the e-mail. */
  rewrites?: Partial<Record<string, Rewrite>>;
}

const keepDays = 30;

export const mailJobs = {
  /**
   * The row stays locked while the e-mail is sent. A crash before the commit sends it again with the same Message-ID:
   * at least once.
   */
  async 'mail.send'({ emailId }, { db, mailer, log, rewrites = {} }, { signal }) {
    await db.transaction(async (tx) => {
      // Longer than the SMTP timeout.
      await tx.query(sql`set local idle_in_transaction_session_timeout = '60s'`);
      const queued = await lockWaitingEmail(tx, emailId);
      // Without SMTP settings it waits for `resumeMail`.
      if (!queued || mailer.mode === 'off') return;
      const email = await rewrite(tx, queued, rewrites[queued.kind]);
      if (!email) return;
      if (mailer.mode !== 'smtp') return markKept(tx, emailId);
      try {
        await mailer.send(email, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        return retryLater(tx, email, error, log);
      }
      return markSent(tx, emailId);
    });
  },

  async 'mail.tidy'(_, { db }) {
    await deleteSettled(db, keepDays);
  },
} satisfies Jobs<MailDeps>;

export const mailCron = { 'mail.tidy': '17 3 * * *' };

async function rewrite(
  tx: Transaction,
  email: WaitingEmailRow,
  write: Rewrite | undefined,
): Promise<WaitingEmailRow | undefined> {
  if (!write) return email;
  const written = await write(tx, email);
  if (written) await updateBody(tx, email.id, written);
  else await deleteEmail(tx, email.id);
  return written && { ...email, ...written };
}

/**
 * Replaces the queue's retries: their delay grows to six hours, and they would log the server's reply about an address.
 */
async function retryLater(
  tx: Transaction,
  email: WaitingEmailRow,
  error: unknown,
  log: JobLog,
): Promise<void> {
  const failure = describeFailure(error);
  const now = new Date();
  const { giveUpAt, runAt } = nextAttempt({
    now,
    made: email.attempts + 1,
    giveUpAt: email.give_up_at,
    failure,
  });
  await recordAttempt(tx, email.id, { error: failure.summary, giveUpAt, failed: runAt === undefined });
  const fields = {
    emailId: email.id,
    kind: email.kind,
    attempt: email.attempts + 1,
    reason: failure.code,
  };
  if (runAt) {
    await enqueue(tx, 'mail.send', { emailId: email.id }, { key: jobKey(email.id), runAt });
    log.warn(fields, 'an e-mail could not be sent and will be tried again');
  } else {
    log.error(fields, 'an e-mail could not be sent and is given up');
  }
}
