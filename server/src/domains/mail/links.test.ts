import { request } from 'node:http';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { settleJobs } from '#test/jobs.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example', trustedProxies: ['127.0.0.1'], demo: true });
});
afterAll(() => gyan.close());

/** Sends headers of another host; fetch does not allow a forged host. */
function sendFromOtherSite(method: string, path: string, body: object, token?: string): Promise<number> {
  const text = JSON.stringify(body);
  const sent = request(new URL(`/api/v1${path}`, gyan.url), {
    method,
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example;proto=http',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.end(text);
  });
}

it('links in e-mails lead to the public address, whatever a request says about where it came to', async () => {
  const emailId = 'reader@example.org';
  const admin = await gyan.signedIn({ role: 'kAdmin' });
  const member = await gyan.signedIn({ email: emailId, password: 'quiet river' });
  const newcomer = await gyan.signedIn({ verified: false, password: 'quiet river' });
  const registration = { firstName: 'A', lastName: 'B', password: 'quiet river' };
  const statuses = [
    await sendFromOtherSite('POST', '/register', { ...registration, emailID: 'new@example.org' }),
    await sendFromOtherSite('POST', '/register', { ...registration, emailID: emailId }),
    await sendFromOtherSite('POST', '/r/resendverification', {}, newcomer.token),
    await sendFromOtherSite('PUT', '/resetpasswordreq', { emailId }),
    await sendFromOtherSite('POST', '/r/invite', { emailId: 'guest@example.org' }, member.token),
    await sendFromOtherSite('POST', '/r/connreq', { receivingUserId: member.userId }, admin.token),
    await sendFromOtherSite(
      'PUT',
      '/r/updateuserrole',
      { userId: member.userId, userRole: 'kCreator' },
      admin.token,
    ),
    await sendFromOtherSite('PUT', '/r/updateuserpasswd', { passwd: 'another river' }, member.token),
    await sendFromOtherSite('DELETE', '/r/account', {}, member.token),
  ];
  expect(new Set(statuses)).toEqual(new Set([200]));
  await settleJobs(gyan.deps);
  const emails = await gyan.db.query<{ kind: string; whole: string }>(
    sql`select kind, subject || html || text as whole from mail_outbox order by id`,
  );
  expect(new Set(emails.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8);
  for (const { kind, whole } of emails) {
    const origins = [...whole.matchAll(/https?:\/\/[^/\s"'<>)]+/g)].map(([origin]) => origin);
    expect({ kind, origins: [...new Set(origins)] }).toEqual({ kind, origins: ['https://gyan.example'] });
    expect(whole).not.toContain('evil.example');
  }
});
