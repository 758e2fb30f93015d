import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import type { Db } from '#db/pool.ts';
import { closeDeps, openDeps } from '#deps.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makePicture } from '#test/factories.ts';
import { startFaultProxy } from '../../../torture/support/fault-proxy.ts';
import { findAnswer, keyJobs, writeOnce } from './idempotency.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

let used = 0;
function newKey(): string {
  used += 1;
  return `key-${used}`;
}

interface Writing {
  token: string;
  postId: number;
  rawText: string;
  key?: string;
}

const comment = ({ token, key, postId, rawText }: Writing) =>
  gyan.request('/r/comment', {
    method: 'POST',
    token,
    body: { postId, rawText },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

async function count(table: 'comments' | 'cards' | 'keys', of: number): Promise<number> {
  const [row] = await gyan.db.query<{ count: number }>(
    table === 'comments'
      ? sql`select count(*) from comments where card_id = ${of}`
      : table === 'cards'
        ? sql`select count(*) from cards where owner_id = ${of}`
        : sql`select count(*) from idempotency_keys where user_id = ${of}`,
  );
  return row?.count ?? -1;
}

it('gives somebody who asks again the same answer, and writes once', async () => {
  const postId = await makeCard(gyan.db);
  const { token } = await gyan.signedIn();
  const writing = { token, key: newKey(), postId, rawText: 'Once.' };
  const first = await comment(writing);
  expect(first.status).toBe(200);
  const again = await comment(writing);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(again.headers.get('cache-control')).toBe('private, no-store');
  expect(await count('comments', postId)).toBe(1);

  await comment({ ...writing, key: newKey() });
  const { key: _, ...keyless } = writing;
  await comment(keyless);
  await comment(keyless);
  expect(await count('comments', postId)).toBe(4);
});

it('posts one card with its picture, however many ask at once', async () => {
  const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
  const photoBase64 = (await makePicture('#345')).toString('base64');
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      gyan.request('/r/post', {
        method: 'POST',
        token,
        form: { title: 'Tides', statusText: 'Sun and moon.', photoBase64 },
        headers: { 'idempotency-key': key },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await count('cards', userId)).toBe(1);
  const { feedItemModel } = JSON.parse(answers[0]?.text ?? '') as AnswerOf<'POST /r/post'>;
  expect((await gyan.request(`/post?postId=${feedItemModel.postModel.id}`)).status).toBe(200);
});

it('holds no connection while the picture of a card is prepared', async () => {
  const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
  const { storage, db } = gyan.deps;
  const put = storage.put.bind(storage);
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  storage.put = async (...file) => {
    reached.resolve();
    await released.promise;
    return put(...file);
  };
  const posting = gyan.request('/r/post', {
    method: 'POST',
    token,
    form: {
      title: 'Slow',
      statusText: 'Its picture takes long.',
      photoBase64: (await makePicture('#c0ffee')).toString('base64'),
    },
    headers: { 'idempotency-key': newKey() },
  });
  await reached.promise;
  const busy = db.pool.totalCount - db.pool.idleCount;
  storage.put = put;
  released.resolve();
  expect((await posting).status).toBe(200);
  expect(busy).toBe(0);
  expect(await count('cards', userId)).toBe(1);
});

it('writes and answers once for each of two requests that end in a deadlock', async () => {
  const { db } = gyan.deps;
  const cards = [await makeCard(db), await makeCard(db)] as const;
  const lock = (on: Db, id: number) => on.query(sql`select from cards where id = ${id} for update`);
  let started = 0;
  const bothStarted = Promise.withResolvers<void>();
  const write = async (first: number, second: number) => {
    const { userId } = await gyan.signedIn();
    const keyed = { userId, key: newKey(), call: 'POST /r/comment', bodyHash: Buffer.of(1) } as const;
    const answer = await writeOnce(db, keyed, (on) =>
      on.transaction(async (tx) => {
        await lock(tx, first);
        started += 1;
        if (started >= 2) bothStarted.resolve();
        await bothStarted.promise;
        await lock(tx, second);
        await tx.query(sql`insert into comments (card_id, owner_id, text) values (${first}, ${userId}, 'x')`);
        return `answer of ${userId}`;
      }),
    );
    expect(answer).toBe(`answer of ${userId}`);
    expect(await findAnswer(db, keyed)).toBe(answer);
    expect(await count('comments', first)).toBe(1);
  };
  await Promise.all([write(...cards), write(cards[1], cards[0])]);
  // An aborted request may be aborted again when its retry overtakes the other one.
  expect(started).toBeGreaterThan(2);
});

it('belongs to one person and one request', async () => {
  const postId = await makeCard(gyan.db);
  const [one, other] = [await gyan.signedIn({ role: 'kCreator' }), await gyan.signedIn()];
  const key = newKey();
  await comment({ token: one.token, key, postId, rawText: 'Mine.' });
  expect((await comment({ token: other.token, key, postId, rawText: 'Mine too.' })).status).toBe(200);
  const changed = await comment({ token: one.token, key, postId, rawText: 'Changed.' });
  expect(changed.body).toMatchObject({ status: 409, code: 'conflict' });
  const elsewhere = await gyan.request('/r/post', {
    method: 'POST',
    token: one.token,
    form: { title: 'x', statusText: 'y' },
    headers: { 'idempotency-key': key },
  });
  expect(elsewhere.body).toMatchObject({ status: 409, code: 'conflict' });
  expect(await count('comments', postId)).toBe(2);
  expect(await count('cards', one.userId)).toBe(0);
});

it('remembers nothing of what did not happen', async () => {
  const { userId, token } = await gyan.signedIn();
  const key = newKey();
  expect((await comment({ token, key, postId: 999_999_999, rawText: 'Nowhere.' })).status).toBe(404);
  expect((await comment({ token, key, postId: 1, rawText: '' })).status).toBe(400);
  expect(await count('keys', userId)).toBe(0);
  const postId = await makeCard(gyan.db);
  expect((await comment({ token, key, postId, rawText: 'Here.' })).status).toBe(200);
});

it.each(['', 'a b', 'ü', 'x'.repeat(256), '\u0001'])('refuses %j as a key', async (key) => {
  const { token } = await gyan.signedIn();
  // Node and fetch refuse some of these before the server can.
  const { status, body } = await gyan.app
    .inject({
      method: 'POST',
      url: '/api/v1/r/comment',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { postId: 1, rawText: 'x' },
    })
    .then((answer) => ({ status: answer.statusCode, body: answer.json<object>() }));
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

it('has no meaning for what is not created', async () => {
  const postId = await makeCard(gyan.db);
  const { userId, token } = await gyan.signedIn();
  const headers = { 'idempotency-key': newKey() };
  await gyan.request(`/r/post?postId=${postId}`, { token, headers });
  for (const liked of [true, false]) {
    const { body } = await gyan.request('/r/post_like', {
      method: 'PUT',
      token,
      body: { postId, liked },
      headers,
    });
    expect(body).toMatchObject({ likedByViewer: liked });
  }
  expect(await count('keys', userId)).toBe(0);
});

it('gives the same answer in another process, and after the first one is gone', async () => {
  const postId = await makeCard(gyan.db);
  const { token } = await gyan.signedIn();
  const key = newKey();
  const first = await comment({ token, key, postId, rawText: 'Before the crash.' });
  const deps = await openDeps(gyan.deps.config, gyan.deps.databaseUrl);
  const restarted = await buildApp(deps, { pages: false });
  const again = await restarted.inject({
    method: 'POST',
    url: '/api/v1/r/comment',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { postId, rawText: 'Before the crash.' },
  });
  await restarted.close();
  await closeDeps(deps);
  expect(again.body).toBe(first.text);
  expect(await count('comments', postId)).toBe(1);
});

it('starts anew when the database lost the first try, whenever that was', async () => {
  const postId = await makeCard(gyan.db);
  const { userId, token } = await gyan.signedIn();
  // Slow enough to be interrupted: once after the comment is written, once after the answer is written too.
  for (const table of ['comments', 'idempotency_keys'] as const) {
    const writing = { token, key: newKey(), postId, rawText: `Lost in ${table}.` };
    await slowDown(table);
    const before = await count('comments', postId);
    const lost = comment(writing);
    await cutOff();
    expect((await lost).status).toBe(503);
    await speedUp(table);
    expect(await count('comments', postId)).toBe(before);
    const first = await comment(writing);
    expect(first.status).toBe(200);
    expect((await comment(writing)).text).toBe(first.text);
    expect(await count('comments', postId)).toBe(before + 1);
  }
  expect(await count('keys', userId)).toBe(2);
});

it('gives the answer that was lost on its way, when the database had committed and could not say so', async () => {
  const postId = await makeCard(gyan.db);
  const { token } = await gyan.signedIn();
  const url = new URL(gyan.deps.databaseUrl);
  const way = await startFaultProxy({ port: Number(url.port) });
  url.port = String(way.port);
  const deps = await openDeps(gyan.deps.config, url.href);
  const behind = await buildApp(deps, { pages: false });
  const write = async () => {
    const answer = await behind.inject({
      method: 'POST',
      url: '/api/v1/r/comment',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'lost-news' },
      payload: { postId, rawText: 'Written, and nobody knows.' },
    });
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.body };
  };
  await way.set({ kind: 'commit', ofSingles: 0 });
  const lost = await write();
  await way.set({ kind: 'none' });
  const written = await count('comments', postId);
  const [first, again] = [await write(), await write()];
  await behind.close();
  await closeDeps(deps);
  await way.stop();
  expect(lost).toMatchObject({ status: 503, retryAfter: '2' });
  expect(written).toBe(1);
  expect(first.status).toBe(200);
  expect(JSON.parse(first.body)).toMatchObject({ commentModel: { text: 'Written, and nobody knows.' } });
  expect(again.body).toBe(first.body);
  expect(await count('comments', postId)).toBe(1);
});

async function slowDown(table: 'comments' | 'idempotency_keys'): Promise<void> {
  await gyan.db.query(sql`
    create or replace function dawdle() returns trigger language plpgsql as
    'begin perform pg_sleep(5); return new; end'`);
  await gyan.db.query(
    table === 'comments'
      ? sql`create trigger dawdle after insert on comments for each row execute function dawdle()`
      : sql`create trigger dawdle after update on idempotency_keys for each row execute function dawdle()`,
  );
}

async function speedUp(table: 'comments' | 'idempotency_keys'): Promise<void> {
  await gyan.db.query(
    table === 'comments'
      ? sql`drop trigger dawdle on comments`
      : sql`drop trigger dawdle on idempotency_keys`,
  );
}

/** Terminates the connection that sleeps. */
async function cutOff(): Promise<void> {
  for (;;) {
    const ended = await gyan.db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`);
    if (ended.length > 0) return;
    await sleep(10);
  }
}

it('is kept for a day', async () => {
  const postId = await makeCard(gyan.db);
  const { userId, token } = await gyan.signedIn();
  await comment({ token, key: 'old', postId, rawText: 'x' });
  await comment({ token, key: 'young', postId, rawText: 'y' });
  await gyan.db.query(
    sql`update idempotency_keys set created_at = now() - interval '25 hours' where user_id = ${userId} and key = 'old'`,
  );
  await keyJobs['keys.tidy']({}, { db: gyan.db });
  expect(await count('keys', userId)).toBe(1);
});
