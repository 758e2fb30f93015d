import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import { mostCopiedCards } from '@gyan/contract/limits.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKey } from '#domains/media/files.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';
import { makeCard, makeChain, makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';

type Person = { userId: number; token: string };
let gyan: TestApp;
let people: Record<'author' | 'me' | 'regular' | 'admin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    author: await gyan.signedIn({ role: 'kCreator' }),
    me: await gyan.signedIn({ role: 'kCreator' }),
    regular: await gyan.signedIn(),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
  };
});
afterAll(() => gyan.close());

const free = { ...customForm, license: 'cc-by' };
const post = (form: Record<string, string> = free, who: Person = people.author) =>
  posted(gyan, who.token, form);
const remix = (
  body: { kind: 'post' | 'chapter'; id: number; copyCards?: boolean },
  who: Person = people.me,
) => gyan.request('/r/remix', { method: 'POST', token: who.token, body });

async function copyOf(id: number, who?: Person) {
  const answer = await remix({ kind: 'post', id }, who);
  expect(answer.status, answer.text).toBe(200);
  const { postModel } = calls['POST /r/remix'].answer.parse(answer.body);
  if (!postModel) throw new Error('no card');
  return postModel;
}
async function copyOfChain(id: number, copyCards: boolean) {
  const answer = await remix({ kind: 'chapter', id, copyCards });
  expect(answer.status, answer.text).toBe(200);
  const { chapterModel } = calls['POST /r/remix'].answer.parse(answer.body);
  if (!chapterModel) throw new Error('no chain');
  return chapterModel;
}
async function edit(form: Parameters<typeof editCard>[2], who: Person = people.author) {
  const answer = await editCard(gyan, who.token, form);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'PUT /r/post'>).postModel;
}
const ask = (query: string, who: Person = people.me) =>
  gyan.request(`/r/remix_changes?${query}`, { token: who.token });
async function changes(query: string, who?: Person) {
  const answer = await ask(query, who);
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/remix_changes'].answer.parse(answer.body);
}
const take = (postId: number, fieldVec: string[], who: Person = people.me) =>
  gyan.request('/r/remix_take', { method: 'PUT', token: who.token, body: { postId, fieldVec } });
async function taken(postId: number, fieldVec: string[]) {
  const answer = await take(postId, fieldVec);
  expect(answer.status, answer.text).toBe(200);
  return calls['PUT /r/remix_take'].answer.parse(answer.body).postModel;
}
const detail = async (postId: number, who?: Person) =>
  (
    (await gyan.request(`${who ? '/r' : ''}/post?postId=${postId}`, { token: who?.token }))
      .body as AnswerOf<'GET /post'>
  ).postModel;

describe('a copy of a card', () => {
  it('is my draft with everything on it, and names the original', async () => {
    const photoBase64 = (await makePicture('#0a0b0c')).toString('base64');
    const original = await post({
      ...free,
      htmlDesc: '<p>Rich <em>text</em></p>',
      tagsText: 'plants',
      altText: 'A leaf',
      source: 'A book',
      photoBase64,
    });
    const copy = await copyOf(original.id);
    expect(copy).toMatchObject({
      type: 'kCustom',
      title: original.title,
      htmlDesc: '<p>Rich <em>text</em></p>',
      tagsText: 'plants',
      altText: 'A leaf',
      source: 'A book',
      license: 'cc-by',
      photoModelVec: original.photoModelVec,
      visibility: 'draft',
      likeCount: 0,
      ownerModel: { userId: people.me.userId },
      remixOf: {
        id: original.id,
        urlText: original.urlText,
        title: original.title,
        ownerModel: { userId: people.author.userId },
      },
    });
    expect(copy.id).not.toBe(original.id);
    expect((await gyan.request(`/post?postId=${copy.id}`)).status).toBe(404);
    await edit({ postId: copy.id, visibility: 'public' }, people.me);
    expect((await detail(copy.id)).remixOf).toMatchObject({ id: original.id });
  });

  it('asks the questions of the original, and keeps its own when those change', async () => {
    const original = await post({
      ...customForm,
      license: 'cc-by',
      statusText: 'Leaves are green. They breathe.',
    });
    const question = { kind: 'question', question: 'What colour?', answer: 'Green.' };
    const cloze = { kind: 'cloze', question: 'They breathe.', answer: 'breathe' };
    const gone = { kind: 'cloze', question: 'Leaves are green.', answer: 'green' };
    const setPrompts = (promptVec: object[]) =>
      gyan.request('/r/prompts', {
        method: 'PUT',
        token: people.author.token,
        body: { postId: original.id, promptVec },
      });
    expect((await setPrompts([gone, question, cloze])).status).toBe(200);
    await edit({ postId: original.id, statusText: 'Plants have leaves. They breathe.' });
    const copy = await copyOf(original.id);
    const prompts = async () => {
      const answer = await gyan.request(`/r/prompts?postId=${copy.id}`, { token: people.me.token });
      return calls['GET /r/prompts'].answer.parse(answer.body).promptModelVec;
    };
    const copied = await prompts();
    // A cloze whose sentence is gone is not asked, so it is not copied.
    expect(copied).toMatchObject([question, cloze]);
    await setPrompts([]);
    expect(await prompts()).toEqual(copied);
  });

  it('of a video is a video', async () => {
    const video = await post({
      ...free,
      postType: 'kVideo',
      embedVideoUrl: 'https://youtu.be/dQw4w9WgXcQ',
    });
    expect(await copyOf(video.id)).toMatchObject({ type: 'kVideo', embedVideoUrl: video.embedVideoUrl });
  });

  it('names no original that its reader must not know of', async () => {
    const original = await post({ ...free, title: 'Soon hidden' });
    const copy = await copyOf(original.id);
    await edit({ postId: copy.id, visibility: 'public', title: 'Mine' }, people.me);
    await edit({ postId: original.id, visibility: 'unlisted' });
    expect((await detail(copy.id, people.regular)).remixOf).toBeUndefined();
    expect((await detail(copy.id, people.me)).remixOf).toMatchObject({ title: 'Soon hidden' });
    await edit({ postId: original.id, visibility: 'draft' });
    expect((await detail(copy.id, people.me)).remixOf).toBeUndefined();
  });

  it('is for creators, of cards they can read', async () => {
    const { id } = await post();
    expect((await remix({ kind: 'post', id }, people.regular)).status).toBe(403);
    expect((await detail(id, people.regular)).can).toMatchObject({ remix: false });
    expect((await detail(id, people.me)).can).toMatchObject({ remix: true });
    const draft = await post({ ...free, visibility: 'draft' });
    const blocker = await gyan.signedIn({ role: 'kCreator' });
    const blocked = await post(free, blocker);
    await gyan.request('/r/block', {
      method: 'PUT',
      token: blocker.token,
      body: { userId: people.me.userId, blocked: true },
    });
    for (const hidden of [draft.id, blocked.id, 999_999_999]) {
      expect((await remix({ kind: 'post', id: hidden })).status).toBe(404);
    }
    const unlisted = await post({ ...free, visibility: 'unlisted' });
    expect((await copyOf(unlisted.id)).remixOf).toMatchObject({ id: unlisted.id });
  });
});

describe('the licence', () => {
  /** Whether others may copy the card, and the licences that the copy can have. */
  const rules = {
    'all-rights': undefined,
    'cc-by': ['cc-by'],
    'cc-by-sa': ['cc-by-sa'],
    'cc-by-nc': ['cc-by-nc'],
    cc0: ['all-rights', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc0'],
  };

  it.each(Object.entries(rules))(
    '%s lets others copy as is said, and keeps to it',
    async (license, allowed) => {
      const { id } = await post({ ...customForm, license });
      expect((await detail(id, people.me)).can).toMatchObject({ remix: allowed !== undefined });
      expect((await detail(id, people.author)).can).toMatchObject({ remix: true });
      if (!allowed) {
        for (const who of [people.me, people.admin]) {
          expect((await remix({ kind: 'post', id }, who)).body).toMatchObject({ code: 'license_forbids' });
        }
        return;
      }
      const copy = await copyOf(id);
      expect(copy.license).toBe(license);
      // A copy of the copy is bound like the copy.
      const second = await copyOf(copy.id);
      for (const postId of [copy.id, second.id]) {
        for (const wanted of Object.keys(rules)) {
          const answer = await editCard(gyan, people.me.token, { postId, license: wanted });
          if (allowed.includes(wanted)) expect(answer.status).toBe(200);
          else expect(answer.body).toMatchObject({ status: 403, code: 'license_forbids' });
        }
      }
    },
  );

  it('binds nobody in their own cards', async () => {
    const own = await post({ ...customForm, license: 'cc-by-sa' });
    const copy = await copyOf(own.id, people.author);
    expect(await edit({ postId: copy.id, license: 'all-rights' })).toMatchObject({ license: 'all-rights' });
  });
});

describe('a copy of a chain', () => {
  it('links the cards that I see in it', async () => {
    const [one, two] = [await post({ ...customForm, title: 'One' }), await post({ ...free, title: 'Two' })];
    const hidden = await post({ ...free, title: 'Hidden', visibility: 'draft' });
    const chain = await makeChain(gyan.db, {
      ownerId: people.author.userId,
      title: 'Steps',
      cardIds: [two.id, hidden.id, one.id],
    });
    const copy = await copyOfChain(chain, false);
    expect(copy).toMatchObject({
      title: 'Steps',
      visibility: 'draft',
      ownerModel: { userId: people.me.userId },
      remixOf: { id: chain, title: 'Steps', ownerModel: { userId: people.author.userId } },
    });
    const shown = await gyan.request(`/r/chapter?id=${copy.id}`, { token: people.me.token });
    const { chapterModel } = shown.body as AnswerOf<'GET /r/chapter'>;
    expect(chapterModel.feedItemModelVec?.map(({ postModel }) => postModel.id)).toEqual([two.id, one.id]);
    expect(chapterModel.remixOf).toMatchObject({ id: chain });
    expect((await changes(`chapterId=${copy.id}`)).changed).toBe(false);
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('copies the cards, if the licence of each allows it', async () => {
    const [one, two] = [await post({ ...free, title: 'One' }), await post({ ...free, title: 'Two' })];
    const closed = await post({ ...customForm, title: 'Closed' });
    const chain = await makeChain(gyan.db, { cardIds: [one.id, two.id] });
    const copy = await copyOfChain(chain, true);
    const { body } = await gyan.request(`/r/chapter?id=${copy.id}`, { token: people.me.token });
    const cards = (body as AnswerOf<'GET /r/chapter'>).chapterModel.feedItemModelVec?.map(
      ({ postModel }) => postModel,
    );
    expect(cards?.map(({ title, visibility, ownerModel }) => [title, visibility, ownerModel.userId])).toEqual(
      [
        ['One', 'draft', people.me.userId],
        ['Two', 'draft', people.me.userId],
      ],
    );
    // The original changes, and the chain says which of its cards.
    await edit({ postId: two.id, title: 'Two, better' });
    const copiedTwo = cards?.[1];
    expect(await changes(`chapterId=${copy.id}`)).toEqual({
      changed: true,
      fieldVec: [],
      changedPostVec: [{ id: copiedTwo?.id, urlText: copiedTwo?.urlText, title: 'Two' }],
    });
    expect((await taken(copiedTwo?.id ?? 0, ['title'])).title).toBe('Two, better');
    expect((await changes(`chapterId=${copy.id}`)).changed).toBe(false);

    const mixed = await makeChain(gyan.db, { cardIds: [one.id, closed.id] });
    const before = await gyan.db.query(sql`select count(*) from chains`);
    expect((await remix({ kind: 'chapter', id: mixed, copyCards: true })).body).toMatchObject({
      code: 'license_forbids',
    });
    expect(await gyan.db.query(sql`select count(*) from chains`)).toEqual(before);
  });

  it('is refused for a draft of others, and for too many cards to copy', async () => {
    const [card] = [await post(free)];
    const chain = await makeChain(gyan.db, { cardIds: [card.id] });
    await gyan.db.query(sql`update chains set visibility = 'draft' where id = ${chain}`);
    expect((await remix({ kind: 'chapter', id: chain })).status).toBe(404);
    expect((await remix({ kind: 'chapter', id: 999_999_999 })).status).toBe(404);
    const long = await makeChain(gyan.db);
    const ownerId = people.author.userId;
    await gyan.db.query(sql`
      with cards as (
        insert into cards (url_text, owner_id, type, title, text, license)
        select 'long-' || n, ${ownerId}, 'kCustom', 'Card', 'Text', 'cc0' from generate_series(0, ${mostCopiedCards}) as n
        returning id
      ), links as (
        insert into chain_cards (chain_id, card_id, rank) select ${long}, id, id from cards
      )
      update chains set card_count = ${mostCopiedCards + 1} where id = ${long}`);
    const answer = await remix({ kind: 'chapter', id: long, copyCards: true });
    expect(answer.body).toMatchObject({ code: 'too_large' });
  });
});

describe('when the original changes', () => {
  it('offers what changed there and is not the same here, and takes over what I choose', async () => {
    const original = await post({ ...free, tagsText: 'plants', source: 'A book' });
    const copy = await copyOf(original.id);
    expect(await changes(`postId=${copy.id}`)).toEqual({ changed: false, fieldVec: [], changedPostVec: [] });
    // Mine alone is no change of the original.
    await edit({ postId: copy.id, title: 'My title', tagsText: 'green' }, people.me);
    expect((await changes(`postId=${copy.id}`)).changed).toBe(false);
    await edit({ postId: original.id, title: 'Their title', statusText: 'Their words', source: 'Two books' });
    // The same on both sides needs no choice.
    await edit({ postId: copy.id, source: 'Two books' }, people.me);
    expect(await changes(`postId=${copy.id}`)).toEqual({
      changed: true,
      fieldVec: [
        { field: 'title', mine: 'My title', theirs: 'Their title' },
        { field: 'text', mine: customForm.statusText, theirs: 'Their words' },
      ],
      changedPostVec: [],
    });
    const after = await taken(copy.id, ['text', 'tagsText']);
    // Tags were not offered: they are as I set them.
    expect(after).toMatchObject({
      title: 'My title',
      text: 'Their words',
      tagsText: 'green',
      source: 'Two books',
    });
    expect((await changes(`postId=${copy.id}`)).changed).toBe(false);
    await edit({ postId: original.id, title: 'Third title' });
    expect((await changes(`postId=${copy.id}`)).fieldVec).toEqual([
      { field: 'title', mine: 'My title', theirs: 'Third title' },
    ]);
    expect(await taken(copy.id, [])).toMatchObject({ title: 'My title', version: after.version });
    expect((await changes(`postId=${copy.id}`)).changed).toBe(false);
  });

  it('takes markup and picture whole, and makes a revision of a published copy', async () => {
    const original = await post({ ...free, htmlDesc: '<p>One</p>' });
    const copy = await copyOf(original.id);
    await edit({ postId: copy.id, visibility: 'public' }, people.me);
    const photoBase64 = (await makePicture('#0d0e0f')).toString('base64');
    const changed = await edit({ postId: original.id, htmlDesc: '<p>One <em>two</em></p>', photoBase64 });
    expect((await changes(`postId=${copy.id}`)).fieldVec.map(({ field }) => field)).toEqual([
      'text',
      'htmlDesc',
      'photo',
    ]);
    expect(await taken(copy.id, ['htmlDesc', 'photo'])).toMatchObject({
      text: 'One two',
      htmlDesc: '<p>One <em>two</em></p>',
      photoModelVec: changed.photoModelVec,
    });
    const revisions = await gyan.request(`/r/revisions?postId=${copy.id}`, { token: people.me.token });
    expect((revisions.body as AnswerOf<'GET /r/revisions'>).revisionModelVec).toHaveLength(1);
  });

  it('takes its licence along, and nothing from one that forbids it now', async () => {
    const original = await post(free);
    const copy = await copyOf(original.id);
    await edit({ postId: original.id, title: 'Shared alike', license: 'cc-by-sa' });
    expect(await taken(copy.id, ['title'])).toMatchObject({ title: 'Shared alike', license: 'cc-by-sa' });
    const loose = await editCard(gyan, people.me.token, { postId: copy.id, license: 'cc-by' });
    expect(loose.body).toMatchObject({ code: 'license_forbids' });
    await edit({ postId: original.id, title: 'Closed', license: 'all-rights' });
    expect((await changes(`postId=${copy.id}`)).changed).toBe(false);
    expect((await take(copy.id, ['title'])).body).toMatchObject({ code: 'license_forbids' });
    expect(await taken(copy.id, [])).toMatchObject({ title: 'Shared alike' });
  });

  it('offers nothing of an original that I cannot read', async () => {
    const author = await gyan.signedIn({ role: 'kCreator' });
    const originals = [await post(free, author), await post(free, author), await post(free, author)];
    const copies: number[] = [];
    for (const { id } of originals) copies.push((await copyOf(id)).id);
    const [drafted, deleted, blocked] = originals.map(({ id }) => id) as [number, number, number];
    await edit({ postId: drafted, visibility: 'draft', title: 'Secret' }, author);
    await edit({ postId: deleted, title: 'Gone' }, author);
    await deleteCard(gyan, author.token, deleted);
    await edit({ postId: blocked, title: 'Blocked' }, author);
    expect((await changes(`postId=${copies[2]}`)).changed).toBe(true);
    await gyan.request('/r/block', {
      method: 'PUT',
      token: author.token,
      body: { userId: people.me.userId, blocked: true },
    });
    for (const id of copies) {
      expect(await changes(`postId=${id}`)).toEqual({ changed: false, fieldVec: [], changedPostVec: [] });
      expect(await taken(id, ['title'])).toMatchObject({ title: customForm.title });
    }
  });

  it('is the business of the owner of the copy and of admins', async () => {
    const original = await post();
    const copy = await copyOf(original.id);
    expect((await ask(`postId=${copy.id}`, people.author)).status).toBe(404);
    await edit({ postId: copy.id, visibility: 'public' }, people.me);
    expect((await ask(`postId=${copy.id}`, people.author)).body).toMatchObject({ code: 'forbidden' });
    expect((await take(copy.id, ['title'], people.author)).body).toMatchObject({ code: 'forbidden' });
    expect((await ask(`postId=${copy.id}`, people.admin)).status).toBe(200);
    expect((await ask('')).status).toBe(400);
    expect((await ask(`postId=${copy.id}&chapterId=1`)).status).toBe(400);
    expect((await ask('chapterId=999999999')).status).toBe(404);
    expect((await ask(`postId=${original.id}`, people.author)).body).toMatchObject({ changed: false });
    await gyan.db.query(sql`update cards set locked = true where id = ${copy.id}`);
    expect((await take(copy.id, ['title'])).body).toMatchObject({ code: 'card_locked' });
  });
});

describe('what a copy shares', () => {
  it('is its picture: it stays as long as one of both shows it', async () => {
    const photoBase64 = (await makePicture('#1a2b3c')).toString('base64');
    const original = await post({ ...free, photoBase64 });
    const copy = await copyOf(original.id);
    const key = original.photoModelVec[0]?.specMap.lg.url.split('/')[2] ?? '';
    const isStored = async () => {
      await gyan.db.query(sql`update photos set uploaded_at = now() - interval '1 day'`);
      await settleJobs(gyan.deps);
      return gyan.deps.storage.exists(storageKey(key, 'lg'));
    };
    await deleteCard(gyan, people.author.token, original.id);
    expect(await isStored()).toBe(true);
    const left = await detail(copy.id, people.me);
    expect(left).toMatchObject({ title: original.title, photoModelVec: original.photoModelVec });
    expect(left.remixOf).toBeUndefined();
    const [row] = await gyan.db.query(
      sql`select remix_of, remix_base, kept_license from cards where id = ${copy.id}`,
    );
    expect(row).toEqual({ remix_of: null, remix_base: null, kept_license: 'cc-by' });
    await deleteCard(gyan, people.me.token, copy.id);
    expect(await isStored()).toBe(false);
  });

  it('of a chain is nothing: deleting the original leaves the copy', async () => {
    const card = await makeCard(gyan.db, { ownerId: people.author.userId });
    const chain = await makeChain(gyan.db, { ownerId: people.author.userId, cardIds: [card] });
    const copy = await copyOfChain(chain, false);
    const gone = await gyan.request(`/r/chapter?chapterId=${chain}`, {
      method: 'DELETE',
      token: people.author.token,
    });
    expect(gone.status).toBe(200);
    const { body } = await gyan.request(`/r/chapter?id=${copy.id}`, { token: people.me.token });
    const { chapterModel } = body as AnswerOf<'GET /r/chapter'>;
    expect(chapterModel.remixOf).toBeUndefined();
    expect(chapterModel.feedItemModelVec).toHaveLength(1);
  });
});
