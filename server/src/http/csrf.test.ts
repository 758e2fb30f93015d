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

  const cookiesOf = async (tokens: (string | undefined)[]) => {
    const answers = await Promise.all(tokens.map((each) => gyan.request('/r/user', { token: each })));
    return answers.map(({ headers }) => headers.get('set-cookie')?.split(';')[0] ?? 'none');
  };

  it('is given the same value by all answers of one session, so that parallel ones refuse no write', async () => {
    const [{ token: mine }, { token: other }] = [await gyan.signedIn(), await gyan.signedIn()];
    const [first = '', second, third] = await cookiesOf([mine, mine, other]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const value = first.slice('XSRF-TOKEN='.length);
    expect(mine).not.toContain(value);
    const headers = { cookie: second ?? '', 'x-xsrf-token': value };
    expect((await gyan.request('/r/logout', { method: 'POST', token: mine, headers })).status).toBe(200);
  });

  it('is given a random value by the answers without a session', async () => {
    const [first, second] = await cookiesOf([undefined, undefined]);
    expect(first).toMatch(/^XSRF-TOKEN=[\da-f-]{36}$/);
    expect(second).not.toBe(first);
  });
});
