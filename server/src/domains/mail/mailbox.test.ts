import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installProblems } from '#http/problems.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { queueMail } from './actions.ts';
import { verificationEmail } from './emails.ts';
import { mailboxPlugin } from './mailbox.ts';

const config = { publicUrl: 'http://localhost:3000', mailFrom: 'Gyan <no-reply@gyan.example>' };
const key = 'the-key-that-the-start-prints';
const link = 'http://localhost:3000/ve?rt=token';

let database: TestDatabase;
let app: FastifyInstance;
let id: number;

beforeEach(async () => {
  database = await createTestDatabase();
  app = await open({ demo: true, smtpUrl: undefined });
  const content = {
    ...verificationEmail({ firstName: 'Asha', url: link }),
    subject: '<script>alert(1)</script>',
  };
  await database.db.transaction((tx) =>
    queueMail(tx, config, { to: 'asha@example.org', kind: 'verify', content }),
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
  await fresh.register(cookie);
  await fresh.register(mailboxPlugin({ db: database.db, config: { ...config, ...options } }, key));
  return fresh;
}

const opened = { headers: { cookie: `demo-key=${key}` } };

it('lists e-mails and shows one, with everything escaped', async () => {
  const list = await app.inject({ ...opened, url: '/demo/mailbox' });
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain('asha@example.org');
  expect(list.body).toContain('&lt;script&gt;');
  expect(list.body).not.toContain('<script>');
  const one = await app.inject({ ...opened, url: `/demo/mailbox/${id}` });
  expect(one.body).toContain(`<a href="${link}">`);
  expect(one.body).not.toContain('<script>');
  expect(one.headers['content-security-policy']).not.toContain('unsafe');
  expect(`${list.body}${one.body}`).not.toMatch(/\sstyle=|<style/);
});

it('shows the e-mail itself in a frame that can run nothing', async () => {
  const frame = await app.inject({ ...opened, url: `/demo/mailbox/${id}/html` });
  expect(frame.body).toContain(`href="${link}"`);
  expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(frame.headers['content-security-policy']).not.toContain('allow-scripts');
  expect(frame.headers['cache-control']).toBe('no-store');
});

const withoutKey = [
  ['who has no key', {}],
  ['who made one up', { cookie: 'demo-key=made-up' }],
  ['who has part of it', { cookie: `demo-key=${key.slice(0, -1)}` }],
  ['who sends it as another cookie', { cookie: `key=${key}` }],
] as const;

it.each(withoutKey)(
  'says to open the link of the start, and nothing else, to somebody at this machine %s',
  async (_who, headers) => {
    for (const url of [
      '/demo/mailbox',
      `/demo/mailbox/${id}`,
      `/demo/mailbox/${id}/html`,
      '/demo/mailbox?key=x',
    ]) {
      const answer = await app.inject({ url, remoteAddress: '127.0.0.1', headers });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('Open the demo link first');
      expect(answer.body).not.toMatch(/asha|<script|style=/);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await app.inject({ url: '/demo/mailbox/style.css' })).statusCode).toBe(200);
  },
);

it('takes the key from the link into a cookie that no script and no other site can use', async () => {
  const answer = await app.inject({ url: `/demo/mailbox?key=${key}` });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/demo/mailbox');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toBe(
    `demo-key=${key}; Max-Age=2592000; Path=/demo; HttpOnly; SameSite=Lax`,
  );
});

it.each(['0', '999999', 'x', '1;drop', '-1'])('has no e-mail %s', async (wrong) => {
  const answer = await app.inject({ ...opened, url: `/demo/mailbox/${wrong}` });
  expect(answer.statusCode).toBe(404);
});

it.each([
  { demo: false, smtpUrl: undefined },
  { demo: true, smtpUrl: 'smtp://127.0.0.1' },
])('is not there at all with %o', async (options) => {
  await app.close();
  app = await open(options);
  expect((await app.inject({ ...opened, url: '/demo/mailbox' })).statusCode).toBe(404);
});
