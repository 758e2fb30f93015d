import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import { mostSavedLists } from '@gyan/contract/limits.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { deleteCard } from '#test/cards.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';

type Kind = 'post' | 'chapter' | 'subject';
let gyan: TestApp;
let me: { userId: number; token: string };
beforeAll(async () => {
  gyan = await startApp();
});
beforeEach(async () => {
  me = await gyan.signedIn({ role: 'kCreator' });
});
afterAll(() => gyan.close());

const save = (kind: Kind, id: number, more: { saved?: boolean; listId?: number } = {}, token = me.token) =>
  gyan.request('/r/saved', { method: 'PUT', token, body: { kind, id, saved: true, ...more } });

async function saved(more = '') {
  const answer = await gyan.request(`/r/saved?${more}`, { token: me.token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/saved'].answer.parse(answer.body);
}

const idOf = (item: AnswerOf<'GET /r/saved'>['savedItemVec'][number]) =>
  item.postModel?.id ?? item.chapterModel?.id ?? item.subjectModel?.id;
const savedIds = async (more = '') => (await saved(more)).savedItemVec.map(idOf);

const createList = (title: string, token = me.token) =>
  gyan.request('/r/saved_list', { method: 'POST', token, body: { title } });
async function newList(title: string): Promise<number> {
  const answer = await createList(title);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'POST /r/saved_list'>).savedListModel.listId;
}
const lists = async () =>
  ((await gyan.request('/r/saved_list', { token: me.token })).body as AnswerOf<'GET /r/saved_list'>)
    .savedListModelVec;
const setVisibility = (table: 'cards' | 'chains' | 'subjects', id: number, visibility: string) =>
  gyan.db.query({
    name: '',
    text: `update ${table} set visibility = $1 where id = $2`,
    values: [visibility, id],
  });

describe('saving', () => {
  it('keeps cards, chains and subjects, latest first, in pages', async () => {
    const card = await makeCard(gyan.db);
    const chain = await makeChain(gyan.db, { cardIds: [card] });
    const subject = await makeSubject(gyan.db, { chainIds: [chain] });
    expect((await save('post', card)).body).toEqual({ saved: true, listIdVec: [] });
    await save('chapter', chain);
    await save('subject', subject);
    // A second time changes nothing.
    expect((await save('post', card)).body).toEqual({ saved: true, listIdVec: [] });
    const { savedItemVec } = await saved();
    expect(savedItemVec.map((item) => [item.kind, idOf(item)])).toEqual([
      ['subject', subject],
      ['chapter', chain],
      ['post', card],
    ]);
    const first = await saved('limit=2');
    expect(first.savedItemVec.map(idOf)).toEqual([subject, chain]);
    expect(await savedIds(`limit=2&cursor=${first.nextCursor}`)).toEqual([card]);
    expect((await save('post', card, { saved: false })).body).toEqual({ saved: false, listIdVec: [] });
    expect(await savedIds()).toEqual([subject, chain]);
  });

  it('is private: nobody else’s answers change', async () => {
    const card = await makeCard(gyan.db);
    await save('post', card);
    const other = await gyan.signedIn();
    expect((await gyan.request('/r/saved', { token: other.token })).body).toEqual({ savedItemVec: [] });
    const state = await gyan.request(`/r/saved_state?kind=post&id=${card}`, { token: other.token });
    expect(state.body).toEqual({ saved: false, listIdVec: [], savedListModelVec: [] });
  });

  it('hides what cannot be read any more, and shows it again', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const card = await makeCard(gyan.db, { ownerId: owner.userId });
    const chain = await makeChain(gyan.db, { ownerId: owner.userId });
    const listId = await newList('Both');
    await save('post', card, { listId });
    await save('chapter', chain, { listId });
    await setVisibility('cards', card, 'draft');
    expect(await savedIds()).toEqual([chain]);
    expect(await savedIds(`listId=${listId}`)).toEqual([chain]);
    expect(await lists()).toEqual([{ listId, title: 'Both', count: 1 }]);
    const state = (id: number) => gyan.request(`/r/saved_state?kind=post&id=${id}`, { token: me.token });
    expect((await state(card)).status).toBe(404);
    await setVisibility('cards', card, 'unlisted');
    expect(await savedIds()).toEqual([chain, card]);
    await gyan.request('/r/block', {
      method: 'PUT',
      token: owner.token,
      body: { userId: me.userId, blocked: true },
    });
    expect(await savedIds()).toEqual([]);
    // What is hidden can still be taken out.
    expect((await save('post', card, { saved: false })).status).toBe(200);
    await deleteCard(gyan, owner.token, card);
    expect((await save('post', card, { saved: false })).status).toBe(404);
  });

  it('finds nothing that is not there, or not for this person', async () => {
    const draft = await makeCard(gyan.db);
    await setVisibility('cards', draft, 'draft');
    for (const [kind, id] of [
      ['post', draft],
      ['post', 999_999_999],
      ['chapter', 999_999_999],
      ['subject', 999_999_999],
    ] as const) {
      for (const isSaved of [true, false])
        expect((await save(kind, id, { saved: isSaved })).status).toBe(404);
      const state = await gyan.request(`/r/saved_state?kind=${kind}&id=${id}`, { token: me.token });
      expect(state.status).toBe(404);
    }
    expect((await gyan.request('/r/saved?listId=999999999', { token: me.token })).status).toBe(404);
  });

  it('and taking out at once ends in one of both', async () => {
    const card = await makeCard(gyan.db);
    const listId = await newList('Busy');
    for (let i = 0; i < 5; i += 1) {
      const answers = await Promise.all([
        save('post', card, { listId }),
        save('post', card, { saved: false }),
        save('post', card, { listId }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const { savedItemVec } = await saved();
    expect(savedItemVec.length).toBeLessThanOrEqual(1);
    expect((await lists())[0]?.count).toBe(savedItemVec.length);
  });
});

describe('lists', () => {
  it('sort what is saved, by name; one item can be in several', async () => {
    const [one, other] = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const [late, early] = [await newList('later'), await newList('Early')];
    expect((await save('post', one, { listId: late })).body).toEqual({ saved: true, listIdVec: [late] });
    expect((await save('post', one, { listId: early })).body).toEqual({
      saved: true,
      listIdVec: [late, early],
    });
    await save('post', other);
    expect(await lists()).toEqual([
      { listId: early, title: 'Early', count: 1 },
      { listId: late, title: 'later', count: 1 },
    ]);
    expect(await savedIds(`listId=${early}`)).toEqual([one]);
    // Taken out of one list it stays saved; no longer saved it leaves all.
    expect((await save('post', one, { saved: false, listId: late })).body).toEqual({
      saved: true,
      listIdVec: [early],
    });
    await save('post', one, { saved: false });
    expect((await lists()).map(({ count }) => count)).toEqual([0, 0]);
  });

  it('are renamed and deleted; what was in them stays saved', async () => {
    const card = await makeCard(gyan.db);
    const listId = await newList('Old');
    await save('post', card, { listId });
    const renamed = await gyan.request('/r/saved_list', {
      method: 'PUT',
      token: me.token,
      body: { listId, title: 'New' },
    });
    expect(renamed.body).toEqual({ savedListModel: { listId, title: 'New', count: 1 } });
    const remove = () =>
      gyan.request(`/r/saved_list?listId=${listId}`, { method: 'DELETE', token: me.token });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await lists()).toEqual([]);
    expect((await saved()).savedItemVec).toMatchObject([{ listIdVec: [] }]);
  });

  it('have names of their own, and there is a limit', async () => {
    const listId = await newList('Plants');
    for (const title of ['Plants', 'plants']) {
      expect((await createList(title)).body).toMatchObject({ code: 'conflict' });
    }
    const second = await newList('Animals');
    const rename = (title: string) =>
      gyan.request('/r/saved_list', { method: 'PUT', token: me.token, body: { listId: second, title } });
    expect((await rename('PLANTS')).body).toMatchObject({ code: 'conflict' });
    expect((await rename('animals')).status).toBe(200);
    const other = await gyan.signedIn();
    expect((await createList('Plants', other.token)).status).toBe(200);
    for (const body of [{ listId, title: 'Mine now' }]) {
      const answer = await gyan.request('/r/saved_list', { method: 'PUT', token: other.token, body });
      expect(answer.status).toBe(404);
    }
    expect((await save('post', await makeCard(gyan.db), { listId }, other.token)).status).toBe(404);
    expect((await createList(' ')).body).toMatchObject({ detail: 'Name of the list needs to be specified' });
    await gyan.db.query(sql`
      insert into saved_lists (user_id, title)
      select ${me.userId}, 'List ' || n from generate_series(3, ${mostSavedLists}) as n`);
    expect((await createList('One more')).body).toMatchObject({ code: 'conflict' });
    expect(await lists()).toHaveLength(mostSavedLists);
  });

  it('of the same name at once are one', async () => {
    const answers = await Promise.all([createList('Twin'), createList('twin'), createList('TWIN')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('the chains to choose from', () => {
  const choices = async (postId: number, more = '') => {
    const answer = await gyan.request(`/r/chain_choices?postId=${postId}${more}`, { token: me.token });
    expect(answer.status, answer.text).toBe(200);
    return calls['GET /r/chain_choices'].answer.parse(answer.body);
  };
  const put = (chapterId: number, postId: number, token = me.token) =>
    gyan.request('/r/link_chapter_post', { method: 'PUT', token, body: { chapterId, postId } });

  it('are mine, last used first, with a mark where the card is', async () => {
    const card = await makeCard(gyan.db);
    const [one, two, three] = [
      await makeChain(gyan.db, { ownerId: me.userId, title: 'One' }),
      await makeChain(gyan.db, { ownerId: me.userId, title: 'Two' }),
      await makeChain(gyan.db, { ownerId: me.userId, title: 'Three' }),
    ];
    await makeChain(gyan.db);
    expect((await choices(card)).chainChoiceVec.map(({ id }) => id)).toEqual([three, two, one]);
    expect((await put(one, card)).status).toBe(200);
    expect((await choices(card)).chainChoiceVec).toEqual([
      { id: one, title: 'One', postCount: 1, contains: true },
      { id: three, title: 'Three', postCount: 0, contains: false },
      { id: two, title: 'Two', postCount: 0, contains: false },
    ]);
    const first = await choices(card, '&limit=2');
    expect((await choices(card, `&limit=2&cursor=${first.nextCursor}`)).chainChoiceVec).toMatchObject([
      { id: two },
    ]);
    // What an admin does with a chain is not a use by its owner.
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    expect((await put(two, card, admin.token)).status).toBe(200);
    expect((await choices(card)).chainChoiceVec.map(({ id }) => id)).toEqual([one, three, two]);
  });

  it('are for cards that one can read', async () => {
    const draft = await makeCard(gyan.db);
    await setVisibility('cards', draft, 'draft');
    for (const id of [draft, 999_999_999]) {
      const answer = await gyan.request(`/r/chain_choices?postId=${id}`, { token: me.token });
      expect(answer.status).toBe(404);
    }
  });
});
