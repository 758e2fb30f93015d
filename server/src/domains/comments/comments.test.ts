import type { AnswerOf } from '@gyan/contract/calls.ts';
import { calls } from '@gyan/contract/calls.ts';
import { CommentModel } from '@gyan/contract/comments.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

type Person = { userId: number; token: string };
type Written = AnswerOf<'POST /r/comment'>;

const comment = (token: string, postId: number, rawText: unknown) =>
  gyan.request('/r/comment', { method: 'POST', token, body: { postId, rawText } });
const edit = (token: string, commentId: number, rawText: string) =>
  gyan.request('/r/comment', { method: 'PUT', token, body: { commentId, rawText } });
const remove = (token: string, commentId: number) =>
  gyan.request(`/r/comment?commentId=${commentId}`, { method: 'DELETE', token });

async function commented(person: Person, postId: number, text = 'Well said.') {
  const answer = await comment(person.token, postId, text);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as Written).commentModel;
}

describe('a comment', () => {
  it('is written by any member, and answered with itself and the count', async () => {
    const card = await makeCard(gyan.db);
    const { userId, token } = await gyan.signedIn({ firstName: 'Asha', lastName: 'Verma' });
    const answer = await comment(token, card, '  I have seen it.\n\nTwice. ');
    const { commentModel, commentCount } = calls['POST /r/comment'].answer.parse(answer.body);
    expect(commentCount).toBe(1);
    expect(commentModel).toMatchObject({
      postId: card,
      text: 'I have seen it.\n\nTwice.',
      ownerModel: { userId, firstName: 'Asha', lastName: 'Verma' },
      can: { edit: true, delete: true },
    });
    expect(commentModel.editedAt).toBeUndefined();
    expect(Math.abs(commentModel.createdAt / 1e6 - Date.now())).toBeLessThan(60_000);
  });

  it('makes its card rise in the trends, in the same moment', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    await commented(person, card);
    const [row] = await gyan.db.query(
      sql`select score = trending_score(0, 1, false, created_at) as risen from cards where id = ${card}`,
    );
    expect(row).toEqual({ risen: true });
  });

  it('can be written below a locked card', async () => {
    const card = await makeCard(gyan.db);
    await gyan.db.query(sql`update cards set locked = true where id = ${card}`);
    const { token } = await gyan.signedIn();
    expect((await comment(token, card, 'Still open for words')).status).toBe(200);
  });

  it('needs something to say, and not too much of it', async () => {
    const card = await makeCard(gyan.db);
    const { token } = await gyan.signedIn();
    for (const nothing of ['', '  \n ', '\u200B\u2060', null, undefined]) {
      expect((await comment(token, card, nothing)).body).toMatchObject({
        status: 400,
        fields: [{ field: 'rawText', message: 'Comment needs to be specified' }],
      });
    }
    for (const wrong of [5, ['x'], 'a\0b', '\uD800']) {
      expect((await comment(token, card, wrong)).status).toBe(400);
    }
    expect((await comment(token, card, '😀'.repeat(4000))).status).toBe(200);
    expect((await comment(token, card, '😀'.repeat(4001))).body).toMatchObject({
      detail: 'Comment can have at most 4000 characters',
    });
  });

  it('keeps markup as the text it is', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const text = `<script>alert('x')</script> <b>&amp; "bold"</b> \\u0000 {{7*7}}`;
    expect((await commented(person, card, text)).text).toBe(text);
    const list: AnswerOf<'GET /comments'> = (await gyan.request(`/comments?postId=${card}`)).body;
    expect(list.commentModelVec[0]?.text).toBe(text);
  });

  it('cannot be written below what is not there', async () => {
    const { token } = await gyan.signedIn();
    expect((await comment(token, 999_999_999, 'Hello?')).status).toBe(404);
    const owner = await gyan.signedIn();
    const card = await makeCard(gyan.db, { ownerId: owner.userId });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${owner.userId}`);
    expect((await comment(token, card, 'Hello?')).body).toMatchObject({
      code: 'not_found',
      detail: 'This card is not here, or not any more.',
    });
    for (const path of [`/comments?postId=${card}`, '/comments?postId=999999999']) {
      expect((await gyan.request(path)).status).toBe(404);
    }
  });

  it('takes one statement beside the session lookup', async () => {
    const card = await makeCard(gyan.db);
    const { token } = await gyan.signedIn();
    expect(await countStatements(() => comment(token, card, 'Two trips'))).toBe(2);
  });
});

describe('who may change a comment', () => {
  let card: number;
  let people: Record<'author' | 'cardOwner' | 'stranger' | 'creator' | 'admin' | 'superAdmin', Person>;
  beforeAll(async () => {
    people = {
      author: await gyan.signedIn(),
      cardOwner: await gyan.signedIn({ role: 'kCreator' }),
      stranger: await gyan.signedIn(),
      creator: await gyan.signedIn({ role: 'kCreator' }),
      admin: await gyan.signedIn({ role: 'kAdmin' }),
      superAdmin: await gyan.signedIn({ role: 'kSuperAdmin' }),
    };
    card = await makeCard(gyan.db, { ownerId: people.cardOwner.userId });
  });

  it.each([
    ['author', 200, 200],
    ['cardOwner', 403, 200],
    ['stranger', 403, 403],
    ['creator', 403, 403],
    ['admin', 403, 200],
    ['superAdmin', 403, 200],
  ] as const)('%s: edit %i, delete %i, and the list says so', async (who, editStatus, deleteStatus) => {
    const { id } = await commented(people.author, card, 'As first written');
    const { token } = people[who];
    const list: AnswerOf<'GET /r/comments'> = (
      await gyan.request(`/r/comments?postId=${card}&limit=1`, { token })
    ).body;
    expect(list.commentModelVec[0]?.can).toEqual({
      edit: editStatus === 200,
      delete: deleteStatus === 200,
    });
    expect((await edit(token, id, 'Now different')).status).toBe(editStatus);
    expect((await remove(token, id)).status).toBe(deleteStatus);
    const left = await gyan.db.query(sql`select from comments where id = ${id}`);
    expect(left).toHaveLength(deleteStatus === 200 ? 0 : 1);
  });

  it('writes down what admins delete of others, and nothing else', async () => {
    const before = await gyan.db.query(sql`select from audit`);
    const [mine, theirs] = [
      await commented(people.admin, card),
      await commented(people.author, card, 'Something rude'),
    ];
    await remove(people.admin.token, mine.id);
    await remove(people.cardOwner.token, (await commented(people.author, card)).id);
    await remove(people.admin.token, theirs.id);
    const auditRows = await gyan.db.query(sql`
      select actor_id, act, target_kind, target_id, detail from audit order by id desc limit 1`);
    expect(auditRows).toEqual([
      {
        actor_id: people.admin.userId,
        act: 'comment.delete',
        target_kind: 'card',
        target_id: card,
        detail: { commentId: theirs.id },
      },
    ]);
    expect(await gyan.db.query(sql`select from audit`)).toHaveLength(before.length + 1);
  });
});

describe('changing a comment', () => {
  it('says when it was edited, and only when it became different', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const { id } = await commented(person, card, 'Teh answer');
    const same = CommentModel.parse(
      ((await edit(person.token, id, 'Teh answer')).body as Written).commentModel,
    );
    expect(same.editedAt).toBeUndefined();
    const changed = CommentModel.parse(
      ((await edit(person.token, id, 'The answer')).body as Written).commentModel,
    );
    expect(changed).toMatchObject({ id, text: 'The answer', can: { edit: true } });
    expect(changed.editedAt).toBeGreaterThanOrEqual(changed.createdAt);
  });

  it('is not possible for one that is gone', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const { id } = await commented(person, card);
    expect((await remove(person.token, id)).body).toEqual({ commentCount: 0 });
    for (const answer of [await edit(person.token, id, 'Late'), await remove(person.token, id)]) {
      expect(answer.body).toMatchObject({
        code: 'not_found',
        detail: 'This comment is not here, or not any more.',
      });
    }
  });

  it('counts right when everybody writes and deletes at once, and twice', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const card = await makeCard(gyan.db, { ownerId: owner.userId });
    const people = await Promise.all(Array.from({ length: 15 }, () => gyan.signedIn()));
    await Promise.all(
      people.map(async (person, n) => {
        const { id } = await commented(person, card);
        if (n % 3 === 0) return;
        const deletions = await Promise.all([remove(person.token, id), remove(owner.token, id)]);
        expect(deletions.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      }),
    );
    const [row] = await gyan.db.query(sql`select comment_count from cards where id = ${card}`);
    expect(row).toEqual({ comment_count: 5 });
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('neither counts nor hangs when the card goes away meanwhile', async () => {
    const person = await gyan.signedIn();
    for (let i = 0; i < 5; i += 1) {
      const owner = await gyan.signedIn({ role: 'kCreator' });
      const card = await makeCard(gyan.db, { ownerId: owner.userId });
      const old = await Promise.all(Array.from({ length: 4 }, () => commented(person, card)));
      const [deleted, ...others] = await Promise.all([
        gyan.request(`/r/post?postId=${card}`, { method: 'DELETE', token: owner.token }),
        ...old.map(({ id }, n) => (n % 2 ? remove(person.token, id) : edit(person.token, id, 'Changed'))),
        ...Array.from({ length: 4 }, () => comment(person.token, card, 'Just in time?')),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status } of others) expect([200, 404]).toContain(status);
      expect(await gyan.db.query(sql`select from comments where card_id = ${card}`)).toEqual([]);
    }
  });
});

describe('the comments below a card', () => {
  it('come newest first, page by page, nothing twice and nothing left out while new ones arrive', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const written: number[] = [];
    for (let i = 0; i < 25; i += 1) written.unshift((await commented(person, card, `No. ${i}`)).id);
    const received: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page: AnswerOf<'GET /comments'> = (
        await gyan.request(`/comments?postId=${card}&limit=7${cursor ? `&cursor=${cursor}` : ''}`)
      ).body;
      received.push(...page.commentModelVec.map(({ id }) => id));
      cursor = page.nextCursor;
      await commented(person, card, 'One more');
    } while (cursor);
    expect(received).toEqual(written);
  });

  it('go on where the card’s own page ends', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const written: number[] = [];
    for (let i = 0; i < 23; i += 1) written.unshift((await commented(person, card)).id);
    for (const path of ['', '/r']) {
      const detail: AnswerOf<'GET /post'> = (
        await gyan.request(`${path}/post?postId=${card}`, { token: person.token })
      ).body;
      expect(detail.commentModelVec.map(({ id }) => id)).toEqual(written.slice(0, 20));
      expect(detail.postModel.commentCount).toBe(23);
      const rest: AnswerOf<'GET /comments'> = (
        await gyan.request(`${path}/comments?postId=${card}&cursor=${detail.commentCursor}`, {
          token: person.token,
        })
      ).body;
      expect(rest.commentModelVec.map(({ id }) => id)).toEqual(written.slice(20));
      expect(rest.nextCursor).toBeUndefined();
    }
  });

  it('tell visitors nothing about what they may do', async () => {
    const card = await makeCard(gyan.db);
    await commented(await gyan.signedIn(), card);
    const answer = await gyan.request(`/comments?postId=${card}`);
    const list = calls['GET /comments'].answer.parse(answer.body);
    expect(list.commentModelVec[0]).not.toHaveProperty('can');
    expect(answer.headers.get('etag')).toBeTruthy();
  });

  it('hide those of somebody who leaves', async () => {
    const card = await makeCard(gyan.db);
    const [deletedUser, stayer] = [await gyan.signedIn(), await gyan.signedIn()];
    const deletedComment = await commented(deletedUser, card, 'Goodbye');
    await commented(stayer, card, 'Hello');
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser.userId}`);
    const list: AnswerOf<'GET /r/comments'> = (
      await gyan.request(`/r/comments?postId=${card}`, { token: stayer.token })
    ).body;
    expect(list.commentModelVec.map(({ text }) => text)).toEqual(['Hello']);
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    expect((await remove(admin.token, deletedComment.id)).status).toBe(404);
  });

  it('refuse a cursor nobody gave out', async () => {
    const card = await makeCard(gyan.db);
    for (const cursor of ['x', 'MSwy', 'LTFlOTk5']) {
      expect((await gyan.request(`/comments?postId=${card}&cursor=${cursor}`)).body).toMatchObject({
        code: 'invalid_cursor',
      });
    }
  });

  it('are gone from the public page at once when somebody takes them back', async () => {
    const card = await makeCard(gyan.db);
    const person = await gyan.signedIn();
    const { id } = await commented(person, card, 'I did not mean it');
    expect((await gyan.request(`/post?postId=${card}`)).text).toContain('I did not mean it');
    await remove(person.token, id);
    await expect
      .poll(async () => (await gyan.request(`/post?postId=${card}`)).text, { timeout: 1_500 })
      .not.toContain('I did not mean it');
  });
});

it('is limited to ten comments a minute', async () => {
  const limited = await startApp({ rateLimits: true });
  try {
    const card = await makeCard(limited.db);
    const { token } = await limited.signedIn();
    const write = () =>
      limited.request('/r/comment', { method: 'POST', token, body: { postId: card, rawText: 'Again' } });
    for (let i = 0; i < 10; i += 1) expect((await write()).status).toBe(200);
    const refused = await write();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
