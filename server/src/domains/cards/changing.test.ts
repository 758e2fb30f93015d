import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageKey } from '#domains/media/files.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';
import { makeCard, makeChain, makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';

const descriptionMissing = 'Card description needs to be specified';

type Person = { userId: number; token: string };
let gyan: TestApp;
let people: Record<'owner' | 'regular' | 'creator' | 'admin' | 'superAdmin', Person>;
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator' }),
    regular: await gyan.signedIn(),
    creator: await gyan.signedIn({ role: 'kCreator' }),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
    superAdmin: await gyan.signedIn({ role: 'kSuperAdmin' }),
  };
});
afterAll(() => gyan.close());

const post = (form?: Record<string, string>) => posted(gyan, people.owner.token, form);
const lock = (postId: number, toLock = true, token = people.admin.token) =>
  gyan.request('/r/post_lock', { method: 'PUT', token, body: { postId, toLock } });
const rate = (postId: number, quality: string, token = people.admin.token) =>
  gyan.request('/r/post_quality', { method: 'PUT', token, body: { postId, quality } });
const auditOf = (cardId: number) =>
  gyan.db.query<{ act: string; actor_id: number; detail: object }>(sql`
    select act, actor_id, detail from audit where target_kind = 'card' and target_id = ${cardId} order by id`);

async function edited(form: Parameters<typeof editCard>[2], token = people.owner.token) {
  const answer = await editCard(gyan, token, form);
  expect(answer.status, answer.text).toBe(200);
  return calls['PUT /r/post'].answer.parse(answer.body).postModel;
}

describe('who may change a card', () => {
  it.each([
    ['owner', 200, 409],
    ['regular', 403, 403],
    ['creator', 403, 403],
    ['admin', 200, 409],
    ['superAdmin', 200, 409],
  ] as const)('%s: unlocked %i, locked %i, edited or deleted', async (who, unlocked, locked) => {
    const { token } = people[who];
    const { id } = await post();
    await lock(id);
    const refusals = [
      await editCard(gyan, token, { postId: id, title: 'Changed' }),
      await deleteCard(gyan, token, id),
    ];
    for (const refused of refusals) {
      expect(refused.status).toBe(locked);
      expect(refused.body).toMatchObject({ code: locked === 409 ? 'card_locked' : 'forbidden' });
    }
    const shown: AnswerOf<'GET /r/post'> = (await gyan.request(`/r/post?postId=${id}`, { token })).body;
    expect(shown.postModel).toMatchObject({
      title: customForm.title,
      can: { edit: false, delete: false, like: true, comment: true },
    });
    await lock(id, false);
    expect((await editCard(gyan, token, { postId: id, title: 'Changed' })).status).toBe(unlocked);
    expect((await deleteCard(gyan, token, id)).status).toBe(unlocked);
  });

  it('is nobody without a session, and nobody finds what is not there', async () => {
    const { id } = await post();
    expect((await deleteCard(gyan, '', id)).status).toBe(401);
    expect((await editCard(gyan, '', { postId: id, title: 'x' })).status).toBe(401);
    expect((await deleteCard(gyan, people.admin.token, 999_999_999)).status).toBe(404);
    expect((await editCard(gyan, people.admin.token, { postId: 999_999_999, title: 'x' })).status).toBe(404);
  });
});

describe('editing', () => {
  it('changes what is sent, keeps the rest and the address, and says when', async () => {
    const card = await post({ ...customForm, tagsText: 'plants', altText: 'A leaf' });
    expect(card.updatedAt).toBeUndefined();
    const after = await edited({ postId: card.id, title: 'Another name entirely' });
    expect(after).toMatchObject({
      id: card.id,
      title: 'Another name entirely',
      urlText: card.urlText,
      text: card.text,
      tagsText: 'plants',
      altText: 'A leaf',
      createdAt: card.createdAt,
      can: { edit: true },
    });
    expect(after.updatedAt).toBeGreaterThan(card.createdAt);
    expect((await edited({ postId: card.id, title: 'Another name entirely' })).updatedAt).toBe(
      after.updatedAt,
    );
  });

  it('turns plain text into rich and back', async () => {
    const { id } = await post();
    const rich = await edited({ postId: id, htmlDesc: '<p>Now <em>rich</em><script>x</script></p>' });
    expect(rich).toMatchObject({ htmlDesc: '<p>Now <em>rich</em></p>', text: 'Now rich' });
    // The plain editor was empty before too.
    expect(await edited({ postId: id, statusText: '', title: 'T' })).toMatchObject({ text: 'Now rich' });
    const plain = await edited({ postId: id, statusText: 'Plain again', htmlDesc: '' });
    expect(plain.text).toBe('Plain again');
    expect(plain.htmlDesc).toBeUndefined();
  });

  it('refuses to leave a card without title or description, word for word', async () => {
    const { id } = await post();
    const problem = async (form: Record<string, string>) => {
      const { status, body } = await editCard(gyan, people.owner.token, { postId: id, ...form });
      return { status, fields: (body as { fields?: object[] }).fields };
    };
    expect(await problem({ title: '' })).toEqual({
      status: 400,
      fields: [{ field: 'title', message: 'Card title needs to be specified' }],
    });
    for (const statusText of ['', ' \u200B']) {
      expect(await problem({ statusText })).toEqual({
        status: 400,
        fields: [{ field: 'statusText', message: descriptionMissing }],
      });
    }
    expect(await problem({ htmlDesc: '<script>x</script>' })).toEqual({
      status: 400,
      fields: [{ field: 'htmlDesc', message: descriptionMissing }],
    });
    expect((await problem({ htmlDesc: `<p>${'x'.repeat(70_000)}</p>` })).status).toBe(413);
    const [row] = await gyan.db.query(sql`select title, text, edited_at from cards where id = ${id}`);
    expect(row).toEqual({ title: customForm.title, text: customForm.statusText, edited_at: null });
  });

  it('lets a video go without words', async () => {
    const { id } = await post({
      postType: 'kVideo',
      embedVideoUrl: 'dQw4w9WgXcQ',
      title: 'Film',
      statusText: 'x',
    });
    const after = await edited({ postId: id, statusText: '' });
    expect(after.text).toBeUndefined();
    expect(after.embedVideoUrl).toContain('dQw4w9WgXcQ');
  });

  it('follows the hashtags of a text that changes, and keeps the tags that were given', async () => {
    const { id } = await post({ ...customForm, tagsText: 'given', statusText: 'About #leaves' });
    expect((await edited({ postId: id, statusText: 'About #roots' })).tagsText).toBe('given roots');
    expect((await edited({ postId: id, tagsText: 'New' })).tagsText).toBe('new roots');
    expect((await edited({ postId: id, tagsText: '' })).tagsText).toBe('roots');
    expect((await edited({ postId: id, statusText: 'About nothing' })).tagsText).toBeUndefined();
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('changes and takes away the picture, whose files go when nothing shows or remembers them', async () => {
    const [green, red] = [await makePicture('#00aa11'), await makePicture('#aa0011')];
    const { id, photoModelVec } = await post({
      ...customForm,
      altText: 'Green',
      photoBase64: green.toString('base64'),
    });
    const keyOf = (url = '') => url.split('/')[2] ?? '';
    const greenKey = keyOf(photoModelVec[0]?.specMap.sm.url);
    const other = await post({ ...customForm, photoBase64: red.toString('base64') });
    const after = await edited({ postId: id, photoBase64: red.toString('base64') });
    expect(after.photoModelVec).toEqual(other.photoModelVec);
    expect(after.altText).toBe('Green');
    const redKey = keyOf(after.photoModelVec[0]?.specMap.sm.url);

    const bare = await edited({ postId: id, photoBase64: '' });
    expect(bare.photoModelVec).toEqual([]);
    expect(bare.altText).toBeUndefined();

    await gyan.db.query(sql`delete from revisions where card_id = ${id}`);
    await gyan.db.query(sql`update photos set uploaded_at = now() - interval '1 day'`);
    await settleJobs(gyan.deps);
    expect(await gyan.deps.storage.exists(storageKey(greenKey, 'lg'))).toBe(false);
    expect(await gyan.deps.storage.exists(storageKey(redKey, 'lg'))).toBe(true);
  });

  it('decodes no picture for somebody who may not change the card', async () => {
    const { id } = await post();
    const photoBase64 = Buffer.from('no picture at all').toString('base64');
    expect((await editCard(gyan, people.creator.token, { postId: id, photoBase64 })).status).toBe(403);
  });

  it('is written down when an admin does it to another’s card', async () => {
    const { id } = await post();
    await edited({ postId: id, title: 'Mine' });
    expect(await auditOf(id)).toEqual([]);
    await edited({ postId: id, title: 'Mine' }, people.admin.token);
    expect(await auditOf(id)).toEqual([]);
    await edited({ postId: id, title: 'Tidied' }, people.admin.token);
    expect(await auditOf(id)).toEqual([{ act: 'card.edit', actor_id: people.admin.userId, detail: {} }]);
  });

  it('shows everybody the change at once', async () => {
    const { id } = await post({ ...customForm, title: 'Before' });
    expect((await gyan.request(`/post?postId=${id}`)).text).toContain('Before');
    await edited({ postId: id, title: 'After' });
    await expect
      .poll(async () => (await gyan.request(`/post?postId=${id}`)).text, { timeout: 1_500 })
      .toContain('After');
  });
});

describe('deleting', () => {
  it('takes likes, comments and links with it, and leaves chains with the right count', async () => {
    const { id } = await post();
    const other = await makeCard(gyan.db);
    const chainId = await makeChain(gyan.db, { cardIds: [id, other] });
    const { token } = people.regular;
    await gyan.request('/r/post_like', { method: 'PUT', token, body: { postId: id, liked: true } });
    await gyan.request('/r/comment', { method: 'POST', token, body: { postId: id, rawText: 'Nice' } });
    expect((await deleteCard(gyan, people.owner.token, id)).body).toEqual({});
    const [left] = await gyan.db.query(sql`
      select (select count(*) from cards where id = ${id}) as cards,
        (select count(*) from card_likes where card_id = ${id}) as likes,
        (select count(*) from comments where card_id = ${id}) as comments,
        (select card_count from chains where id = ${chainId}) as chain_count,
        (select count(*) from chain_cards where chain_id = ${chainId}) as links`);
    expect(left).toEqual({ cards: 0, likes: 0, comments: 0, chain_count: 1, links: 1 });
    for (const path of ['/post', '/r/post']) {
      expect((await gyan.request(`${path}?postId=${id}`, { token })).status).toBe(404);
    }
    expect((await deleteCard(gyan, people.owner.token, id)).status).toBe(404);
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('drops a picture that nothing else shows', async () => {
    const photoBase64 = (await makePicture('#123abc')).toString('base64');
    const [one, other] = [
      await post({ ...customForm, photoBase64 }),
      await post({ ...customForm, photoBase64 }),
    ];
    const key = one.photoModelVec[0]?.specMap.sm.url.split('/')[2] ?? '';
    const isStored = async () => {
      await gyan.db.query(sql`update photos set uploaded_at = now() - interval '1 day'`);
      await settleJobs(gyan.deps);
      return gyan.deps.storage.exists(storageKey(key, 'sm'));
    };
    await deleteCard(gyan, people.owner.token, one.id);
    expect(await isStored()).toBe(true);
    await deleteCard(gyan, people.owner.token, other.id);
    expect(await isStored()).toBe(false);
    expect(await gyan.db.query(sql`select from photos where key = ${key}`)).toEqual([]);
  });

  it('works for many cards of the same chains at once', async () => {
    const cards: number[] = [];
    for (let i = 0; i < 8; i += 1) cards.push((await post()).id);
    const kept = await makeCard(gyan.db);
    const chains = [
      await makeChain(gyan.db, { cardIds: [...cards, kept] }),
      await makeChain(gyan.db, { cardIds: [kept, ...cards.toReversed()] }),
      await makeChain(gyan.db, { cardIds: cards }),
    ];
    const answers = await Promise.all(cards.map((id) => deleteCard(gyan, people.owner.token, id)));
    expect(answers.map(({ status }) => status)).toEqual(cards.map(() => 200));
    const counts = await gyan.db.query(
      sql`select card_count from chains where id = any (${chains}) order by id`,
    );
    expect(counts).toEqual([{ card_count: 1 }, { card_count: 1 }, { card_count: 0 }]);
  });

  it('is written down when an admin deletes another’s card, without its words', async () => {
    const [mine, theirs] = [await posted(gyan, people.admin.token), await post()];
    await deleteCard(gyan, people.admin.token, mine.id);
    await deleteCard(gyan, people.admin.token, theirs.id);
    expect(await auditOf(mine.id)).toEqual([]);
    expect(await auditOf(theirs.id)).toEqual([
      { act: 'card.delete', actor_id: people.admin.userId, detail: {} },
    ]);
  });

  it('and locking at the same moment: one of them is first, and the other knows', async () => {
    for (let i = 0; i < 15; i += 1) {
      const { id } = await post();
      const [deleted, locked] = await Promise.all([deleteCard(gyan, people.owner.token, id), lock(id)]);
      expect(['200 404', '409 200']).toContain(`${deleted.status} ${locked.status}`);
      const left = await gyan.db.query<{ locked: boolean }>(sql`select locked from cards where id = ${id}`);
      // A card that answers 409 as locked must still exist.
      expect(left).toEqual(deleted.status === 409 ? [{ locked: true }] : []);
    }
  });
});

describe('locking', () => {
  it('is for admins', async () => {
    const { id } = await post();
    for (const who of ['owner', 'regular', 'creator'] as const)
      expect((await lock(id, true, people[who].token)).status).toBe(403);
    expect((await lock(id, true, people.superAdmin.token)).body).toEqual({ locked: true });
    expect((await lock(999_999_999)).status).toBe(404);
  });

  it('counts once however often it is asked for, and is written down once', async () => {
    const { id } = await post();
    for (const toLock of [true, true, false, false]) {
      expect((await lock(id, toLock)).body).toEqual({ locked: toLock });
    }
    expect((await auditOf(id)).map(({ act }) => act)).toEqual(['card.lock', 'card.unlock']);
  });

  it('leaves a card open for likes and comments', async () => {
    const { id } = await post();
    await lock(id);
    const { token } = people.regular;
    const liked = await gyan.request('/r/post_like', {
      method: 'PUT',
      token,
      body: { postId: id, liked: true },
    });
    expect(liked.body).toEqual({ likeCount: 1, likedByViewer: true });
  });
});

describe('rating', () => {
  it('is for admins, and knows two words', async () => {
    const { id } = await post();
    for (const who of ['owner', 'regular', 'creator'] as const)
      expect((await rate(id, 'kQualityGreat', people[who].token)).status).toBe(403);
    expect((await rate(id, 'great')).body).toMatchObject({
      detail: 'Quality must be kQualityGreat or kQualityRegular',
    });
    expect((await rate(999_999_999, 'kQualityGreat')).status).toBe(404);
  });

  it('lifts the card and lets it down again, each once, and writes it down', async () => {
    const { id } = await post();
    const scoreOf = async () => {
      const [row] = await gyan.db.query<{ score: number }>(sql`select score from cards where id = ${id}`);
      return row?.score ?? 0;
    };
    const before = await scoreOf();
    for (let i = 0; i < 2; i += 1)
      expect((await rate(id, 'kQualityGreat')).body).toEqual({ quality: 'kQualityGreat' });
    expect(await scoreOf()).toBeCloseTo(before + 0.9);
    expect((await rate(id, 'kQualityRegular')).body).toEqual({ quality: 'kQualityRegular' });
    expect(await scoreOf()).toBe(before);
    expect((await auditOf(id)).map(({ detail }) => detail)).toEqual([
      { quality: 'kQualityGreat' },
      { quality: 'kQualityRegular' },
    ]);
  });

  it('shows everybody at once', async () => {
    const { id } = await post();
    expect((await gyan.request(`/post?postId=${id}`)).text).toContain('kQualityRegular');
    await rate(id, 'kQualityGreat');
    await expect
      .poll(async () => (await gyan.request(`/post?postId=${id}`)).text, { timeout: 1_500 })
      .toContain('kQualityGreat');
  });
});
