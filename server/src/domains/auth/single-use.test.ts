import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '#lib/tokens.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { emailTo } from '#test/emails.ts';
import { makeUser } from '#test/factories.ts';

const tries = 50;

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

function outcome(answers: { status: number; body: unknown }[]) {
  const won = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ body }) => (body as { code?: string }).code === 'token_invalid').length;
  return { won, refused };
}

it('lets one of fifty who open the same verification link in', async () => {
  const body = { firstName: 'A', lastName: 'B', emailID: 'once@example.org', password: 'quiet river' };
  await gyan.request('/register', { method: 'POST', body });
  const { token: regToken } = await emailTo(gyan.db, 'once@example.org', 'verify');
  const answers = await Promise.all(
    Array.from({ length: tries }, () => gyan.request('/ve', { method: 'POST', body: { regToken } })),
  );
  expect(outcome(answers)).toEqual({ won: 1, refused: tries - 1 });
});

it('lets one of fifty links of the same address win', async () => {
  const email = 'many@example.org';
  const userId = await makeUser(gyan.db, { email, password: 'quiet river', verified: false });
  const tokens = Array.from({ length: tries }, (_, index) => `link-${index}`);
  for (const token of tokens) {
    await gyan.db.query(sql`
      insert into registrations (user_id, first_name, last_name, password_hash, token_hash, expires_at)
      values (${userId}, ${token}, 'x', null, ${hashToken(token)}, now() + interval '1 hour')`);
  }
  const answers = await Promise.all(
    tokens.map((regToken) => gyan.request('/ve', { method: 'POST', body: { regToken } })),
  );
  expect(outcome(answers)).toEqual({ won: 1, refused: tries - 1 });
});

it('lets one of fifty who use the same reset link set the password', async () => {
  const userId = await makeUser(gyan.db, { email: 'reset-once@example.org', password: 'quiet river' });
  await gyan.db.query(sql`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${hashToken('the-link')}, now() + interval '1 hour')`);
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, index) =>
      gyan.request('/resetpassword', {
        method: 'PUT',
        body: { reqToken: 'the-link', password: `password of ${index}` },
      }),
    ),
  );
  expect(outcome(answers)).toEqual({ won: 1, refused: tries - 1 });
  const winner = answers.findIndex(({ status }) => status === 200);
  const login = await gyan.request('/login', {
    method: 'POST',
    body: { emailId: 'reset-once@example.org', password: `password of ${winner}` },
  });
  expect(login.status).toBe(200);
  const [row] = await gyan.db.query<{ emails: number }>(sql`
    select count(*)::int as emails from mail_outbox where kind = 'password-changed'`);
  expect(row?.emails).toBe(1);
});
