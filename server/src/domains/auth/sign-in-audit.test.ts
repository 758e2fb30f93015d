import type { AuditModel } from '@gyan/contract/audit.ts';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

const password = 'quiet river';

let gyan: TestApp;
let admin: { userId: number; token: string };
beforeAll(async () => {
  gyan = await startApp({ trustedProxies: ['127.0.0.1'] });
  admin = await gyan.signedIn({ role: 'kAdmin' });
});
afterAll(() => gyan.close());

const login = (emailId: string, typed: string, address = '203.0.113.77') =>
  gyan.request('/login', {
    method: 'POST',
    body: { emailId, password: typed },
    headers: { 'x-forwarded-for': address },
  });

async function audit(query = ''): Promise<AuditModel[]> {
  const { body } = await gyan.request(`/r/audit${query}`, { token: admin.token });
  return (body as AnswerOf<'GET /r/audit'>).auditModelVec;
}

it('a sign-in is in the audit log, with the network it came from and not the address', async () => {
  const email = 'lin@example.org';
  const userId = await makeUser(gyan.db, { email, password });
  expect((await login(email, password)).status).toBe(200);
  expect((await login(email, password, '2001:db8:aa:bb:cc::1')).status).toBe(200);
  const [second, first] = await audit();
  expect(first).toMatchObject({ action: 'sign-in.succeeded', targetKind: 'user', targetId: userId });
  expect(first?.actorModel?.userId).toBe(userId);
  expect(first?.detail?.split(', ').toSorted()).toEqual(['by: password', 'from: 203.0.113.0/24']);
  expect(second?.detail).toContain('from: 2001:db8:aa::/48');
});

it('a failure names the account it was tried at, and no address that has none', async () => {
  const email = 'kofi@example.org';
  const userId = await makeUser(gyan.db, { email, password });
  expect((await login(email, 'not this one')).status).toBe(400);
  expect((await login('nobody-here@example.org', 'not this one')).status).toBe(400);
  const [unknown, known] = await audit('?signIns=true');
  expect(known).toMatchObject({ action: 'sign-in.failed', targetKind: 'user', targetId: userId });
  expect(known?.actorModel ?? null).toBeNull();
  expect(unknown).toMatchObject({ action: 'sign-in.failed' });
  expect(unknown?.targetId ?? null).toBeNull();
  const rows = await gyan.db.query(sql`select audit::text as row from audit`);
  expect(JSON.stringify(rows)).not.toMatch(/nobody-here|kofi@|not this one|203\.0\.113\.77/);
});

it('admins see what admins did without the sign-ins, and the other way round', async () => {
  const email = 'meera@example.org';
  const userId = await makeUser(gyan.db, { email, password });
  await gyan.request('/r/updateuserrole', {
    method: 'PUT',
    token: admin.token,
    body: { userId, userRole: 'kCreator' },
  });
  await login(email, password);
  expect((await audit('?limit=2')).map(({ action }) => action)).toEqual(['sign-in.succeeded', 'role.set']);
  expect((await audit('?signIns=false')).map(({ action }) => action)).toEqual(['role.set']);
  expect(new Set((await audit('?signIns=true')).map(({ action }) => action))).toEqual(
    new Set(['sign-in.succeeded', 'sign-in.failed']),
  );
});

it('a flood of failures fills the log only so far, and hides no guess at an account', async () => {
  const email = 'ingrid@example.org';
  const userId = await makeUser(gyan.db, { email, password });
  await gyan.db.query(sql`
    insert into rate_limits (key, points, expire) values ('audit:failures:unknown', 100, ${Date.now() + 3_600_000})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
  const count = async () => (await gyan.db.query(sql`select from audit where act = 'sign-in.failed'`)).length;
  const before = await count();
  for (let i = 0; i < 3; i += 1) await login(`flood-${i}@example.org`, 'not this one');
  expect(await count()).toBe(before);
  await login(email, 'not this one');
  expect((await audit('?limit=1'))[0]).toMatchObject({ action: 'sign-in.failed', targetId: userId });
});

it('a failure costs the same whether or not the address has an account, also when the log takes no more', async () => {
  const email = 'sofia@example.org';
  await makeUser(gyan.db, { email, password });
  for (const kind of ['unknown', 'known']) {
    await gyan.db.query(sql`
      insert into rate_limits (key, points, expire)
      values (${`audit:failures:${kind}`}, ${kind === 'unknown' ? 100 : 0}, ${Date.now() + 3_600_000})
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
  }
  const [known, unknown] = [
    await countStatements(() => login(email, 'not this one')),
    await countStatements(() => login('no-account@example.org', 'not this one')),
  ];
  expect(known).toBe(unknown);
});

it('sign-ins are kept for ninety days and cannot be taken out before', async () => {
  const remove = (age: string) =>
    gyan.db.query(sql`
      delete from audit where act like 'sign-in.%' and created_at < now() - ${age}::interval`);
  await gyan.db.query(sql`
    insert into audit (act, target_kind, detail, created_at)
    values ('sign-in.failed', 'user', '{}', now() - interval '91 days'), ('role.set', 'user', '{}', now() - interval '91 days')`);
  await expect(remove('0 days')).rejects.toThrow('the audit keeps what was written');
  await remove('90 days');
  await expect(
    gyan.db.query(sql`delete from audit where act = 'role.set' and created_at < now() - interval '90 days'`),
  ).rejects.toThrow('the audit keeps what was written');
});
