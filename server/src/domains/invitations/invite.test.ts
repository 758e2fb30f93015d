import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import type { ConnReqModel } from '@gyan/contract/connections.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { emailsTo, emailTo } from '#test/emails.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { startSmtp } from '#test/smtp.ts';
import { startJobs } from '#worker.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

interface Person {
  userId: number;
  token: string;
}

let count = 0;
const newAddress = () => {
  count += 1;
  return `guest-${count}@example.org`;
};

const invite = (person: Person, emailId: string) =>
  gyan.request('/r/invite', { method: 'POST', token: person.token, body: { emailId } });

const senderOf = (token: string) => gyan.request('/invitation', { method: 'POST', body: { token } });

const accept = (person: Person, connectionReqId: string | number) =>
  gyan.request('/r/acceptconnreq', { method: 'PUT', token: person.token, body: { connectionReqId } });

async function requests(person: Person, which: 'rcvd' | 'sent'): Promise<ConnReqModel[]> {
  const answer = await gyan.request(`/r/${which}connreqs`, { token: person.token });
  return calls[`GET /r/${which}connreqs`].answer.parse(answer.body).connReqModelVec;
}

async function viewUser(viewer: Person, person: Person): Promise<UserModel> {
  const answer = await gyan.request(`/r/user?userId=${person.userId}`, { token: viewer.token });
  return (answer.body as AnswerOf<'GET /r/user'>).userModel;
}

/** Signs up with an address and opens the link that was sent to it. */
async function signUp(email: string, invitationToken?: string): Promise<Person> {
  await gyan.request('/register', {
    method: 'POST',
    body: {
      firstName: 'New',
      lastName: 'Comer',
      emailID: email,
      password: 'a-long-enough-one',
      invitationToken,
    },
  });
  const { token: regToken } = await emailTo(gyan.db, email, 'verify');
  const answer = await gyan.request('/ve', { method: 'POST', body: { regToken } });
  const { authToken, userModel } = answer.body as AnswerOf<'POST /ve'>;
  return { userId: userModel.userId, token: authToken };
}

describe('an invitation', () => {
  it('goes out as an e-mail, and connects whoever signs up and comes with its link', async () => {
    const [host, email] = [await gyan.signedIn({ firstName: 'Hanna', lastName: 'Host' }), newAddress()];
    const invited = await invite(host, email);
    expect(invited.status).toBe(200);
    const { token, text } = await emailTo(gyan.db, email, 'invitation');
    expect(text).toContain('Hanna Host invites you');
    expect(text).toContain('/aei?t=');
    const guest = await signUp(email);
    const accepted = await accept(guest, token);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      sendingUserModel: { userId: host.userId, connected: true },
      receivingUserModel: { userId: guest.userId },
    });
    expect(accepted.text).not.toContain('Host@');
    expect(await viewUser(host, guest)).toMatchObject({ connected: true });
    expect(await requests(host, 'sent')).toEqual([]);
  });

  it('shows visitors who sent it until it is used, and no address', async () => {
    const host = await gyan.signedIn({ firstName: 'Hanna', lastName: 'Host', email: 'hanna@home.example' });
    const [guest, email] = [await gyan.signedIn(), newAddress()];
    await invite(host, email);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    const answer = await senderOf(token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      sendingUserModel: { userId: host.userId, firstName: 'Hanna', lastName: 'Host' },
    });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${host.userId}`);
    expect((await senderOf(token)).body).toMatchObject({ code: 'token_invalid' });
    await gyan.db.query(sql`update users set leaving_at = null where id = ${host.userId}`);
    await accept(guest, token);
    expect((await senderOf(token)).body).toMatchObject({ code: 'token_invalid' });
    expect((await senderOf('made-up')).status).toBe(400);
  });

  it('connects whoever signs up by its link as soon as they are verified, and says so again to the link', async () => {
    const [host, otherUser, email] = [await gyan.signedIn(), await gyan.signedIn(), newAddress()];
    await invite(host, email);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    // The link also works for another address.
    const guest = await signUp(newAddress(), token);
    expect(await viewUser(host, guest)).toMatchObject({ connected: true });
    expect((await accept(guest, token)).status).toBe(200);
    expect((await accept(otherUser, token)).status).toBe(400);
    const newUser = await signUp(newAddress(), token);
    expect(await viewUser(host, newUser)).toMatchObject({ connected: false });
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('also works for somebody who has an account under another address, and then for nobody else', async () => {
    const [host, guest, otherUser] = [await gyan.signedIn(), await gyan.signedIn(), await gyan.signedIn()];
    const email = newAddress();
    await invite(host, email);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    expect((await accept(host, token)).status).toBe(400);
    expect((await accept(guest, token)).status).toBe(200);
    expect((await accept(guest, token)).status).toBe(200);
    expect((await accept(otherUser, token)).body).toMatchObject({ code: 'token_invalid' });
    expect(await viewUser(otherUser, host)).toMatchObject({ connected: false });
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('is taken by one of many who come with its link at the same moment', async () => {
    const [host, email] = [await gyan.signedIn(), newAddress()];
    await invite(host, email);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    const guests = await Promise.all(Array.from({ length: 8 }, () => gyan.signedIn()));
    const statuses = await Promise.all(guests.map(async (guest) => (await accept(guest, token)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('waits as a request for whoever signs up with the address itself', async () => {
    const [host, other, email] = [await gyan.signedIn(), await gyan.signedIn(), newAddress()];
    await invite(host, email.toUpperCase());
    await invite(other, email);
    const guest = await signUp(email);
    const waiting = await requests(guest, 'rcvd');
    expect(waiting.map((request) => request.userModel?.userId)).toEqual([other.userId, host.userId]);
    expect((await accept(guest, waiting[0]?.connectionReqId ?? 0)).status).toBe(200);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    expect((await accept(await gyan.signedIn(), token)).status).toBe(400);
  });

  it('cannot be used once it has run out or was withdrawn; asked again it is sent again', async () => {
    const [host, guest, email] = [await gyan.signedIn(), await gyan.signedIn(), newAddress()];
    const { connectionReqId } = (await invite(host, email)).body as AnswerOf<'POST /r/invite'>;
    expect((await invite(host, email)).body).toEqual({ connectionReqId });
    expect(await emailsTo(gyan.db, email)).toHaveLength(1);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    await gyan.db.query(sql`update connection_requests set expires_at = now() where id = ${connectionReqId}`);
    expect((await accept(guest, token)).status).toBe(400);
    const again = (await invite(host, email)).body as AnswerOf<'POST /r/invite'>;
    const fresh = await emailTo(gyan.db, email, 'invitation', { count: 2 });
    await gyan.request(`/r/connreq?connectionReqId=${again.connectionReqId}`, {
      method: 'DELETE',
      token: host.token,
    });
    expect((await accept(guest, fresh.token)).status).toBe(400);
  });

  it('does not connect people of whom one has blocked the other, nor to somebody who left', async () => {
    const [host, guest, email] = [await gyan.signedIn(), await gyan.signedIn(), newAddress()];
    await invite(host, email);
    const { token } = await emailTo(gyan.db, email, 'invitation');
    const block = (blocked: boolean) =>
      gyan.request('/r/block', { method: 'PUT', token: guest.token, body: { userId: host.userId, blocked } });
    await block(true);
    expect((await accept(guest, token)).body).toMatchObject({ code: 'token_invalid' });
    await block(false);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${host.userId}`);
    expect((await accept(guest, token)).body).toMatchObject({ code: 'token_invalid' });
    await gyan.db.query(sql`update users set leaving_at = null where id = ${host.userId}`);
    expect((await accept(guest, token)).status).toBe(200);
  });

  it('does not reach somebody who has blocked the sender by way of their leaving', async () => {
    const [host, email] = [await gyan.signedIn(), newAddress()];
    const deletedUser = await gyan.signedIn({ email });
    await gyan.request('/r/block', {
      method: 'PUT',
      token: deletedUser.token,
      body: { userId: host.userId, blocked: true },
    });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser.userId}`);
    expect((await invite(host, email)).status).toBe(200);
    expect((await requests(host, 'sent')).map((request) => request.emailId)).toEqual([email]);
    expect(await emailsTo(gyan.db, email)).toEqual([]);
  });

  it('goes to one address, and not to one’s own', async () => {
    const host = await gyan.signedIn({ email: 'host-self@example.org' });
    expect((await invite(host, 'Host-Self@example.org')).status).toBe(409);
    for (const emailId of ['nobody', 'a@b.example,c@d.example', '', 'two words@example.org']) {
      expect((await invite(host, emailId)).status).toBe(400);
    }
  });

  it('keeps no token that could be read, and lets no name carry a message', async () => {
    const host = await gyan.signedIn({ firstName: 'Visit http://evil.example now', lastName: 'X' });
    const email = newAddress();
    await invite(host, email);
    const { token, text } = await emailTo(gyan.db, email, 'invitation');
    expect(text).not.toContain('evil.example');
    expect(text).toContain('Somebody invites you');
    const rows = await gyan.db.query<{ row: string }>(
      sql`select connection_requests::text as row from connection_requests`,
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });
});

describe('asking the address of a member', () => {
  it('looks to the sender like inviting a stranger, and is a request to the member', async () => {
    const [host, email] = [await gyan.signedIn(), newAddress()];
    const member = await gyan.signedIn({ email });
    const unknownAddress = newAddress();
    const [toMember, toStranger] = [await invite(host, email), await invite(host, unknownAddress)];
    expect(Object.keys(toMember.body)).toEqual(Object.keys(toStranger.body));
    const sent = await requests(host, 'sent');
    expect(sent.map(({ emailId, userModel }) => ({ emailId, userModel }))).toEqual([
      { emailId: unknownAddress, userModel: undefined },
      { emailId: email, userModel: undefined },
    ]);
    expect(await viewUser(host, member)).toMatchObject({ sentConnRequest: false, connected: false });
    expect(await requests(member, 'rcvd')).toMatchObject([{ userModel: { userId: host.userId } }]);
    const { token } = await emailTo(gyan.db, email, 'connection-request');
    expect((await accept(await gyan.signedIn(), token)).status).toBe(400);
    expect((await accept(member, token)).status).toBe(200);
    expect(await requests(host, 'sent')).toMatchObject([{ emailId: unknownAddress }]);
    expect(await viewUser(host, member)).toMatchObject({ connected: true });
  });

  it('tells nothing by what they do about it: declined, blocked or connected, it waits on', async () => {
    const host = await gyan.signedIn();
    const [declining, blocking, friend] = [newAddress(), newAddress(), newAddress()];
    const people = {
      declining: await gyan.signedIn({ email: declining }),
      blocking: await gyan.signedIn({ email: blocking }),
      friend: await gyan.signedIn({ email: friend }),
    };
    const answer = await gyan.request('/r/connreq', {
      method: 'POST',
      token: people.friend.token,
      body: { receivingUserId: host.userId },
    });
    await accept(host, (answer.body as AnswerOf<'POST /r/connreq'>).connectionReqId);
    for (const email of [declining, blocking, friend]) expect((await invite(host, email)).status).toBe(200);
    const [toDecline] = await requests(people.declining, 'rcvd');
    const declined = await gyan.request(`/r/connreq?connectionReqId=${toDecline?.connectionReqId}`, {
      method: 'DELETE',
      token: people.declining.token,
    });
    expect(declined.status).toBe(200);
    await gyan.request('/r/block', {
      method: 'PUT',
      token: people.blocking.token,
      body: { userId: host.userId, blocked: true },
    });
    expect((await requests(host, 'sent')).map((request) => request.emailId)).toEqual([
      friend,
      blocking,
      declining,
    ]);
    for (const person of Object.values(people)) expect(await requests(person, 'rcvd')).toEqual([]);
    // Links of declined requests do not become open invitations.
    const { token } = await emailTo(gyan.db, declining, 'connection-request');
    expect((await accept(await gyan.signedIn(), token)).status).toBe(400);
    expect((await invite(host, declining)).status).toBe(200);
    expect(await requests(people.declining, 'rcvd')).toEqual([]);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('and asking the same member by name are two things to the sender, and one to the member', async () => {
    for (const addressFirst of [true, false]) {
      const [host, email] = [await gyan.signedIn(), newAddress()];
      const member = await gyan.signedIn({ email });
      const byName = () =>
        gyan.request('/r/connreq', {
          method: 'POST',
          token: host.token,
          body: { receivingUserId: member.userId },
        });
      if (addressFirst) await invite(host, email);
      await byName();
      if (!addressFirst) await invite(host, email);
      expect(await requests(host, 'sent')).toHaveLength(2);
      const received = await requests(member, 'rcvd');
      expect(received).toHaveLength(1);
      await accept(member, received[0]?.connectionReqId ?? 0);
      expect(await requests(host, 'sent')).toEqual([]);
    }
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('connects both when the member has asked already', async () => {
    const [host, email] = [await gyan.signedIn(), newAddress()];
    const member = await gyan.signedIn({ email });
    await gyan.request('/r/connreq', {
      method: 'POST',
      token: member.token,
      body: { receivingUserId: host.userId },
    });
    const answer = await gyan.request('/r/connreq', {
      method: 'POST',
      token: host.token,
      body: { receivingUserEmailId: email },
    });
    expect(answer.body).toMatchObject({ connected: true });
    expect(await viewUser(host, member)).toMatchObject({ connected: true });
  });
});

it('invitations are limited by person and by address, whichever call they come by', async () => {
  const limited = await startApp({ rateLimits: true });
  try {
    const send = (token: string, email: string, path: '/r/invite' | '/r/connreq' = '/r/invite') =>
      limited.request(path, {
        method: 'POST',
        token,
        body: path === '/r/invite' ? { emailId: email } : { receivingUserEmailId: email },
      });
    const sender = await limited.signedIn();
    for (let i = 0; i < 10; i += 1) {
      const answer = await send(sender.token, `many-${i}@example.org`, i % 2 ? '/r/invite' : '/r/connreq');
      expect(answer.status).toBe(200);
    }
    for (const path of ['/r/invite', '/r/connreq'] as const) {
      const refused = await send(sender.token, 'one-more@example.org', path);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { token } = await limited.signedIn();
      statuses.push((await send(token, i % 2 ? 'Wanted@example.org' : 'wanted@example.org')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});

it('e-mails of the network arrive, with links that work', async () => {
  const smtp = await startSmtp();
  const mailing = await startApp({ smtpUrl: smtp.url });
  const jobs = await startJobs(mailing.deps);
  try {
    const host = await mailing.signedIn({ email: 'host@mail.example', firstName: 'Hanna', lastName: 'Host' });
    const member = await mailing.signedIn({ email: 'member@mail.example' });
    await mailing.request('/r/invite', {
      method: 'POST',
      token: host.token,
      body: { emailId: 'stranger@mail.example' },
    });
    await mailing.request('/r/connreq', {
      method: 'POST',
      token: host.token,
      body: { receivingUserId: member.userId },
    });
    const emails = await smtp.received(2);
    const to = (address: string) =>
      emails.find((message) => [message.to].flat().some((recipient) => recipient?.text === address));
    expect(to('stranger@mail.example')?.text).toMatch(/\/aei\?t=[\w-]{43}/);
    const token = /\/acr\?t=([\w-]{43})/.exec(to('member@mail.example')?.text ?? '')?.[1];
    const accepted = await mailing.request('/r/acceptconnreq', {
      method: 'PUT',
      token: member.token,
      body: { connectionReqId: token },
    });
    expect(accepted.status).toBe(200);
  } finally {
    await jobs.stop();
    await mailing.close();
    await smtp.stop();
  }
});
