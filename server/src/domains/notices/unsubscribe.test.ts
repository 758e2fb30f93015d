import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { calls } from '@gyan/contract/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { settleJobs } from '#test/jobs.ts';
import { noticeCalls, type Person } from '#test/notices.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

let gyan: TestApp;
let smtp: TestSmtp;
let notices: ReturnType<typeof noticeCalls>;
let olu: Person;
let meera: Person;

beforeAll(async () => {
  smtp = await startSmtp();
  gyan = await startApp({ smtpUrl: smtp.url });
  notices = noticeCalls(gyan);
});
afterAll(async () => {
  await gyan.close();
  await smtp.stop();
});
beforeEach(async () => {
  smtp.emails = [];
  olu = await gyan.signedIn();
  meera = await gyan.signedIn({ firstName: 'Meera' });
});

const settingsOf = async ({ token }: Person) => {
  const answer = await gyan.request('/r/notice_settings', { token });
  return calls['GET /r/notice_settings'].answer.parse(answer.body).settings;
};
const tokenFor = async ({ userId }: Person, kind: 'digest' | 'like') =>
  new URL(await unsubscribeUrl(gyan.db, gyan.deps.config, userId, kind)).searchParams.get('t') ?? '';
const byPage = (t: string) => gyan.request('/unsubscribe', { method: 'POST', body: { t } });
const byMailProgram = (t: string, more: RequestInit = {}) =>
  fetch(`${gyan.url}/unsubscribe?t=${encodeURIComponent(t)}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    ...more,
  });
const request = async (from: Person, to: Person) => {
  const body = { receivingUserId: to.userId };
  const answer = await gyan.request('/r/connreq', { method: 'POST', token: from.token, body });
  expect(answer.status, answer.text).toBe(200);
};

describe('unsubscribing, signed out', () => {
  it('by the page stops the digest or one kind, also twice', async () => {
    for (let i = 0; i < 2; i += 1) {
      expect((await byPage(await tokenFor(olu, 'like'))).body).toEqual({});
      expect(await settingsOf(olu)).toMatchObject({
        digest: 'weekly',
        kinds: { like: { app: true, mail: false }, comment: { mail: true } },
      });
    }
    expect((await byPage(await tokenFor(olu, 'digest'))).status).toBe(200);
    expect((await settingsOf(olu)).digest).toBe('never');
    expect((await settingsOf(meera)).digest).toBe('weekly');
  });

  it('by a mail program needs no cookie, no header and no session, and is not redirected', async () => {
    const t = await tokenFor(olu, 'digest');
    for (let i = 0; i < 2; i += 1) {
      const answer = await byMailProgram(t, { headers: { cookie: 'XSRF-TOKEN=abc' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await settingsOf(olu)).digest).toBe('never');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await byMailProgram(await tokenFor(meera, 'digest'), { body: form })).status).toBe(200);
    expect((await settingsOf(meera)).digest).toBe('never');
  });

  it('by the form of the page without JavaScript leads back to the page', async () => {
    const t = encodeURIComponent(await tokenFor(olu, 'digest'));
    // Not by `fetch`, which sets this header itself.
    const sent = httpRequest(`${gyan.url}/unsubscribe?t=${t}`, {
      method: 'POST',
      headers: { 'sec-fetch-mode': 'navigate', 'content-type': 'application/x-www-form-urlencoded' },
    }).end('List-Unsubscribe=One-Click');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?done=1']);
    expect((await settingsOf(olu)).digest).toBe('never');
  });

  it('does not happen by opening the link, or by another form', async () => {
    const t = await tokenFor(olu, 'digest');
    for (const method of ['GET', 'HEAD']) await byMailProgram(t, { method, body: null });
    const answer = await byMailProgram(t, { body: new URLSearchParams({ other: 'form' }) });
    expect(answer.status).toBe(400);
    expect((await byMailProgram(t, { body: null })).status).toBe(400);
    expect((await settingsOf(olu)).digest).toBe('weekly');
  });

  it('needs the token that was sent', async () => {
    const t = await tokenFor(olu, 'digest');
    const others = [
      '',
      'made up',
      t.slice(0, -1),
      `${t}x`,
      t.replace('digest', 'like'),
      t.replace('digest', 'everything'),
      t.replace(String(olu.userId), String(meera.userId)),
      t.replace(String(olu.userId), '99999999'),
    ];
    for (const bad of others) {
      expect((await byPage(bad)).body, bad).toMatchObject({ status: 400, code: 'token_invalid' });
      const answer = await byMailProgram(bad);
      expect(await answer.json(), bad).toMatchObject({ status: 400, code: 'token_invalid' });
    }
    expect((await byPage('x'.repeat(5_000))).status).toBe(400);
    for (const one of [olu, meera]) expect((await settingsOf(one)).digest).toBe('weekly');
  });

  it('of an erased account says that the link is not valid', async () => {
    const gone = { userId: 123_456_789, token: '' };
    expect((await byPage(await tokenFor(gone, 'digest'))).body).toMatchObject({ code: 'token_invalid' });
  });
});

describe('the e-mail of a connection request', () => {
  it('can be stopped by its header, and then no more come', async () => {
    await request(meera, olu);
    await settleJobs(gyan.deps);
    const [email] = smtp.emails;
    const header = (email?.headers.get('list') as { unsubscribe?: { url: string } } | undefined)?.unsubscribe;
    expect(email?.text).toContain(`Stop e-mails about connection requests:\n${header?.url}`);
    expect(email?.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    const t = new URL(header?.url ?? '').searchParams.get('t') ?? '';
    expect((await byMailProgram(t)).status).toBe(200);
    const kofi = await gyan.signedIn();
    await request(kofi, olu);
    await settleJobs(gyan.deps);
    expect(smtp.emails).toHaveLength(1);
    expect(await notices.count(olu)).toBe(2);
  });

  it('is not sent to somebody who has switched these notices off', async () => {
    await notices.put('/r/notice_settings', olu, { kinds: { connection_request: { app: false } } });
    await request(meera, olu);
    await settleJobs(gyan.deps);
    expect(smtp.emails).toEqual([]);
    await notices.put('/r/notice_settings', olu, { kinds: { connection_request: { app: true } } });
    await request(await gyan.signedIn(), olu);
    await settleJobs(gyan.deps);
    expect(smtp.emails).toHaveLength(1);
  });

  it('that is queued is not sent when its sender is muted or blocked, or such e-mails are stopped', async () => {
    const changes = [
      (sender: Person) => notices.mute(olu, sender),
      (sender: Person) => notices.block(olu, sender),
      () => notices.put('/r/notice_settings', olu, { kinds: { connection_request: { app: false } } }),
      () =>
        notices.put('/r/notice_settings', olu, {
          kinds: { connection_request: { app: true, mail: false } },
        }),
    ];
    for (const change of changes) {
      const sender = await gyan.signedIn();
      await request(sender, olu);
      await change(sender);
      await settleJobs(gyan.deps);
    }
    expect(smtp.emails).toEqual([]);
  });
});

it('is not offered in e-mails about the security of an account', async () => {
  const email = 'careful@example.org';
  await gyan.request('/register', {
    method: 'POST',
    body: { firstName: 'Care', lastName: 'Ful', emailID: email, password: 'quiet river' },
  });
  await settleJobs(gyan.deps);
  expect(smtp.emails.map(({ to }) => to)).toMatchObject([{ text: email }]);
  expect(smtp.emails[0]?.headers.has('list')).toBe(false);
  expect(smtp.emails[0]?.text).not.toContain('/unsubscribe');
});
