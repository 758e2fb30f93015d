import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparePhoto, savePhoto } from '#domains/media/actions.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { editCard } from '#test/cards.ts';
import { emailsTo } from '#test/emails.ts';
import { makeCard, storePhoto } from '#test/factories.ts';
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

const email = 'owner@example.org';

let gyan: TestApp;
let people: Record<'owner' | 'reader' | 'admin' | 'otherAdmin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator', email }),
    reader: await established(gyan),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
    otherAdmin: await gyan.signedIn({ role: 'kAdmin' }),
  };
});
afterAll(() => gyan.close());

const cardOf = (person: Person, title = 'Leaves') => makeCard(gyan.db, { ownerId: person.userId, title });
const ask = async (path: string, { token }: Person) => (await gyan.request(path, { token })).body;
const put = (path: string, { token }: Person, body: object) =>
  gyan.request(path, { method: 'PUT', token, body });
const on = (id: number, name: string, kind = 'post') => ({
  kind,
  id,
  act: name,
  ...(['hide', 'lock', 'mark_ai', 'warn', 'suspend'].includes(name) ? reasons : {}),
});
const done = (id: number, name: string, by = people.admin) => acted(gyan, by, on(id, name));
const stateOf = async (caseId: number) => (await caseOf(gyan, people.admin, caseId)).caseModel.state;
const objectOf = async (caseId: number) => (await caseOf(gyan, people.admin, caseId)).object;
const latestEmail = async () => (await emailsTo(gyan.db, email)).at(-1)?.text;
const noticesOf = async (person: Person) =>
  ((await ask('/r/notices?kind=moderation', person)) as AnswerOf<'GET /r/notices'>).noticeModelVec;

/** Appeals against the latest act of this name. */
async function appealAgainst(name: string): Promise<number> {
  const statement = (await statementsOf(gyan, people.owner)).find((each) => each.act === name);
  const answer = await gyan.request('/r/appeal', {
    method: 'POST',
    token: people.owner.token,
    body: { actId: statement?.actId, text: 'It was one link.' },
  });
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/appeal'].answer.parse(answer.body).appealModel.appealId;
}
const decide = (appealId: number, upheld: boolean, by = people.otherAdmin) =>
  put('/r/appeal', by, { appealId, upheld, text: 'We looked again.' });

describe('an appeal that is upheld', () => {
  it('removes the AI label of a card that is hidden meanwhile, and the card stays hidden', async () => {
    const card = await cardOf(people.owner);
    await done(card, 'mark_ai');
    const appealId = await appealAgainst('mark_ai');
    const { caseId } = await done(card, 'hide');
    expect((await decide(appealId, true)).status).toBe(200);
    expect(await objectOf(caseId)).toMatchObject({ hidden: true, aiMarked: false });
  });

  it('leaves a later lock, and says so', async () => {
    const card = await cardOf(people.owner);
    await done(card, 'lock');
    const appealId = await appealAgainst('lock');
    await done(card, 'unlock');
    const { caseId } = await done(card, 'lock');
    expect((await decide(appealId, true)).status).toBe(200);
    expect(await objectOf(caseId)).toMatchObject({ locked: true });
    expect(await latestEmail()).toMatch(/a later one still holds/);
    expect((await decide(await appealAgainst('lock'), true)).status).toBe(200);
    expect(await objectOf(caseId)).toMatchObject({ locked: false });
  });

  it('lifts a suspension also after the card it was about is deleted', async () => {
    const card = await cardOf(people.owner);
    await done(card, 'suspend');
    const appealId = await appealAgainst('suspend');
    await gyan.db.query(sql`delete from cards where id = ${card}`);
    expect((await decide(appealId, true)).status).toBe(200);
    expect((await gyan.request('/r/user', { token: people.owner.token })).status).toBe(200);
  });

  it('is decided by the admin who claimed the case', async () => {
    const card = await cardOf(people.owner);
    const { caseId } = await done(card, 'hide');
    const appealId = await appealAgainst('hide');
    const third = await gyan.signedIn({ role: 'kAdmin' });
    await put('/r/case_claim', third, { caseId, claimed: true });
    expect((await decide(appealId, true)).status).toBe(409);
    expect((await caseOf(gyan, third, caseId)).caseModel.claimedBy?.userId).toBe(third.userId);
    expect((await decide(appealId, true, third)).status).toBe(200);
  });
});

describe('a case', () => {
  it('stays open after an appeal while its reports have no answer', async () => {
    const card = await cardOf(people.owner);
    const reporters = [await established(gyan), await established(gyan), await established(gyan)];
    for (const person of reporters) await report(gyan, person, 'post', card);
    const appealId = await appealAgainst('hide');
    const { caseModelVec } = calls['GET /r/cases'].answer.parse(
      await ask('/r/cases?state=appealed', people.admin),
    );
    const caseId = caseModelVec.find(({ id }) => id === card)?.caseId ?? 0;
    expect((await decide(appealId, false)).status).toBe(200);
    expect(await stateOf(caseId)).toBe('open');

    await acted(gyan, people.admin, { caseId, act: 'dismiss' });
    expect(await stateOf(caseId)).toBe('closed');
    for (const person of reporters) expect(await noticesOf(person)).toHaveLength(1);
    // The owner read that it is hidden until an admin looks at it.
    expect(await latestEmail()).toMatch(/“Leaves” was restored/);
    expect((await statementsOf(gyan, people.owner))[0]).toMatchObject({ act: 'restore', automated: false });
  });

  it('stays open when an admin only takes something back', async () => {
    const card = await cardOf(people.owner);
    await done(card, 'lock');
    await report(gyan, people.reader, 'post', card);
    const { caseId } = await done(card, 'unlock');
    expect(await stateOf(caseId)).toBe('open');
    const outcome = async () =>
      calls['GET /r/my_reports'].answer.parse(await ask('/r/my_reports', people.reader)).reportModelVec[0]
        ?.outcome;
    expect(await outcome()).toBeFalsy();
    await done(card, 'warn');
    expect(await stateOf(caseId)).toBe('closed');
    expect(await outcome()).toBe('warn');
  });

  it('about an admin is left to another one', async () => {
    const { admin, otherAdmin } = people;
    const card = await cardOf(admin);
    await report(gyan, people.reader, 'post', card);
    const { caseId } = await done(card, 'hide', otherAdmin);
    await done(card, 'lock', otherAdmin);
    for (const name of ['restore', 'unlock', 'dismiss']) {
      expect((await act(gyan, admin, on(card, name))).status, name).toBe(403);
    }
    expect((await put('/r/post_lock', admin, { postId: card, toLock: false })).status).toBe(403);
    expect((await put('/r/case_claim', admin, { caseId, claimed: true })).status).toBe(403);
    await gyan.db.query(sql`delete from cards where id = ${card}`);
    expect((await act(gyan, admin, { caseId, act: 'dismiss' })).status).toBe(403);
    expect((await act(gyan, otherAdmin, { caseId, act: 'dismiss' })).status).toBe(200);
  });
});

describe('what somebody reported', () => {
  it('has no title while only its owner can open it', async () => {
    const card = await cardOf(people.owner, 'Roots');
    await report(gyan, people.reader, 'post', card);
    const title = async () =>
      calls['GET /r/my_reports'].answer.parse(await ask('/r/my_reports', people.reader)).reportModelVec[0]
        ?.object.title;
    expect(await title()).toBe('Roots');
    const form = { postId: card, title: 'My secret', visibility: 'draft' };
    expect((await editCard(gyan, people.owner.token, form)).status).toBe(200);
    expect(await title()).toBe('');
  });
});

describe('a decision about a comment', () => {
  it('is told also to whom switched notices of moderation off, and after its card is hidden', async () => {
    const card = await cardOf(people.owner, 'Soil');
    const author = await gyan.signedIn();
    await put('/r/notice_settings', author, { kinds: { moderation: { app: false } } });
    const written = await gyan.request('/r/comment', {
      method: 'POST',
      token: author.token,
      body: { postId: card, rawText: 'Buy this' },
    });
    const { commentModel } = written.body as AnswerOf<'POST /r/comment'>;
    await acted(gyan, people.admin, on(commentModel.id, 'hide', 'comment'));
    await done(card, 'hide');
    const [notice] = await noticesOf(author);
    expect(notice).toMatchObject({ text: 'A comment of yours was hidden', object: { title: '' } });
  });
});

it('visitors have one budget of reports for each mailbox, however they write it', async () => {
  const limited = await startApp({ rateLimits: true });
  try {
    const statuses: number[] = [];
    for (const emailId of [
      'a@example.org',
      'A@example.org',
      'a@EXAMPLE.org',
      'a@example.org',
      'A@Example.org',
      'a@example.ORG',
    ]) {
      const id = await makeCard(limited.db);
      const body = { kind: 'post', id, reason: 'spam', emailId };
      statuses.push((await limited.request('/report', { method: 'POST', body })).status);
      await limited.db.query(sql`delete from rate_limits where key like '%:address:%'`);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});

it('a new account cannot delete comments and withdraw requests to make more of them', async () => {
  const limited = await startApp({ newAccountLimits: true });
  try {
    const { token } = await limited.signedIn();
    const card = await makeCard(limited.db);
    const send = (method: string, path: string, body?: object) =>
      limited.request(path, { method, token, body });
    const comment = () => send('POST', '/r/comment', { postId: card, rawText: 'Words' });
    for (let count = 0; count < 3; count += 1) {
      const { commentModel } = (await comment()).body as AnswerOf<'POST /r/comment'>;
      expect((await send('DELETE', `/r/comment?commentId=${commentModel.id}`)).status).toBe(200);
    }
    expect((await comment()).body).toMatchObject({ code: 'new_account_limit' });
    const { userId } = await limited.signedIn();
    const ask = () => send('POST', '/r/connreq', { receivingUserId: userId });
    for (let count = 0; count < 5; count += 1) {
      const { connectionReqId } = (await ask()).body as AnswerOf<'POST /r/connreq'>;
      expect((await send('DELETE', `/r/connreq?connectionReqId=${connectionReqId}`)).status).toBe(200);
    }
    expect((await ask()).body).toMatchObject({ code: 'new_account_limit' });
  } finally {
    await limited.close();
  }
});

describe('a picture like a hidden one', () => {
  const drawing = () =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240"
        fill="#fff"/><path d="M20 20 L300 60 L140 220 Z" fill="#234"/><circle cx="60" cy="190" r="40" fill="#a52"/></svg>`),
    )
      .png()
      .toBuffer();
  const hasCase = async (card: number) => {
    const rows = await gyan.db.query(
      sql`select from cases where kind = 'card' and thing_id = ${card} and state = 'open'`,
    );
    return rows.length > 0;
  };

  it('opens a case when the card is saved after the picture was compared, and when a draft is published', async () => {
    const deps = { db: gyan.db, storage: gyan.deps.storage };
    const { id: photoId } = await storePhoto(deps, await drawing());
    await done(await makeCard(gyan.db, { ownerId: people.owner.userId, photoId }), 'hide');
    await flagSimilarPhotos(gyan.deps.db);

    const prepared = await preparePhoto(deps, await drawing());
    await flagSimilarPhotos(gyan.deps.db);
    await savePhoto(gyan.db, prepared);
    const card = await makeCard(gyan.db, { photoId });
    const ownerId = people.owner.userId;
    const draft = await makeCard(gyan.db, { ownerId, photoId, visibility: 'draft' });
    await flagSimilarPhotos(gyan.deps.db);
    expect([await hasCase(card), await hasCase(draft)]).toEqual([true, false]);

    expect((await editCard(gyan, people.owner.token, { postId: draft, visibility: 'public' })).status).toBe(
      200,
    );
    await flagSimilarPhotos(gyan.deps.db);
    expect(await hasCase(draft)).toBe(true);
  });
});
