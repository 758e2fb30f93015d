import type { Call, CallKey } from '@gyan/contract/call.ts';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import { mostTokens } from '@gyan/contract/limits.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#lib/tokens.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { untilLocked } from '#test/locks.ts';

let gyan: TestApp;
let me: { userId: number; token: string };
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());
beforeEach(async () => {
  me = await gyan.signedIn({ role: 'kCreator', password: 'a good long secret' });
});

const create = (body: object, token = me.token, headers = {}) =>
  gyan.request('/r/tokens', { method: 'POST', token, body, headers });

async function newToken(scope: 'read' | 'write', session = me.token) {
  const { status, text, body } = await create({ name: 'My script', scope }, session);
  expect(status, text).toBe(200);
  return calls['POST /r/tokens'].answer.parse(body);
}

const list = async () => {
  const { body } = await gyan.request('/r/tokens', { token: me.token });
  return calls['GET /r/tokens'].answer.parse(body).tokenModelVec;
};
const remove = (tokenId: number, token = me.token) =>
  gyan.request(`/r/token?tokenId=${tokenId}`, { method: 'DELETE', token });
const statusOf = async (token: string) => (await gyan.request('/r/user', { token })).status;
const like = (postId: number, token: string, headers = {}) =>
  gyan.request('/r/post_like', { method: 'PUT', token, headers, body: { postId, liked: true } });

describe('a person creates an API token', () => {
  it('sees it once, and later only its name, scope and use, newest first', async () => {
    const first = await newToken('read');
    const { token, tokenModel } = await newToken('write');
    expect(token).toMatch(/^gyan_[0-9a-f]{64}$/);
    expect(tokenModel).toMatchObject({ name: 'My script', scope: 'write', lastUsedAt: null });
    const { text } = await gyan.request('/r/tokens', { token: me.token });
    expect(text).not.toContain('gyan_');
    expect(await list()).toEqual([tokenModel, first.tokenModel]);
  });

  it('of which the database has only the hash, also with an Idempotency-Key', async () => {
    const { body } = await create({ name: 'Keyed', scope: 'read' }, me.token, { 'idempotency-key': 'twice' });
    const { token }: AnswerOf<'POST /r/tokens'> = body;
    const tables = await gyan.db.query<{ found: string }>(sql`
      select answer as found from idempotency_keys where user_id = ${me.userId}
      union all select api_tokens::text from api_tokens where user_id = ${me.userId}
      union all select audit::text from audit where actor_id = ${me.userId}`);
    expect(tables.length).toBeGreaterThan(1);
    for (const { found } of tables) expect(found).not.toContain(token.slice(5));
    const rows = await gyan.db.query(sql`select from api_tokens where token_hash = ${hashToken(token)}`);
    expect(rows).toHaveLength(1);
  });

  it('after a recent sign-in or with the password', async () => {
    await gyan.db.query(
      sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${me.userId}`,
    );
    const form = { name: 'Late', scope: 'read' };
    expect((await create(form)).body).toMatchObject({ status: 403, code: 'reauth_required' });
    expect((await create({ ...form, currentPasswd: 'not this one' })).status).toBe(403);
    expect(await list()).toEqual([]);
    expect((await create({ ...form, currentPasswd: 'a good long secret' })).status).toBe(200);
  });

  it('with a name and one of two scopes', async () => {
    const wrong = [
      { name: ' ', scope: 'read' },
      { name: 'x'.repeat(81), scope: 'read' },
      { name: 'A', scope: 'all' },
      {},
    ];
    for (const body of wrong) {
      expect((await create(body)).body).toMatchObject({ status: 400, code: 'invalid_input' });
    }
    expect(await list()).toEqual([]);
  });

  it('up to a number, also at once', async () => {
    await gyan.db.query(sql`
      insert into api_tokens (user_id, token_hash, name, scope)
      select ${me.userId}, sha256((${me.userId}::text || n)::bytea), 'Token', 'read'
      from generate_series(3, ${mostTokens}) as n`);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ name: 'Last', scope: 'read' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
    expect(await list()).toHaveLength(mostTokens);
  });

  it('which the audit shows without its name', async () => {
    const { tokenModel } = await newToken('read');
    await remove(tokenModel.tokenId);
    const rows = await gyan.db.query(sql`
      select act, target_id, detail from audit where actor_id = ${me.userId} order by id`);
    expect(rows).toEqual([
      { act: 'token.created', target_id: me.userId, detail: { scope: 'read' } },
      { act: 'token.deleted', target_id: me.userId, detail: { scope: 'read' } },
    ]);
  });
});

describe('a script with an API token', () => {
  it('acts for its owner', async () => {
    const { token } = await newToken('write');
    expect((await gyan.request('/r/user', { token })).body).toMatchObject({
      userModel: { userId: me.userId },
    });
    const card = await makeCard(gyan.db);
    expect((await like(card, token)).body).toMatchObject({ likedByViewer: true });
  });

  it('reads and changes nothing with the scope read', async () => {
    const { token } = await newToken('read');
    const card = await makeCard(gyan.db);
    expect(await statusOf(token)).toBe(200);
    const head = { method: 'HEAD', headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(`${gyan.url}/api/v1/r/user`, head)).status).toBe(200);
    const refused = await like(card, token);
    expect(refused.body).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: 'This API token can only read. Please use one that can also write.',
    });
    const likes = await gyan.db.query(sql`select from card_likes where card_id = ${card}`);
    expect(likes).toEqual([]);
  });

  it('is not hindered by the cookie of the browser, and is given none', async () => {
    const { token } = await newToken('write');
    const answer = await like(await makeCard(gyan.db), token, { cookie: 'XSRF-TOKEN=abc' });
    expect(answer.status).toBe(200);
    expect((await gyan.request('/r/user', { token })).headers.get('set-cookie')).toBeNull();
  });

  it('notes its use, but not on every request', async () => {
    const { token, tokenModel } = await newToken('read');
    await statusOf(token);
    const [used] = await list();
    expect(Math.abs(Number(used?.lastUsedAt) / 1e6 - Date.now())).toBeLessThan(60_000);
    await statusOf(token);
    expect((await list())[0]?.lastUsedAt).toBe(used?.lastUsedAt);
    await gyan.db.query(sql`
      update api_tokens set last_used_at = now() - interval '11 minutes' where id = ${tokenModel.tokenId}`);
    await statusOf(token);
    expect(Number((await list())[0]?.lastUsedAt)).toBeGreaterThanOrEqual(Number(used?.lastUsedAt));
  });

  it('cannot make any call that is for sessions only, not even with the password', async () => {
    const { token } = await newToken('write');
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const adminToken = (await newToken('write', admin.token)).token;
    const only = (Object.entries(calls) as [CallKey, Call][]).filter(([, { onlySession }]) => onlySession);
    for (const [key, { who }] of only) {
      const [method = '', path = ''] = key.split(' ');
      const answer = await gyan.request(path, {
        method,
        token: who === 'admin' ? adminToken : token,
        ...(method === 'GET' ? {} : { body: { currentPasswd: 'a good long secret' } }),
      });
      expect([key, answer.body]).toMatchObject([key, { status: 403, code: 'reauth_required' }]);
    }
    expect(await statusOf(me.token)).toBe(200);
  });

  it('and so no call that asks for the password again', () => {
    const asking = (Object.entries(calls) as [CallKey, Call][]).filter(([, { errors }]) =>
      errors?.includes('reauth_required'),
    );
    expect(asking.length).toBeGreaterThan(3);
    for (const [key, { onlySession }] of asking) expect([key, onlySession]).toEqual([key, true]);
    for (const key of [
      'GET /r/tokens',
      'POST /r/tokens',
      'DELETE /r/token',
      'PUT /r/updateuserpasswd',
      'PUT /r/updateuserrole',
      'GET /r/sessions',
      'DELETE /r/session',
      'POST /r/logout',
      'DELETE /r/account',
      'GET /r/export',
      'POST /r/export',
    ] as const) {
      expect([key, calls[key]]).toMatchObject([key, { onlySession: true }]);
    }
  });
});

describe('an API token ends', () => {
  it('when it is deleted, which only its owner can do', async () => {
    const { token, tokenModel } = await newToken('write');
    const other = await gyan.signedIn();
    expect((await remove(tokenModel.tokenId, other.token)).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await remove(tokenModel.tokenId)).body).toEqual({});
    expect((await remove(tokenModel.tokenId)).status).toBe(404);
    expect(await statusOf(token)).toBe(401);
  });

  it('when its owner sets a new password', async () => {
    const { token } = await newToken('read');
    const body = { passwd: 'a new beginning' };
    await gyan.request('/r/updateuserpasswd', { method: 'PUT', token: me.token, body });
    expect([await statusOf(token), await statusOf(me.token)]).toEqual([401, 200]);
  });

  it('before it begins, if the password changes while it is created', async () => {
    const created = await gyan.db.transaction(async (tx) => {
      await tx.query(sql`select from users where id = ${me.userId} for update`);
      const answer = create({ name: 'Late', scope: 'write' });
      await untilLocked(gyan.db);
      await tx.query(sql`delete from sessions where user_id = ${me.userId}`);
      return { answer };
    });
    expect((await created.answer).status).toBe(401);
    expect(await gyan.db.query(sql`select from api_tokens where user_id = ${me.userId}`)).toEqual([]);
  });

  it('when its owner deletes the account', async () => {
    const { token } = await newToken('read');
    expect((await gyan.request('/r/account', { method: 'DELETE', token: me.token })).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await gyan.db.query(sql`select from api_tokens where user_id = ${me.userId}`)).toEqual([]);
  });

  it('and is nobody when it was never given', async () => {
    expect(await statusOf(`gyan_${'0'.repeat(64)}`)).toBe(401);
  });
});

it('the requests of a token count like those of its owner', async () => {
  const { limits } = gyan.deps.config;
  const general = { ...limits.general, user: { points: 5, seconds: 60 } };
  const limited = await startApp({ rateLimits: true, limits: { ...limits, general } });
  try {
    const { token: session } = await limited.signedIn();
    const body = { name: 'Busy', scope: 'read' };
    const created = await limited.request('/r/tokens', { method: 'POST', token: session, body });
    const { token }: AnswerOf<'POST /r/tokens'> = created.body;
    for (let i = 0; i < 4; i += 1) await limited.request('/r/user', { token });
    expect((await limited.request('/r/user', { token })).status).toBe(429);
    expect((await limited.request('/r/user', { token: session })).status).toBe(429);
  } finally {
    await limited.close();
  }
});
