import type { Call, CallKey } from '@gyan/contract/call.ts';
import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { editCard } from '#test/cards.ts';
import { emailsTo } from '#test/emails.ts';
import { makeCard, storePhoto } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import {
  act,
  acted,
  caseOf,
  established,
  type Person,
  reasons,
  report,
  statementsOf,
} from '#test/moderation.ts';
import { flagSimilarPhotos } from './jobs.ts';

let gyan: TestApp;
let people: Record<'owner' | 'reader' | 'admin' | 'otherAdmin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator', email: 'owner@example.org' }),
    reader: await established(gyan),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
    otherAdmin: await gyan.signedIn({ role: 'kAdmin' }),
  };
});
afterAll(() => gyan.close());

const ownCard = (title?: string) =>
  makeCard(gyan.db, { ownerId: people.owner.userId, ...(title ? { title } : {}) });
const hide = (postId: number) =>
  acted(gyan, people.admin, { kind: 'post', id: postId, act: 'hide', ...reasons });
const restore = (postId: number) => acted(gyan, people.admin, { kind: 'post', id: postId, act: 'restore' });
const ask = (path: string, person?: Person) => gyan.request(path, { token: person?.token });
/** Without scores: cards made by the factory have one of their own. */
const broken = async () =>
  (await brokenInvariants(gyan.db)).filter((line) => !line.startsWith('a score follows its counts'));
/** Read with a session, because public answers are cached until the change is known. */
const statusOf = async (postId: number) => (await ask(`/r/post?postId=${postId}`, people.reader)).status;

describe('reports', () => {
  it('on one object make one case, which admins find and the reporter follows', async () => {
    const card = await ownCard('Leaves');
    const other = await gyan.signedIn();
    await report(gyan, people.reader, 'post', card, 'wrong');
    await report(gyan, other, 'post', card, 'illegal');
    const queue = calls['GET /r/cases'].answer.parse(
      (await ask('/r/cases?state=open', people.admin)).body,
    ).caseModelVec;
    const first = queue.find(({ id }) => id === card);
    expect(first).toMatchObject({ kind: 'post', title: 'Leaves', reportCount: 2, state: 'open' });
    const { reportModelVec, object } = await caseOf(gyan, people.admin, first?.caseId ?? 0);
    expect(reportModelVec.map(({ reason }) => reason)).toEqual(['illegal', 'wrong']);
    expect(object).toMatchObject({ kind: 'post', id: card, title: 'Leaves' });

    await acted(gyan, people.admin, { caseId: first?.caseId, act: 'dismiss' });
    const mine = calls['GET /r/my_reports'].answer.parse((await ask('/r/my_reports', people.reader)).body);
    expect(mine.reportModelVec[0]).toMatchObject({ state: 'closed', outcome: 'dismiss' });
    const notices = (await ask('/r/notices?kind=moderation', people.reader))
      .body as AnswerOf<'GET /r/notices'>;
    expect(notices.noticeModelVec[0]?.text).toMatch(/found no breach/);
    // A report after that opens the case again.
    await report(gyan, people.reader, 'post', card);
    const again = await caseOf(gyan, people.admin, first?.caseId ?? 0);
    expect(again.caseModel).toMatchObject({ state: 'open', reportCount: 2 });
  });

  it('come from visitors too, who are told by e-mail', async () => {
    const id = await ownCard();
    const body = { kind: 'post', id, reason: 'copyright', emailId: 'painter@example.org' };
    expect((await gyan.request('/report', { method: 'POST', body })).status).toBe(200);
    await hide(id);
    const [email] = await emailsTo(gyan.db, 'painter@example.org');
    expect(email?.text).toMatch(/acted on it/);
  });

  it('say nothing about what the reporter cannot open', async () => {
    const draft = await makeCard(gyan.db, { ownerId: people.owner.userId, visibility: 'draft' });
    const answer = await gyan.request('/r/report', {
      method: 'POST',
      token: people.reader.token,
      body: { kind: 'post', id: draft, reason: 'spam' },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a claim', () => {
  it('keeps other admins from acting, until it is released or ends', async () => {
    const card = await ownCard();
    await report(gyan, people.reader, 'post', card);
    const [row] = await gyan.db.query<{ id: number }>(
      sql`select id from cases where thing_id = ${card} and kind = 'card'`,
    );
    const caseId = row?.id ?? 0;
    const claim = (by: Person, claimed: boolean) =>
      gyan.request('/r/case_claim', { method: 'PUT', token: by.token, body: { caseId, claimed } });
    expect((await claim(people.admin, true)).status).toBe(200);
    expect((await claim(people.otherAdmin, true)).status).toBe(409);
    expect((await act(gyan, people.otherAdmin, { caseId, act: 'dismiss' })).status).toBe(409);
    await gyan.db.query(
      sql`update cases set claimed_until = now() - interval '1 second' where id = ${caseId}`,
    );
    expect((await act(gyan, people.otherAdmin, { caseId, act: 'dismiss' })).status).toBe(200);
  });
});

describe('a hidden card', () => {
  it('is not published by an edit of its owner', async () => {
    const card = await ownCard();
    await hide(card);
    const edited = await editCard(gyan, people.owner.token, {
      postId: card,
      title: 'Better',
      visibility: 'public',
    });
    expect(edited.status, edited.text).toBe(200);
    expect(await statusOf(card)).toBe(404);
    const draft = await editCard(gyan, people.owner.token, { postId: card, visibility: 'draft' });
    expect(draft.status).toBe(400);
    await restore(card);
    expect((await ask(`/r/post?postId=${card}`, people.reader)).text).toContain('Better');
  });

  it('tells its owner by a notice and an e-mail, with the reasons', async () => {
    const card = await ownCard('Told');
    await hide(card);
    const [statement] = await statementsOf(gyan, people.owner);
    expect(statement).toMatchObject({
      act: 'hide',
      rule: 'spam',
      text: 'Too many links.',
      automated: false,
      object: { kind: 'post', id: card, title: 'Told' },
      appealModel: null,
    });
    const email = (await emailsTo(gyan.db, 'owner@example.org')).at(-1);
    expect(email?.text).toMatch(/Too many links\./);
    const { noticeModelVec } = (await ask('/r/notices?kind=moderation', people.owner))
      .body as AnswerOf<'GET /r/notices'>;
    expect(noticeModelVec[0]).toMatchObject({
      text: '“Told” was hidden',
      href: `/statements#act-${statement?.actId}`,
    });
  });
});

it('a hidden comment is gone for others and not counted, until it is restored', async () => {
  const card = await ownCard();
  const { token } = people.reader;
  const written = await gyan.request('/r/comment', {
    method: 'POST',
    token,
    body: { postId: card, rawText: 'zqhiddenwords' },
  });
  const { commentModel } = written.body as AnswerOf<'POST /r/comment'>;
  const target = { kind: 'comment', id: commentModel.id };
  await acted(gyan, people.admin, { ...target, act: 'hide', ...reasons });
  expect((await ask(`/comments?postId=${card}`)).text).not.toContain('zqhiddenwords');
  const seen = (await ask(`/r/post?postId=${card}`, people.owner)).body;
  expect(seen).toMatchObject({ postModel: { commentCount: 0 } });
  expect((await ask(`/r/comments?postId=${card}`, people.owner)).text).not.toContain('zqhiddenwords');
  const own = (await ask(`/r/comments?postId=${card}`, people.reader)).body as AnswerOf<'GET /r/comments'>;
  expect(own.commentModelVec[0]?.moderation).toMatchObject({ state: 'hidden', rule: 'spam' });
  expect(await broken()).toEqual([]);
  await acted(gyan, people.admin, { ...target, act: 'restore' });
  expect((await ask(`/r/post?postId=${card}`, people.owner)).text).toContain('zqhiddenwords');
  expect(await broken()).toEqual([]);
});

describe('a suspended person', () => {
  it('reads the statement, appeals, exports, deletes and signs out, and nothing else', async () => {
    const person = await gyan.signedIn({ role: 'kCreator' });
    await acted(gyan, people.admin, { kind: 'user', id: person.userId, act: 'suspend', ...reasons });
    const open: string[] = [];
    for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
      if (call.who === 'anyone' || key === 'POST /r/logout' || key === 'DELETE /r/account') continue;
      const [method = '', path = ''] = key.split(' ');
      const answer = await gyan.request(path, {
        method,
        token: person.token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      const { code } = answer.body as { code?: string };
      if (answer.status !== 403 || code !== 'suspended') open.push(key);
    }
    expect(open.toSorted()).toEqual([
      'GET /r/export',
      'GET /r/my_statements',
      'POST /r/appeal',
      'POST /r/export',
    ]);
    const allowed = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.whileSuspended);
    expect(allowed.map(([key]) => key).toSorted()).toEqual(
      [...open, 'DELETE /r/account', 'POST /r/logout'].toSorted(),
    );
    await acted(gyan, people.admin, { kind: 'user', id: person.userId, act: 'lift' });
    expect((await ask('/r/user', person)).status).toBe(200);
  });

  it('is free again when the time is over, which must lie ahead', async () => {
    const person = await gyan.signedIn();
    const suspend = (until: number) =>
      act(gyan, people.admin, { kind: 'user', id: person.userId, act: 'suspend', until, ...reasons });
    expect((await suspend(Date.now() - 1000)).status).toBe(400);
    expect((await suspend(Date.now() + 3_600_000)).status).toBe(200);
    expect((await ask('/r/user', person)).status).toBe(403);
    await gyan.db.query(
      sql`update users set suspended_until = now() - interval '1 s' where id = ${person.userId}`,
    );
    expect((await ask('/r/user', person)).status).toBe(200);
  });
});

describe('an appeal', () => {
  const appeal = (person: Person, actId: number) =>
    gyan.request('/r/appeal', {
      method: 'POST',
      token: person.token,
      body: { actId, text: 'It was one link.' },
    });
  const decide = (admin: Person, appealId: number, upheld: boolean) =>
    gyan.request('/r/appeal', {
      method: 'PUT',
      token: admin.token,
      body: { appealId, upheld, text: 'We looked again.' },
    });

  it('is made once, decided once and by another admin, and undoes the act', async () => {
    const card = await ownCard();
    const { caseId } = await hide(card);
    const [statement] = await statementsOf(gyan, people.owner);
    const actId = statement?.actId ?? 0;
    expect((await appeal(people.reader, actId)).status).toBe(404);
    const made = await appeal(people.owner, actId);
    const { appealModel } = made.body as AnswerOf<'POST /r/appeal'>;
    expect(appealModel).toMatchObject({ actId, state: 'open' });
    expect((await appeal(people.owner, actId)).status).toBe(409);
    expect((await caseOf(gyan, people.admin, caseId)).caseModel.state).toBe('appealed');

    expect((await decide(people.admin, appealModel.appealId, true)).status).toBe(403);
    const decided = await decide(people.otherAdmin, appealModel.appealId, true);
    expect(decided.body).toMatchObject({ appealModel: { state: 'upheld', answer: 'We looked again.' } });
    expect((await decide(people.otherAdmin, appealModel.appealId, false)).status).toBe(409);
    expect(await statusOf(card)).toBe(200);
    expect((await caseOf(gyan, people.admin, caseId)).caseModel.state).toBe('closed');
  });

  it('that is declined changes nothing', async () => {
    const card = await ownCard();
    await hide(card);
    const [statement] = await statementsOf(gyan, people.owner);
    const made = (await appeal(people.owner, statement?.actId ?? 0)).body as AnswerOf<'POST /r/appeal'>;
    expect((await decide(people.otherAdmin, made.appealModel.appealId, false)).status).toBe(200);
    expect(await statusOf(card)).toBe(404);
    const [after] = await statementsOf(gyan, people.owner);
    expect(after?.appealModel).toMatchObject({ state: 'declined' });
  });
});

it('nobody changes, deletes or empties the log of acts', async () => {
  await hide(await ownCard());
  for (const statement of [
    sql`update moderation_acts set act = 'dismiss'`,
    sql`update moderation_acts set text = 'Nothing happened.'`,
    sql`update moderation_acts set admin_id = ${people.otherAdmin.userId}`,
    sql`update moderation_acts set owner_id = null, until = now()`,
    sql`delete from moderation_acts`,
    sql`truncate moderation_acts cascade`,
  ]) {
    await expect(gyan.db.query(statement)).rejects.toThrow(/keeps what was written|permission denied/);
  }
});

describe('a new account', () => {
  it('has its card hidden by three established members, until an admin dismisses the reports', async () => {
    const card = await ownCard();
    for (const person of [await gyan.signedIn(), await established(gyan), await established(gyan)]) {
      await report(gyan, person, 'post', card);
    }
    // The first of them is new too.
    expect(await statusOf(card)).toBe(200);
    await report(gyan, await established(gyan), 'post', card);
    expect(await statusOf(card)).toBe(404);
    const [statement] = await statementsOf(gyan, people.owner);
    expect(statement).toMatchObject({ act: 'hide', automated: true, rule: 'spam' });
    await acted(gyan, people.admin, { kind: 'post', id: card, act: 'dismiss' });
    expect(await statusOf(card)).toBe(200);
  });

  it('writes three comments a day without links, sends five requests and invites nobody', async () => {
    const limited = await startApp({ newAccountLimits: true });
    try {
      const { token } = await limited.signedIn();
      const card = await makeCard(limited.db);
      const send = async (path: string, body: object, method = 'POST') => {
        const { status, body: answer } = await limited.request(path, { method, token, body });
        return [status, (answer as { code?: string }).code];
      };
      const comment = (rawText: string) => send('/r/comment', { postId: card, rawText });
      expect(await comment('Look at https://example.org')).toEqual([400, 'new_account_link']);
      const all = await Promise.all(Array.from({ length: 6 }, (_, index) => comment(`Words ${index}`)));
      expect(all.filter(([status]) => status === 200)).toHaveLength(3);
      expect(all.filter(([, code]) => code === 'new_account_limit')).toHaveLength(3);
      for (let sent = 0; sent < 5; sent += 1) {
        const { userId } = await limited.signedIn();
        expect((await send('/r/connreq', { receivingUserId: userId }))[0]).toBe(200);
      }
      const last = await limited.signedIn();
      expect(await send('/r/connreq', { receivingUserId: last.userId })).toEqual([429, 'new_account_limit']);
      expect(await send('/r/invite', { emailId: 'friend@example.org' })).toEqual([403, 'new_account_invite']);

      const [row] = await limited.db.query<{ id: number }>(
        sql`select id from connection_requests order by id limit 1`,
      );
      const [receiver] = await limited.db.query<{ id: number }>(
        sql`select receiver_id as id from connection_requests where id = ${row?.id}`,
      );
      await limited.db.query(sql`
        insert into connections (user_id, other_id)
        select sender_id, receiver_id from connection_requests where id = ${row?.id}
        union all select receiver_id, sender_id from connection_requests where id = ${row?.id}`);
      expect(receiver).toBeDefined();
      expect((await comment('Now I know somebody: https://example.org'))[0]).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

it('a picture like a hidden one opens a case', async () => {
  const drawing = (shift: number, format: 'png' | 'jpeg') =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
        <rect width="320" height="240" fill="#fff"/><circle cx="${90 + shift}" cy="80" r="60" fill="#234"/>
        <rect x="180" y="${120 + shift}" width="110" height="90" fill="#a52"/></svg>`),
    )
      .toFormat(format)
      .toBuffer();
  const deps = { db: gyan.db, storage: gyan.deps.storage };
  const first = await storePhoto(deps, await drawing(0, 'png'));
  const hiddenCard = await makeCard(gyan.db, { ownerId: people.owner.userId, photoId: first.id });
  await hide(hiddenCard);
  await flagSimilarPhotos(gyan.deps.db);

  const alike = await storePhoto(deps, await drawing(1, 'jpeg'));
  const card = await makeCard(gyan.db, { photoId: alike.id });
  await flagSimilarPhotos(gyan.deps.db);
  const { caseModelVec } = calls['GET /r/cases'].answer.parse(
    (await ask('/r/cases?state=open&limit=200', people.admin)).body,
  );
  expect(caseModelVec.filter(({ id, kind }) => kind === 'post' && id === card)).toHaveLength(1);
  expect(await statusOf(card)).toBe(200);
});
