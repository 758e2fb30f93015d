import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';

type Person = { userId: number; token: string };
let gyan: TestApp;
let people: Record<'owner' | 'reader' | 'other' | 'admin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator' }),
    reader: await gyan.signedIn(),
    other: await gyan.signedIn(),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
  };
});
afterAll(() => gyan.close());

const post = (form?: Record<string, string>) => posted(gyan, people.owner.token, form);
const suggest = (body: { postId: number; [field: string]: unknown }, token = people.reader.token) =>
  gyan.request('/r/suggestion', { method: 'POST', token, body });
const decide = (
  body: { suggestionId: number; accepted: boolean; note?: string },
  token = people.owner.token,
) => gyan.request('/r/suggestion', { method: 'PUT', token, body });
const ask = (query: string, token = people.owner.token) => gyan.request(`/r/suggestions?${query}`, { token });
const block = (by: Person, blocked: Person, isBlocked = true) =>
  gyan.request('/r/block', {
    method: 'PUT',
    token: by.token,
    body: { userId: blocked.userId, blocked: isBlocked },
  });

async function suggested(body: Parameters<typeof suggest>[0], token?: string) {
  const answer = await suggest(body, token);
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/suggestion'].answer.parse(answer.body).suggestionModel;
}
async function decided(body: Parameters<typeof decide>[0], token?: string) {
  const answer = await decide(body, token);
  expect(answer.status, answer.text).toBe(200);
  return calls['PUT /r/suggestion'].answer.parse(answer.body);
}
async function listed(query: string, token?: string) {
  const answer = await ask(query, token);
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/suggestions'].answer.parse(answer.body);
}
const cardOf = async (postId: number) =>
  (
    (await gyan.request(`/r/post?postId=${postId}`, { token: people.owner.token }))
      .body as AnswerOf<'GET /r/post'>
  ).postModel;

describe('a suggestion', () => {
  it('says what it changes, and the owner finds it', async () => {
    const { id } = await post({ ...customForm, tagsText: 'plants' });
    const made = await suggested({
      postId: id,
      title: customForm.title,
      statusText: 'They reflect green light.',
      tagsText: 'plants light',
      note: 'Light is not thrown.',
    });
    expect(made).toMatchObject({
      postId: id,
      postTitle: customForm.title,
      userModel: { userId: people.reader.userId },
      note: 'Light is not thrown.',
      state: 'open',
      outdated: false,
      changeVec: [
        { field: 'text', before: customForm.statusText, after: 'They reflect green light.' },
        { field: 'tagsText', before: 'plants', after: 'plants light' },
      ],
    });
    for (const [query, token] of [
      [`postId=${id}`, people.owner.token],
      [`postId=${id}`, people.admin.token],
      ['', people.owner.token],
      ['mine=true', people.reader.token],
      [`mine=true&postId=${id}`, people.reader.token],
    ] as const) {
      const [first] = (await listed(query, token)).suggestionModelVec;
      expect(first).toMatchObject({ suggestionId: made.suggestionId, changeVec: made.changeVec });
    }
    expect((await listed(`mine=true&postId=${id}`, people.other.token)).suggestionModelVec).toEqual([]);
    expect((await ask(`postId=${id}`, people.reader.token)).body).toMatchObject({ code: 'forbidden' });
    expect(await cardOf(id)).toMatchObject({ text: customForm.statusText, version: 1 });
  });

  it('must change something, and leave a title and a description', async () => {
    const { id } = await post({ ...customForm, tagsText: 'plants' });
    for (const body of [
      {},
      { note: 'Nice' },
      { title: customForm.title, statusText: customForm.statusText, tagsText: 'plants' },
      { title: '' },
      { statusText: '' },
      { htmlDesc: '<p></p>' },
    ]) {
      const answer = await suggest({ postId: id, ...body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect((await suggest({ postId: id, htmlDesc: `<p>${'x'.repeat(70_000)}</p>` })).status).toBe(413);
    expect((await listed(`postId=${id}`)).suggestionModelVec).toEqual([]);
  });

  it('is for cards of others that one can read and that are not locked, one at a time', async () => {
    const { id } = await post();
    const body = { postId: id, title: 'Better' };
    const own = await suggest(body, people.owner.token);
    expect(own.body).toMatchObject({ code: 'conflict' });
    await suggested(body);
    expect((await suggest(body)).body).toMatchObject({ code: 'conflict' });
    await suggested(body, people.other.token);
    const locked = await post();
    await gyan.db.query(sql`update cards set locked = true where id = ${locked.id}`);
    expect((await suggest({ ...body, postId: locked.id })).body).toMatchObject({ code: 'card_locked' });
    const draft = await post({ ...customForm, visibility: 'draft' });
    expect((await suggest({ ...body, postId: draft.id })).status).toBe(404);
    const unlisted = await post({ ...customForm, visibility: 'unlisted' });
    expect((await suggest({ ...body, postId: unlisted.id })).status).toBe(200);
    expect((await suggest({ ...body, postId: 999_999_999 })).status).toBe(404);
  });

  it('is one, if it is sent several times at once', async () => {
    const { id } = await post();
    const answers = await Promise.all([1, 2, 3].map((n) => suggest({ postId: id, title: `Better ${n}` })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('cleans markup', async () => {
    const { id } = await post();
    const { changeVec } = await suggested({ postId: id, htmlDesc: '<p>Rich<script>x</script></p>' });
    expect(changeVec).toEqual([
      { field: 'text', before: customForm.statusText, after: 'Rich' },
      { field: 'htmlDesc', before: null, after: '<p>Rich</p>' },
    ]);
  });
});

describe('a decision', () => {
  it('to accept edits the card and gives credit', async () => {
    const { id } = await post({ ...customForm, tagsText: 'plants' });
    const { suggestionId } = await suggested({ postId: id, title: 'Better' });
    // An edit in between: only what is suggested changes.
    await editCard(gyan, people.owner.token, { postId: id, statusText: 'New words', tagsText: 'leaves' });
    expect((await listed(`postId=${id}`)).suggestionModelVec[0]).toMatchObject({ outdated: true });
    const { suggestionModel, postModel } = await decided({ suggestionId, accepted: true, note: 'Thanks' });
    expect(suggestionModel).toMatchObject({
      state: 'accepted',
      answer: 'Thanks',
      outdated: false,
      changeVec: [{ field: 'title', before: customForm.title, after: 'Better' }],
    });
    expect(postModel).toMatchObject({ title: 'Better', text: 'New words', tagsText: 'leaves', version: 3 });
    const revisions = await gyan.request(`/r/revisions?postId=${id}`, { token: people.owner.token });
    expect((revisions.body as AnswerOf<'GET /r/revisions'>).revisionModelVec[0]).toMatchObject({
      userModel: { userId: people.owner.userId },
      suggestedBy: { userId: people.reader.userId },
      changeVec: [{ field: 'title' }],
    });
    // What it changed stays as it was decided.
    await editCard(gyan, people.owner.token, { postId: id, title: 'Best' });
    expect((await listed('mine=true', people.reader.token)).suggestionModelVec[0]).toMatchObject({
      state: 'accepted',
      changeVec: suggestionModel.changeVec,
    });
    await suggested({ postId: id, title: 'Once more' });
  });

  it('to decline changes nothing, with a word', async () => {
    const { id } = await post();
    const { suggestionId } = await suggested({ postId: id, title: 'Worse' });
    const answer = await decided({ suggestionId, accepted: false, note: 'I like mine' });
    expect(answer.postModel).toBeUndefined();
    expect(answer.suggestionModel).toMatchObject({ state: 'declined', answer: 'I like mine' });
    expect(await cardOf(id)).toMatchObject({ title: customForm.title, version: 1 });
  });

  it('is for the owner and admins, and an admin’s is written down', async () => {
    const { id } = await post();
    const { suggestionId } = await suggested({ postId: id, title: 'Better' });
    for (const who of ['reader', 'other'] as const) {
      const answer = await decide({ suggestionId, accepted: true }, people[who].token);
      expect(answer.body).toMatchObject({ code: 'forbidden' });
    }
    expect((await decide({ suggestionId: 999_999_999, accepted: true })).status).toBe(404);
    await decided({ suggestionId, accepted: false }, people.admin.token);
    const again = await suggested({ postId: id, title: 'Better' });
    await decided({ suggestionId: again.suggestionId, accepted: true }, people.admin.token);
    const audit = await gyan.db.query(
      sql`select act from audit where target_kind = 'card' and target_id = ${id} order by id`,
    );
    expect(audit).toEqual([{ act: 'card.decline_suggestion' }, { act: 'card.edit' }]);
  });

  it('is made once, also by two at the same moment', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await post();
      const { suggestionId } = await suggested({ postId: id, title: 'Better' });
      const answers = await Promise.all([
        decide({ suggestionId, accepted: true }),
        decide({ suggestionId, accepted: false }, people.admin.token),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const isAccepted = answers[0]?.status === 200;
      expect(await cardOf(id)).toMatchObject(
        isAccepted ? { title: 'Better', version: 2 } : { title: customForm.title, version: 1 },
      );
    }
  });

  it('to accept and an edit at the same moment lose nothing of each other', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await post();
      const { suggestionId } = await suggested({ postId: id, title: 'Better' });
      const answers = await Promise.all([
        decide({ suggestionId, accepted: true }),
        editCard(gyan, people.owner.token, { postId: id, statusText: 'New words' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await cardOf(id)).toMatchObject({ title: 'Better', text: 'New words', version: 3 });
    }
  });

  it('waits while the card is locked, unless it declines', async () => {
    const { id } = await post();
    const { suggestionId } = await suggested({ postId: id, title: 'Better' });
    await gyan.db.query(sql`update cards set locked = true where id = ${id}`);
    expect((await decide({ suggestionId, accepted: true })).body).toMatchObject({ code: 'card_locked' });
    await decided({ suggestionId, accepted: false });
  });
});

describe('suggestions', () => {
  it('between people of whom one has blocked the other are not there', async () => {
    const { id } = await post();
    const { suggestionId } = await suggested({ postId: id, title: 'Better' });
    await block(people.owner, people.reader);
    try {
      expect((await listed(`postId=${id}`)).suggestionModelVec).toEqual([]);
      expect((await decide({ suggestionId, accepted: true })).status).toBe(404);
      expect((await listed('mine=true', people.reader.token)).suggestionModelVec).toEqual([]);
      expect((await suggest({ postId: id, title: 'Another' })).status).toBe(404);
    } finally {
      await block(people.owner, people.reader, false);
    }
    expect((await listed(`postId=${id}`)).suggestionModelVec).toHaveLength(1);
  });

  it('do not tell their author what became of a card they cannot read', async () => {
    const { id } = await post();
    await suggested({ postId: id, title: 'Better' });
    const mine = async () => (await listed('mine=true', people.reader.token)).suggestionModelVec;
    const before = (await mine()).length;
    await editCard(gyan, people.owner.token, { postId: id, visibility: 'draft', title: 'Secret' });
    expect((await mine()).length).toBe(before - 1);
    expect((await listed(`postId=${id}`)).suggestionModelVec).toHaveLength(1);
  });

  it('come in pages, and go with the card', async () => {
    const { id } = await post();
    const senders = [people.reader, people.other, people.admin];
    for (const { token } of senders) await suggested({ postId: id, title: 'Better' }, token);
    const first = await listed(`postId=${id}&limit=2`);
    const second = await listed(`postId=${id}&limit=2&cursor=${first.nextCursor}`);
    const authors = [...first.suggestionModelVec, ...second.suggestionModelVec].map(
      ({ userModel }) => userModel.userId,
    );
    expect(authors).toEqual(senders.map(({ userId }) => userId).toReversed());
    expect(second.nextCursor).toBeUndefined();
    await deleteCard(gyan, people.owner.token, id);
    expect(await gyan.db.query(sql`select from suggestions where card_id = ${id}`)).toEqual([]);
  });
});
