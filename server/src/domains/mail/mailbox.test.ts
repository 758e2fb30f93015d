import Fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installProblems } from '#http/problems.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { queueMail } from './actions.ts';
import { verifyLetter } from './letters.ts';
import { mailboxPlugin } from './mailbox.ts';

const config = { publicUrl: 'http://localhost:3000', mailFrom: 'Gyan <no-reply@gyan.example>' };
const link = 'http://localhost:3000/ve?rt=token';

let database: TestDatabase;
let app: FastifyInstance;
let id: number;

beforeEach(async () => {
  database = await createTestDatabase();
  app = await open({ demo: true, smtpUrl: undefined });
  const letter = { ...verifyLetter({ firstName: 'Asha', url: link }), subject: '<script>alert(1)</script>' };
  await database.db.transaction((tx) =>
    queueMail(tx, config, { to: 'asha@example.org', kind: 'verify', letter }),
  );
  const [row] = await database.db.query<{ id: number }>(
    sql`update mail_outbox set state = 'kept', settled_at = now() returning id`,
  );
  id = row?.id ?? 0;
});

afterEach(async () => {
  await app.close();
  await database.drop();
});

async function open(options: { demo: boolean; smtpUrl: string | undefined }): Promise<FastifyInstance> {
  const fresh = Fastify();
  installProblems(fresh);
  await fresh.register(mailboxPlugin({ db: database.db, config: options }));
  return fresh;
}

const local = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } };

it('lists letters and shows one, with everything escaped', async () => {
  const list = await app.inject({ ...local, url: '/demo/mailbox' });
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain('asha@example.org');
  expect(list.body).toContain('&lt;script&gt;');
  expect(list.body).not.toContain('<script>');
  const one = await app.inject({ ...local, url: `/demo/mailbox/${id}` });
  expect(one.body).toContain(`<a href="${link}">`);
  expect(one.body).not.toContain('<script>');
  expect(one.headers['content-security-policy']).not.toContain('unsafe');
  expect(`${list.body}${one.body}`).not.toMatch(/\sstyle=|<style/);
});

it('shows the letter itself in a frame that can run nothing', async () => {
  const frame = await app.inject({ ...local, url: `/demo/mailbox/${id}/html` });
  expect(frame.body).toContain(`href="${link}"`);
  expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(frame.headers['content-security-policy']).not.toContain('allow-scripts');
  expect(frame.headers['cache-control']).toBe('no-store');
});

it.each([
  ['another machine', { remoteAddress: '192.168.1.20', headers: { host: 'localhost:3000' } }],
  [
    'a name that leads here from elsewhere',
    { remoteAddress: '127.0.0.1', headers: { host: 'evil.example' } },
  ],
  [
    'a name that only begins like ours',
    { remoteAddress: '127.0.0.1', headers: { host: 'localhost.evil.example' } },
  ],
  ['a proxy', { remoteAddress: '127.0.0.1', headers: { host: 'localhost', 'x-forwarded-for': '8.8.8.8' } }],
  ['a newer proxy', { remoteAddress: '127.0.0.1', headers: { host: 'localhost', forwarded: 'for=8.8.8.8' } }],
])('is not there for %s', async (_who, visitor) => {
  for (const url of ['/demo/mailbox', `/demo/mailbox/${id}`, `/demo/mailbox/${id}/html`]) {
    const answer = await app.inject({ ...visitor, url });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('asha');
  }
});

it.each(['127.0.0.1:3000', '[::1]:3000', 'localhost', 'gyan.localhost:80'])('opens at %s', async (host) => {
  const answer = await app.inject({ remoteAddress: '::1', headers: { host }, url: '/demo/mailbox' });
  expect(answer.statusCode).toBe(200);
});

it.each(['0', '999999', 'x', '1;drop', '-1'])('has no letter %s', async (wrong) => {
  const answer = await app.inject({ ...local, url: `/demo/mailbox/${wrong}` });
  expect(answer.statusCode).toBe(404);
});

it.each([
  { demo: false, smtpUrl: undefined },
  { demo: true, smtpUrl: 'smtp://127.0.0.1' },
])('is not there at all with %o', async (options) => {
  await app.close();
  app = await open(options);
  expect((await app.inject({ ...local, url: '/demo/mailbox' })).statusCode).toBe(404);
});
