import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

describe('asking to create', () => {
  let gyan: TestApp;
  let admin: { userId: number; token: string };
  beforeAll(async () => {
    gyan = await startApp();
    admin = await gyan.signedIn({ role: 'kAdmin' });
  });
  afterAll(() => gyan.close());

  const requestRole = (token: string, message?: string) =>
    gyan.request('/r/creator_request', { method: 'POST', token, body: { message } });
  const decide = (userId: number, granted: boolean) =>
    gyan.request('/r/creator_request', { method: 'PUT', token: admin.token, body: { userId, granted } });
  const waiting = async () => {
    const answer: AnswerOf<'GET /r/creator_requests'> = (
      await gyan.request('/r/creator_requests', { token: admin.token })
    ).body;
    return answer.creatorRequestModelVec;
  };
  const me = async (token: string) => {
    const answer: AnswerOf<'GET /r/user'> = (await gyan.request('/r/user', { token })).body;
    return answer.userModel;
  };
  const emailsTo = async (userId: number) => {
    const rows = await gyan.db.query<{ kind: string }>(sql`
      select kind from mail_outbox join users on users.email = recipient where users.id = ${userId}
      order by mail_outbox.id`);
    return rows.map((row) => row.kind);
  };

  it('puts the request before the admins, and says that it waits', async () => {
    const { userId, token } = await gyan.signedIn({ email: 'asker@example.org', firstName: 'Asha' });
    const answer = await requestRole(token, 'I draw maps.');
    expect(answer.body).toMatchObject({
      creatorRequestModel: { message: 'I draw maps.', userModel: { userId, creatorRequested: true } },
    });
    expect((await me(token)).creatorRequested).toBe(true);
    const listed = (await waiting()).find((request) => request.userModel.userId === userId);
    expect(listed).toMatchObject({
      message: 'I draw maps.',
      userModel: { firstName: 'Asha', userRole: 'kRegular', can: { setRole: true } },
    });
    expect(JSON.stringify(listed)).not.toContain('asker@example.org');
    expect(Math.abs((listed?.createdAt ?? 0) / 1e6 - Date.now())).toBeLessThan(60_000);
  });

  it('needs no words', async () => {
    const { token } = await gyan.signedIn();
    const answer = await requestRole(token);
    expect(answer.body).toMatchObject({ creatorRequestModel: { message: null } });
  });

  it('twice keeps the place in the line and takes the newer words', async () => {
    const [first, second] = [await gyan.signedIn(), await gyan.signedIn()];
    await requestRole(first.token, 'Please.');
    await requestRole(second.token, 'Me too.');
    expect((await requestRole(first.token, 'Pretty please.')).status).toBe(200);
    const lines = (await waiting()).filter((request) =>
      [first.userId, second.userId].includes(request.userModel.userId),
    );
    expect(lines.map((request) => request.message)).toEqual(['Pretty please.', 'Me too.']);
  });

  it('makes a creator when it is granted, on the next request', async () => {
    const { userId, token } = await gyan.signedIn();
    await requestRole(token, 'I would like to.');
    const answer = await decide(userId, true);
    expect(answer.body).toMatchObject({ userModel: { userId, userRole: 'kCreator' } });
    expect(await me(token)).toMatchObject({ userRole: 'kCreator', creatorRequested: false });
    expect(await emailsTo(userId)).toEqual(['creator-granted']);
    expect(
      await gyan.db.query(sql`select actor_id, act, detail from audit where target_id = ${userId}`),
    ).toEqual([
      {
        actor_id: admin.userId,
        act: 'creator_request.grant',
        detail: { was: 'kRegular', role: 'kCreator' },
      },
    ]);
    expect((await decide(userId, false)).body).toMatchObject({ code: 'not_found' });
    expect((await me(token)).userRole).toBe('kCreator');
  });

  it('changes nothing when it is declined, and can be tried again', async () => {
    const { userId, token } = await gyan.signedIn();
    await requestRole(token, 'May I?');
    await decide(userId, false);
    expect(await me(token)).toMatchObject({ userRole: 'kRegular', creatorRequested: false });
    expect(await emailsTo(userId)).toEqual(['creator-declined']);
    expect((await waiting()).some((request) => request.userModel.userId === userId)).toBe(false);
    expect((await requestRole(token, 'And now?')).status).toBe(200);
    expect((await me(token)).creatorRequested).toBe(true);
  });

  it('is settled by a role given directly', async () => {
    const { userId, token } = await gyan.signedIn();
    await requestRole(token);
    await gyan.request('/r/updateuserrole', {
      method: 'PUT',
      token: admin.token,
      body: { userId, userRole: 'kCreator' },
    });
    expect((await me(token)).creatorRequested).toBe(false);
    expect((await decide(userId, true)).body).toMatchObject({ code: 'not_found' });
  });

  it.each(['kCreator', 'kAdmin', 'kSuperAdmin'] as const)('is pointless for a %s', async (role) => {
    const { token } = await gyan.signedIn({ role });
    expect((await requestRole(token)).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  it('is decided once, also when two admins press at once', async () => {
    const { userId, token } = await gyan.signedIn();
    await requestRole(token);
    const answers = await Promise.all([decide(userId, true), decide(userId, false), decide(userId, true)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect(await emailsTo(userId)).toHaveLength(1);
  });

  it('is listed page by page, oldest first, without whoever is leaving', async () => {
    const { userId, token } = await gyan.signedIn();
    await requestRole(token);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${userId}`);
    const whole = (await waiting()).map((request) => request.userModel.userId);
    expect(whole).not.toContain(userId);
    const received: number[] = [];
    let cursor = '';
    do {
      const page: AnswerOf<'GET /r/creator_requests'> = (
        await gyan.request(`/r/creator_requests?limit=2${cursor && `&cursor=${cursor}`}`, {
          token: admin.token,
        })
      ).body;
      received.push(...page.creatorRequestModelVec.map((request) => request.userModel.userId));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(received).toEqual(whole);
  });
});
