import { Problem } from '@gyan/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

describe('a request that carries our cookie', () => {
  let gyan: TestApp;
  let token: string;
  beforeAll(async () => {
    gyan = await startApp();
    ({ token } = await gyan.signedIn());
  });
  afterAll(() => gyan.close());

  const logout = (headers: Record<string, string>) =>
    gyan.request('/r/logout', { method: 'POST', token, headers });

  it('changes nothing without the same value in the header', async () => {
    const incomplete: Record<string, string>[] = [
      { cookie: 'XSRF-TOKEN=abc' },
      { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' },
      { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': '' },
    ];
    for (const headers of incomplete) {
      expect(Problem.parse((await logout(headers)).body)).toMatchObject({ status: 403, code: 'csrf' });
    }
    expect((await gyan.request('/r/user', { token })).status).toBe(200);
  });

  it('is accepted with it', async () => {
    expect((await logout({ cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' })).status).toBe(200);
  });

  it('is given the cookie with a personal answer, never with a shared one', async () => {
    const { token: fresh } = await gyan.signedIn();
    const personal = await gyan.request('/r/user', { token: fresh });
    expect(personal.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
    expect((await gyan.request('/posts')).headers.get('set-cookie')).toBeNull();
  });

  it('is given the same by all first answers of a session, and another in another session', async () => {
    const [one, other] = await Promise.all([gyan.signedIn(), gyan.signedIn()]);
    const cookieFor = async (path: string, session: string) =>
      (await gyan.request(path, { token: session })).headers.get('set-cookie');
    const first = await cookieFor('/r/user', one.token);
    expect(await cookieFor('/r/feed', one.token)).toBe(first);
    expect(await cookieFor('/r/user', other.token)).not.toBe(first);
  });
});
