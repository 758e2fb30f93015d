import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JobRunner, runJobs } from '#jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordingLog } from '#test/log.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { queueMail, resumeMail } from './actions.ts';
import { emailLink, verificationEmail } from './emails.ts';
import { mailJobs } from './jobs.ts';
import { type Mailer, openMailer } from './mailer.ts';

const config = { publicUrl: 'https://gyan.example', mailFrom: 'Gyan <no-reply@gyan.example>', demo: false };
const recipient = 'asha@example.org';
const link = emailLink(config.publicUrl, '/ve', { rt: 'secret-token' });

let database: TestDatabase;
let smtp: TestSmtp;
let log: ReturnType<typeof recordingLog>;
const open: (JobRunner | Mailer)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  smtp = await startSmtp();
  log = recordingLog();
});

afterEach(async () => {
  for (const resource of open.splice(0)) await ('stop' in resource ? resource.stop() : resource.close());
  await smtp.stop();
  await database.drop();
});

function mailerFor(smtpUrl: string | undefined, demo = false): Mailer {
  const mailer = openMailer({ ...config, smtpUrl, demo });
  open.push(mailer);
  return mailer;
}

async function startMail(mailer = mailerFor(smtp.url)): Promise<JobRunner> {
  const deps = { db: database.db, mailer, log };
  await resumeMail(deps);
  const runner = await runJobs({ url: database.directUrl, jobs: mailJobs, deps, log });
  open.unshift(runner);
  return runner;
}

async function queue(to = recipient): Promise<void> {
  const content = verificationEmail({ firstName: 'Asha', url: link });
  await database.db.transaction((tx) => queueMail(tx, config, { to, kind: 'verify', content }));
}

interface OutboxRow {
  state: string;
  attempts: number;
  last_error: string | null;
  html: string | null;
  message_id: string;
  run_at: Date | null;
}

async function outbox(): Promise<OutboxRow[]> {
  return database.db.query<OutboxRow>(sql`
    select o.state, o.attempts, o.last_error, o.html, o.message_id, j.run_at
    from mail_outbox as o
    left join graphile_worker.jobs as j on j.key = 'mail.send:' || o.id and j.locked_at is null
    order by o.id`);
}

async function untilOutbox(condition: (row: OutboxRow) => boolean): Promise<OutboxRow> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(20)) {
    const [row] = await outbox();
    if (row && condition(row)) return row;
  }
  throw new Error(`The outbox stayed at ${JSON.stringify(await outbox())}`);
}

/** Makes delayed jobs due now. */
async function bringForward(): Promise<void> {
  await database.db.query(sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`);
  await database.db.query(sql`select pg_notify('jobs:insert', '{"count":1}')`);
}

it('sends what a transaction committed, as HTML and text, and forgets the body', async () => {
  await startMail();
  await queue();
  const [email] = await smtp.received(1);
  expect(email?.subject).toBe('Confirm your e-mail address for Gyan');
  expect(email?.from?.text).toBe('"Gyan" <no-reply@gyan.example>');
  expect(email?.to).toMatchObject({ text: recipient });
  expect(email?.html).toContain(`href="${link}"`);
  expect(email?.text).toContain(link);
  expect(email?.headers.get('auto-submitted')).toBe('auto-generated');
  const row = await untilOutbox(({ state }) => state === 'sent');
  expect(row).toMatchObject({ attempts: 1, html: null, last_error: null, message_id: email?.messageId });
});

it('sends nothing when the transaction is rolled back', async () => {
  await startMail();
  const content = verificationEmail({ firstName: 'Asha', url: link });
  const work = database.db.transaction(async (tx) => {
    await queueMail(tx, config, { to: recipient, kind: 'verify', content });
    throw new Error('no account after all');
  });
  await expect(work).rejects.toThrow('no account after all');
  await queue('next@example.org');
  await smtp.received(1);
  expect(smtp.emails.map((sent) => sent.to)).toMatchObject([{ text: 'next@example.org' }]);
  expect(await outbox()).toHaveLength(1);
});

it('keeps an e-mail while the mail server is down, tries again within a minute, and delivers when it is back', async () => {
  const port = Number(new URL(smtp.url).port);
  await smtp.stop();
  await startMail(mailerFor(smtp.url));
  await queue();
  const failed = await untilOutbox(({ attempts, run_at }) => attempts === 1 && run_at !== null);
  expect(failed.state).toBe('waiting');
  expect((failed.run_at?.getTime() ?? 0) - Date.now()).toBeLessThan(60_000);

  smtp = await startSmtp(port);
  await bringForward();
  const [email] = await smtp.received(1);
  expect(email?.messageId).toBe(failed.message_id);
  expect(await untilOutbox(({ state }) => state === 'sent')).toMatchObject({ attempts: 2, last_error: null });
});

it('tries again after a temporary refusal', async () => {
  smtp.mode = 'refuse';
  await startMail();
  await queue();
  const row = await untilOutbox(({ attempts, run_at }) => attempts === 1 && run_at !== null);
  expect(row).toMatchObject({ state: 'waiting' });
  expect(row.last_error).toContain('try again later');
  smtp.mode = 'accept';
  await bringForward();
  await smtp.received(1);
  await untilOutbox(({ state }) => state === 'sent');
});

it('sends again under the same Message-ID when the answer was lost', async () => {
  smtp.mode = 'drop';
  await startMail();
  await queue();
  await untilOutbox(({ attempts, run_at }) => attempts >= 1 && run_at !== null);
  smtp.mode = 'accept';
  await bringForward();
  await untilOutbox(({ state }) => state === 'sent');
  expect(smtp.emails.length).toBeGreaterThanOrEqual(2);
  expect(new Set(smtp.emails.map((email) => email.messageId)).size).toBe(1);
});

it('lets go of a mail server that never answers, and delivers by a fresh connection', async () => {
  smtp.mode = 'hang';
  const mailer = openMailer({ ...config, smtpUrl: smtp.url }, { sendMs: 1_500 });
  open.push(mailer);
  await startMail(mailer);
  await queue();
  const row = await untilOutbox(({ attempts, run_at }) => attempts === 1 && run_at !== null);
  expect(row.last_error).toContain('not accepted in time');
  smtp.mode = 'accept';
  await bringForward();
  await untilOutbox(({ state }) => state === 'sent');
  expect(smtp.emails).toHaveLength(1);
});

it('gives an e-mail back when the process has to end while it is being sent', async () => {
  smtp.mode = 'hang';
  const runner = await startMail();
  await queue();
  await expect.poll(() => smtp.hanging).toBe(1);
  await runner.stop();
  expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 0, run_at: expect.any(Date) }]);
  smtp.mode = 'accept';
  await startMail();
  await bringForward();
  await smtp.received(1);
});

it('gives up on a recipient who is refused for good, and keeps the e-mail', async () => {
  smtp.mode = 'reject';
  await startMail();
  await queue();
  for (let made = 1; made < 5; made += 1) {
    await untilOutbox(({ attempts, run_at }) => attempts === made && run_at !== null);
    await bringForward();
  }
  const row = await untilOutbox(({ state }) => state === 'failed');
  expect(row).toMatchObject({ attempts: 5, run_at: null });
  expect(row.html).toContain(link);
});

it('sends an e-mail once, however many jobs there are for it', async () => {
  await queue();
  await database.db.query(sql`
    select graphile_worker.add_job('mail.send', json_build_object('emailId', id))
    from mail_outbox, generate_series(1, 5)`);
  await startMail();
  await untilOutbox(({ state }) => state === 'sent');
  await sleep(300);
  expect(smtp.emails).toHaveLength(1);
});

it('lets e-mails wait while no mail server is set up, and sends them once one is', async () => {
  const idle = await startMail(mailerFor(undefined));
  await queue();
  await untilOutbox(({ run_at }) => run_at === null);
  await idle.stop();
  expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 0, run_at: null }]);
  expect(log.lines.some((line) => line.level === 'warn' && line.message.includes('SMTP_URL'))).toBe(true);
  await startMail();
  await smtp.received(1);
});

it('keeps e-mails in the demo mailbox where there is nothing to send by', async () => {
  await startMail(mailerFor(undefined, true));
  await queue();
  expect((await untilOutbox(({ state }) => state === 'kept')).html).toContain(link);
});

it('writes no address, link or text of an e-mail into the log', async () => {
  smtp.mode = 'reject';
  await startMail();
  await queue();
  await untilOutbox(({ attempts }) => attempts === 1);
  smtp.mode = 'accept';
  await bringForward();
  await untilOutbox(({ state }) => state === 'sent');
  const written = JSON.stringify(log.lines, (_key, value) => (value instanceof Error ? value.stack : value));
  expect(log.lines.length).toBeGreaterThan(0);
  expect(written).not.toMatch(/asha|example\.org|secret-token|Confirm/i);
});

it.each([
  'a@example.org, b@example.org',
  'a@example.org\r\nBcc: b@example.org',
  'Asha <a@example.org>',
  'nobody',
])('does not take %j for one address', async (to) => {
  await expect(queue(to)).rejects.toThrow('one address');
  expect(await outbox()).toEqual([]);
});

it('forgets settled e-mails after thirty days', async () => {
  await queue();
  await queue();
  await database.db.query(sql`
    update mail_outbox set state = 'kept', settled_at = now() - interval '31 days'
    where id = (select min(id) from mail_outbox)`);
  await mailJobs['mail.tidy']({}, { db: database.db, mailer: mailerFor(undefined), log });
  expect(await outbox()).toMatchObject([{ state: 'waiting' }]);
});
