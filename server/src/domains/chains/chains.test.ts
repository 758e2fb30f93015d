import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { deleteCard } from '#test/cards.ts';
import { makeCard, makeChain } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { createdChain, linking, myList } from '#test/lists.ts';
import { countStatements } from '#test/statements.ts';

const missingId = 999_999_999;

type Person = { userId: number; token: string };
let gyan: TestApp;
let people: Record<'owner' | 'regular' | 'creator' | 'admin', Person>;
let link: ReturnType<typeof linking>['link'];
let unlink: ReturnType<typeof linking>['unlink'];
beforeAll(async () => {
  gyan = await startApp();
  people = {
    owner: await gyan.signedIn({ role: 'kCreator' }),
    regular: await gyan.signedIn(),
    creator: await gyan.signedIn({ role: 'kCreator' }),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
  };
  ({ link, unlink } = linking(gyan));
});
afterAll(() => gyan.close());

const edit = (token: string, body: object) => gyan.request('/r/chapter', { method: 'PUT', token, body });
const remove = (token: string, id: number) =>
  gyan.request(`/r/chapter?chapterId=${id}`, { method: 'DELETE', token });
const auditOf = async (id: number) => {
  const rows = await gyan.db.query<{ act: string }>(
    sql`select act from audit where target_kind = 'chain' and target_id = ${id} order by id`,
  );
  return rows.map(({ act }) => act);
};
async function shown(id: number, token = people.owner.token) {
  const answer = await gyan.request(`/r/chapter?id=${id}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/chapter'].answer.parse(answer.body).chapterModel;
}
const cardsIn = async (id: number) =>
  ((await shown(id)).feedItemModelVec ?? []).map(({ postModel }) => postModel.id);

describe('creating a chain', () => {
  it('is for creators, and puts it at the end of its maker’s list', async () => {
    const maker = await gyan.signedIn({ role: 'kCreator' });
    const first = await createdChain(gyan, maker.token, { title: '  Why   leaves are green ', desc: '' });
    expect(first).toMatchObject({
      title: 'Why leaves are green',
      rank: 1,
      likeCount: 0,
      likedByViewer: false,
      savedByViewer: true,
      postCount: 0,
      photoModelVec: [],
      ownerModel: { userId: maker.userId },
      can: { edit: true, delete: true, rate: false, like: true },
    });
    expect(first.desc).toBeUndefined();
    const second = await createdChain(gyan, maker.token, { subjectId: -1, desc: 'All of it' });
    expect(second).toMatchObject({ rank: 2, desc: 'All of it' });
    expect(await myList(gyan, maker.token, 'chapters')).toEqual([first.id, second.id]);
    const refused = await gyan.request('/r/chapter', {
      method: 'POST',
      token: people.regular.token,
      body: { title: 'x' },
    });
    expect(refused.status).toBe(403);
  });

  it('says in the spec’s words that a title is missing', async () => {
    for (const title of [undefined, '', ' \u200b ']) {
      const answer = await gyan.request('/r/chapter', {
        method: 'POST',
        token: people.owner.token,
        body: { title },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        detail: 'Title needs to be specified',
        fields: [{ field: 'title', message: 'Title needs to be specified' }],
      });
    }
  });

  it('works for several chains of one user at once', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const deadlocks = async () => {
      await gyan.db.query(sql`select pg_stat_force_next_flush()`);
      const [row] = await gyan.db.query<{ deadlocks: number }>(
        sql`select deadlocks from pg_stat_database where datname = current_database()`,
      );
      return row?.deadlocks;
    };
    const before = await deadlocks();
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => createdChain(gyan, token, { title: `Chain ${n}` })),
    );
    expect(made.map(({ rank }) => rank).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await deadlocks()).toBe(before);
  });
});

describe('changing a chain', () => {
  it.each([
    ['owner', 200],
    ['regular', 403],
    ['creator', 403],
    ['admin', 200],
  ] as const)('%s: %i', async (who, status) => {
    const { token } = people[who];
    const card = await makeCard(gyan.db);
    const { id } = await createdChain(gyan, people.owner.token);
    const entry = { chapterId: id, postId: card };
    const answers = [
      await edit(token, { chapterId: id, title: 'Changed' }),
      await link('chapter_post', token, entry),
      await unlink('chapter_post', token, entry),
      await remove(token, id),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expect(await auditOf(id)).toEqual(
      who === 'admin' ? ['chain.edit', 'chain.put_card', 'chain.take_card', 'chain.delete'] : [],
    );
  });

  it('keeps what is not sent, takes away what is emptied, and answers what is there now', async () => {
    const { token } = people.owner;
    const { id } = await createdChain(gyan, token, { desc: 'Words' });
    const changed: AnswerOf<'PUT /r/chapter'> = (await edit(token, { chapterId: id, title: 'New' })).body;
    expect(changed.chapterModel).toMatchObject({ id, title: 'New', desc: 'Words', can: { edit: true } });
    const emptied: AnswerOf<'PUT /r/chapter'> = (await edit(token, { chapterId: String(id), desc: '' })).body;
    expect(emptied.chapterModel).toMatchObject({ title: 'New' });
    expect(emptied.chapterModel.desc).toBeUndefined();
    expect((await edit(token, { chapterId: id, title: '' })).body).toMatchObject({
      detail: 'Title needs to be specified',
    });
  });

  it('finds nothing where nothing is, and wants a session', async () => {
    for (const { token } of [people.owner, people.admin]) {
      expect((await edit(token, { chapterId: missingId, title: 'x' })).status).toBe(404);
      expect((await remove(token, missingId)).status).toBe(404);
    }
    expect((await remove('', missingId)).status).toBe(401);
  });

  it('deletes the chain and leaves its cards', async () => {
    const { token } = people.owner;
    const card = await makeCard(gyan.db);
    const { id } = await createdChain(gyan, token);
    await link('chapter_post', token, { chapterId: id, postId: card });
    await link('user_chapter', people.regular.token, { userId: people.regular.userId, chapterId: id });
    expect((await remove(token, id)).body).toEqual({});
    expect((await gyan.request(`/chapter?id=${id}`)).status).toBe(404);
    expect((await gyan.request(`/post?postId=${card}`)).status).toBe(200);
    expect(await myList(gyan, people.regular.token, 'chapters')).not.toContain(id);
    expect((await remove(token, id)).status).toBe(404);
  });

  it('marks it great or regular, once each, for admins', async () => {
    const { id } = await createdChain(gyan, people.owner.token);
    const rate = (quality: string, token = people.admin.token) =>
      gyan.request('/r/chapter_quality', { method: 'PUT', token, body: { chapterId: id, quality } });
    expect((await rate('kQualityGreat', people.owner.token)).status).toBe(403);
    for (const quality of ['kQualityGreat', 'kQualityGreat', 'kQualityRegular'])
      expect((await rate(quality)).body).toEqual({ quality });
    expect(await auditOf(id)).toEqual(['chain.rate', 'chain.rate']);
  });
});

describe('the cards of a chain', () => {
  it('stand where they are put, last without a rank, and asking again changes nothing', async () => {
    const { token } = people.owner;
    const { id } = await createdChain(gyan, token);
    const [a, b, c] = [await makeCard(gyan.db), await makeCard(gyan.db), await makeCard(gyan.db)];
    const put = (postId: number, postRank?: number | null) =>
      link('chapter_post', token, { chapterId: id, postId, postRank });
    expect((await put(a)).body).toEqual({ rank: 1 });
    expect((await put(b, null)).body).toEqual({ rank: 2 });
    expect((await put(c, 1.5)).body).toEqual({ rank: 1.5 });
    expect((await put(c, 1.5)).body).toEqual({ rank: 1.5 });
    expect(await cardsIn(id)).toEqual([a, c, b]);
    expect((await put(b, 1)).body).toEqual({
      rank: 2,
      rankVec: [
        { id: a, rank: 1 },
        { id: b, rank: 2 },
        { id: c, rank: 3 },
      ],
    });
    expect(await cardsIn(id)).toEqual([a, b, c]);
    const model = await shown(id);
    expect(model.postCount).toBe(3);
    expect(model.feedItemModelVec?.[1]?.postModel).toMatchObject({ rank: 2, likedByViewer: false });
    expect(model.feedItemModelVec?.[1]?.postModel.can).toBeDefined();
    for (let i = 0; i < 2; i += 1)
      expect((await unlink('chapter_post', token, { chapterId: id, postId: b })).body).toEqual({});
    expect(await cardsIn(id)).toEqual([a, c]);
  });

  it('take every finite number for a rank and no other', async () => {
    const { token } = people.owner;
    const { id } = await createdChain(gyan, token);
    const first = await makeCard(gyan.db);
    await link('chapter_post', token, { chapterId: id, postId: first });
    for (const [text, status] of [
      ['1e308', 200],
      ['-1.7976931348623157e308', 200],
      ['-0', 200],
      ['5e-324', 200],
      ['1e999', 400],
      ['"1"', 400],
      ['true', 400],
      ['{}', 400],
    ] as const) {
      const postId = await makeCard(gyan.db);
      const answer = await gyan.request('/r/link_chapter_post', {
        method: 'PUT',
        token,
        body: `{"chapterId":${id},"postId":${postId},"postRank":${text}}`,
      });
      expect([text, answer.status]).toEqual([text, status]);
      if (status === 400) expect(answer.body).toMatchObject({ detail: 'Rank must be a number' });
    }
    expect(await cardsIn(id)).toHaveLength(5);
  });

  it('are checked like the chain: both have to be there', async () => {
    const { token } = people.owner;
    const { id } = await createdChain(gyan, token);
    const postId = await makeCard(gyan.db);
    for (const call of [link, unlink]) {
      const noCard = await call('chapter_post', token, { chapterId: id, postId: missingId });
      expect([noCard.status, (noCard.body as { detail: string }).detail]).toEqual([
        404,
        'This card is not here, or not any more.',
      ]);
      expect((await call('chapter_post', token, { chapterId: missingId, postId })).status).toBe(404);
      expect((await call('chapter_post', token, { chapterId: 'x', postId: 0 })).body).toMatchObject({
        fields: [{ field: 'postId' }, { field: 'chapterId' }],
      });
      expect((await call('chapter_post', '', { chapterId: id, postId })).status).toBe(401);
    }
    const { userId } = await gyan.signedIn({ role: 'kCreator' });
    const hidden = await makeCard(gyan.db, { ownerId: userId });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${userId}`);
    expect((await link('chapter_post', token, { chapterId: id, postId: hidden })).status).toBe(404);
  });

  it('are all still there after everybody pulled, pushed and deleted at once', async () => {
    const { token } = people.owner;
    const cards = await Promise.all(
      Array.from({ length: 6 }, () => makeCard(gyan.db, { ownerId: people.owner.userId })),
    );
    const chains = [await createdChain(gyan, token), await createdChain(gyan, token)].map(({ id }) => id);
    const work = cards.flatMap((postId, index) =>
      chains.flatMap((chapterId) => [
        link('chapter_post', token, { chapterId, postId, postRank: 1 }),
        index % 3 === 0
          ? deleteCard(gyan, token, postId)
          : link('chapter_post', people.admin.token, { chapterId, postId }),
        index % 3 === 1
          ? unlink('chapter_post', token, { chapterId, postId })
          : link('chapter_post', token, { chapterId, postId, postRank: 0 }),
      ]),
    );
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([]);
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
    for (const id of chains) expect(await cardsIn(id)).toEqual(expect.arrayContaining([cards[2], cards[5]]));
  });
});

describe('my chains', () => {
  it('hold others’ chains too, in my order, page after page', async () => {
    const me = await gyan.signedIn();
    const chains = [];
    for (let i = 0; i < 5; i += 1) chains.push(await makeChain(gyan.db));
    for (const chapterId of chains)
      await link('user_chapter', me.token, { userId: me.userId, chapterId, chapterRank: -chapterId });
    const wanted = chains.toReversed();
    expect(await myList(gyan, me.token, 'chapters')).toEqual(wanted);
    const received = [];
    let cursor = '';
    do {
      const answer = await gyan.request(`/r/chapters?limit=2${cursor && `&cursor=${cursor}`}`, me);
      const page = calls['GET /r/chapters'].answer.parse(answer.body);
      received.push(...page.chapterModelVec);
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(received.map(({ id, rank }) => [id, rank])).toEqual(wanted.map((id) => [id, -id]));
    expect(received[0]).toMatchObject({ savedByViewer: true, can: { edit: false, like: true } });
    await unlink('user_chapter', me.token, { userId: me.userId, chapterId: wanted[0] });
    expect(await myList(gyan, me.token, 'chapters')).toEqual(wanted.slice(1));
  });

  it('are arranged by me and by admins, whose hand is written down', async () => {
    const { userId } = people.regular;
    const chapterId = await makeChain(gyan.db);
    for (const call of [link, unlink]) {
      expect((await call('user_chapter', people.creator.token, { userId, chapterId })).status).toBe(403);
      expect((await call('user_chapter', people.admin.token, { userId: missingId, chapterId })).status).toBe(
        404,
      );
      expect(
        (await call('user_chapter', people.regular.token, { userId, chapterId: missingId })).status,
      ).toBe(404);
      for (let i = 0; i < 2; i += 1)
        expect((await call('user_chapter', people.admin.token, { userId, chapterId })).status).toBe(200);
    }
    const auditRows = await gyan.db.query(
      sql`select act from audit where target_kind = 'user' and target_id = ${userId} order by id`,
    );
    expect(auditRows).toEqual([{ act: 'list.put' }, { act: 'list.take' }]);
  });
});

describe('reading', () => {
  it('takes one statement beside the session, and tells a viewer what is between them and the chain', async () => {
    const cards = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const id = await makeChain(gyan.db, { cardIds: cards });
    const { token } = people.regular;
    await gyan.request('/r/chapter_like', { method: 'PUT', token, body: { chapterId: id, liked: true } });
    for (const path of [`/r/chapter?id=${id}`, '/r/chapters', '/r/chapters?trending=true'] as const)
      expect([path, await countStatements(() => gyan.request(path, { token }))]).toEqual([path, 2]);
    expect(await shown(id, token)).toMatchObject({ likedByViewer: true, savedByViewer: false, likeCount: 1 });
    const trending = await gyan.request('/r/chapters?trending=true', { token });
    const models = calls['GET /r/chapters'].answer.parse(trending.body).chapterModelVec;
    expect(models.find((model) => model.id === id)).toMatchObject({ likedByViewer: true });
    const open = calls['GET /chapter'].answer.parse((await gyan.request(`/chapter?id=${id}`)).body);
    expect(open.chapterModel.can).toBeUndefined();
    expect(open.chapterModel.likedByViewer).toBe(false);
  });
});

it('keeps every promise through all of it', async () => {
  // Factories set arbitrary scores.
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});
