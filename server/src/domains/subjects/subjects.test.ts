import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makePicture, makeSubject } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';
import { createdChain, createdSubject, linking, myList } from '#test/lists.ts';
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

const create = (token: string, form: Record<string, string>) =>
  gyan.request('/r/subject', { method: 'POST', token, form });
const edit = (token: string, form: Record<string, string>) =>
  gyan.request('/r/subject', { method: 'PUT', token, form });
const remove = (token: string, id: number) =>
  gyan.request(`/r/subject?subjectId=${id}`, { method: 'DELETE', token });
const auditOf = async (id: number) => {
  const rows = await gyan.db.query<{ act: string }>(
    sql`select act from audit where target_kind = 'subject' and target_id = ${id} order by id`,
  );
  return rows.map(({ act }) => act);
};
async function shown(id: number, token = people.owner.token, more = '') {
  const answer = await gyan.request(`/r/subject?subjectId=${id}${more}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/subject'].answer.parse(answer.body).subjectModel;
}
const chaptersOf = async (id: number) => ((await shown(id)).chapterModelVec ?? []).map((one) => one.id);

describe('creating a subject', () => {
  it('is for creators, with a picture, and puts it at the end of its maker’s list', async () => {
    const maker = await gyan.signedIn({ role: 'kCreator' });
    const first = await createdSubject(gyan, maker.token, { desc: 'Light and lenses' });
    expect(first).toMatchObject({
      title: 'Optics',
      desc: 'Light and lenses',
      rank: 1,
      ownerId: maker.userId,
      chapterCount: 0,
      postCount: 0,
      likedByViewer: false,
      savedByViewer: true,
      can: { edit: true, delete: true, rate: false, like: true },
    });
    expect(first.photoModelVec).toHaveLength(1);
    const second = await createdSubject(gyan, maker.token);
    expect(await myList(gyan, maker.token, 'subjects')).toEqual([first.id, second.id]);
    const photoBase64 = (await makePicture('#aa0000')).toString('base64');
    expect((await create(people.regular.token, { title: 'x', photoBase64 })).status).toBe(403);
  });

  it('lists in the spec’s words all that is missing', async () => {
    const answer = await create(people.owner.token, { title: ' ' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: 'Title needs to be specified',
      fields: [
        { field: 'title', message: 'Title needs to be specified' },
        { field: 'photoBase64', message: 'Image needs to be uploaded' },
      ],
    });
    const noPicture = await create(people.owner.token, { title: 'x', photoBase64: btoa('not a picture') });
    expect(noPicture.body).toMatchObject({
      fields: [{ field: 'photoBase64', message: 'Invalid image type' }],
    });
  });
});

describe('changing a subject', () => {
  it.each([
    ['owner', 200],
    ['regular', 403],
    ['creator', 403],
    ['admin', 200],
  ] as const)('%s: %i', async (who, status) => {
    const { token } = people[who];
    const chapterId = await makeChain(gyan.db);
    const subjectId = await makeSubject(gyan.db, { ownerId: people.owner.userId });
    const answers = [
      await edit(token, { subjectId: String(subjectId), title: 'Changed' }),
      await link('subject_chapter', token, { subjectId, chapterId }),
      await unlink('subject_chapter', token, { subjectId, chapterId }),
      await remove(token, subjectId),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expect(await auditOf(subjectId)).toEqual(
      who === 'admin' ? ['subject.edit', 'subject.put_chain', 'subject.take_chain', 'subject.delete'] : [],
    );
  });

  it('keeps what is not sent, and lets the picture go that nobody shows any more', async () => {
    const { token } = people.owner;
    const { id } = await createdSubject(gyan, token, {
      desc: 'Words',
      photoBase64: (await makePicture('#0000aa')).toString('base64'),
    });
    const photoBase64 = (await makePicture('#00aa00')).toString('base64');
    const before = await shown(id);
    const answer = await edit(token, { subjectId: String(id), photoBase64, desc: '' });
    const after = calls['PUT /r/subject'].answer.parse(answer.body).subjectModel;
    expect(after).toMatchObject({ title: 'Optics', can: { edit: true } });
    expect(after.desc).toBeUndefined();
    expect(after.photoModelVec).not.toEqual(before.photoModelVec);
    await gyan.db.query(sql`update photos set uploaded_at = now() - interval '1 hour'`);
    await remove(token, id);
    await settleJobs(gyan.deps);
    const urls = [before, after].map((one) => one.photoModelVec[0]?.specMap.sm.url ?? '');
    for (const url of urls) expect([url, (await gyan.request(url)).status]).toEqual([url, 404]);
  });

  it('deletes the subject and leaves its chains, in their owners’ lists', async () => {
    const [me, another] = [
      await gyan.signedIn({ role: 'kCreator' }),
      await gyan.signedIn({ role: 'kCreator' }),
    ];
    const { id } = await createdSubject(gyan, me.token);
    const mine = await createdChain(gyan, me.token, { subjectId: id });
    const theirs = await makeChain(gyan.db, { ownerId: another.userId });
    const elsewhere = await makeChain(gyan.db, { ownerId: another.userId });
    await makeSubject(gyan.db, { chainIds: [elsewhere] });
    for (const chapterId of [theirs, elsewhere])
      await link('subject_chapter', me.token, { subjectId: id, chapterId });
    expect(await myList(gyan, me.token, 'chapters')).toEqual([]);
    expect((await remove(me.token, id)).body).toEqual({});
    expect(await myList(gyan, me.token, 'chapters')).toEqual([mine.id]);
    expect(await myList(gyan, another.token, 'chapters')).toEqual([theirs]);
    expect(await myList(gyan, me.token, 'subjects')).toEqual([]);
    expect((await remove(me.token, id)).status).toBe(404);
  });

  it('marks it great or regular, once each, for admins', async () => {
    const { id } = await createdSubject(gyan, people.owner.token);
    const rate = (quality: string, token = people.admin.token) =>
      gyan.request('/r/subject_quality', { method: 'PUT', token, body: { subjectId: id, quality } });
    expect((await rate('kQualityGreat', people.owner.token)).status).toBe(403);
    for (const quality of ['kQualityGreat', 'kQualityGreat', 'kQualityRegular'])
      expect((await rate(quality)).body).toEqual({ quality });
    expect(await auditOf(id)).toEqual(['subject.rate', 'subject.rate']);
  });
});

describe('the chapters of a subject', () => {
  it('are made at its end and reached through it, not through my list', async () => {
    const me = await gyan.signedIn({ role: 'kCreator' });
    const { id } = await createdSubject(gyan, me.token);
    const first = await createdChain(gyan, me.token, { subjectId: id });
    const second = await createdChain(gyan, me.token, { subjectId: String(id) });
    expect([first.rank, second.rank, second.savedByViewer]).toEqual([1, 2, false]);
    expect(await chaptersOf(id)).toEqual([first.id, second.id]);
    expect(await myList(gyan, me.token, 'chapters')).toEqual([]);
    const refusals = await Promise.all(
      [
        [people.creator.token, id],
        [me.token, missingId],
      ].map(([token, subjectId]) =>
        gyan.request('/r/chapter', {
          method: 'POST',
          token: String(token),
          body: { title: 'x', subjectId },
        }),
      ),
    );
    expect(refusals.map(({ status }) => status)).toEqual([403, 404]);
  });

  it('go back to their owner’s list when no subject has them any more', async () => {
    const [me, another] = [people.owner, await gyan.signedIn({ role: 'kCreator' })];
    const chapterId = await makeChain(gyan.db, { ownerId: another.userId });
    const subjects = [await createdSubject(gyan, me.token), await createdSubject(gyan, me.token)];
    for (const { id } of subjects) {
      expect(
        (await link('subject_chapter', me.token, { subjectId: id, chapterId, chapterRank: 7 })).body,
      ).toEqual({ rank: 7 });
    }
    const lists = [];
    for (const { id } of subjects) {
      for (let i = 0; i < 2; i += 1)
        expect((await unlink('subject_chapter', me.token, { subjectId: id, chapterId })).body).toEqual({});
      lists.push(await myList(gyan, another.token, 'chapters'));
    }
    expect(lists).toEqual([[], [chapterId]]);
  });

  it('are checked like the subject: both have to be there', async () => {
    const { token } = people.owner;
    const subjectId = await makeSubject(gyan.db, { ownerId: people.owner.userId });
    const chapterId = await makeChain(gyan.db);
    for (const call of [link, unlink]) {
      const noChain = await call('subject_chapter', token, { subjectId, chapterId: missingId });
      expect([noChain.status, (noChain.body as { detail: string }).detail]).toEqual([
        404,
        'This chain is not here, or not any more.',
      ]);
      expect((await call('subject_chapter', token, { subjectId: missingId, chapterId })).status).toBe(404);
    }
  });

  it('are hidden, in a subject and out of it, from those whom their owner blocks', async () => {
    const [reader, author] = [await gyan.signedIn(), await gyan.signedIn({ role: 'kCreator' })];
    const card = await makeCard(gyan.db, { ownerId: author.userId });
    const kept = await makeCard(gyan.db);
    const [chain, last] = [
      await makeChain(gyan.db, { ownerId: author.userId }),
      await makeChain(gyan.db, { ownerId: author.userId }),
    ];
    const open = await makeChain(gyan.db, { cardIds: [kept, card] });
    const before = await makeChain(gyan.db);
    const subject = await makeSubject(gyan.db, { chainIds: [chain, before, open, last] });
    const own = await makeSubject(gyan.db, { ownerId: author.userId });
    await link('user_chapter', reader.token, { userId: reader.userId, chapterId: chain });
    await gyan.request('/r/block', {
      method: 'PUT',
      token: author.token,
      body: { userId: reader.userId, blocked: true },
    });
    const received = await shown(subject, reader.token, '&includePosts=true');
    expect(received.chapterModelVec?.map(({ id }) => id)).toEqual([before, open]);
    expect(received.chapterModelVec?.[1]?.feedItemModelVec?.map(({ postModel }) => postModel.id)).toEqual([
      kept,
    ]);
    expect(await myList(gyan, reader.token, 'chapters')).toEqual([]);
    for (const path of [`/r/chapter?id=${chain}`, `/r/subject?subjectId=${own}`])
      expect((await gyan.request(path, { token: reader.token })).status).toBe(404);
    const refused = await link('user_subject', reader.token, { userId: reader.userId, subjectId: own });
    expect(refused.status).toBe(404);
  });
});

describe('my subjects', () => {
  it('hold others’ too, in my order, and are mine to arrange', async () => {
    const me = await gyan.signedIn();
    const { userId } = me;
    const subjects = [await makeSubject(gyan.db), await makeSubject(gyan.db), await makeSubject(gyan.db)];
    for (const subjectId of subjects)
      await link('user_subject', me.token, { userId, subjectId, subjectRank: -subjectId });
    expect(await myList(gyan, me.token, 'subjects')).toEqual(subjects.toReversed());
    const [subjectId] = subjects;
    for (const call of [link, unlink]) {
      expect((await call('user_subject', people.creator.token, { userId, subjectId })).status).toBe(403);
      expect((await call('user_subject', me.token, { userId, subjectId: missingId })).status).toBe(404);
      expect((await call('user_subject', people.admin.token, { userId, subjectId })).status).toBe(200);
    }
    expect(await myList(gyan, me.token, 'subjects')).toEqual(subjects.slice(1).toReversed());
  });
});

describe('reading a subject', () => {
  it('takes one statement beside the session, whatever is in it', async () => {
    const cards = [await makeCard(gyan.db), await makeCard(gyan.db)];
    const chains = [
      await makeChain(gyan.db, { cardIds: cards }),
      await makeChain(gyan.db, { cardIds: cards.slice(1) }),
    ];
    const id = await makeSubject(gyan.db, { chainIds: chains });
    const { token } = people.regular;
    for (const path of [
      `/r/subject?subjectId=${id}`,
      `/r/subject?subjectId=${id}&includePosts=true&skipCache=true`,
      '/r/subjects',
      '/r/subjects?trending=true',
    ])
      expect([path, await countStatements(() => gyan.request(path, { token }))]).toEqual([path, 2]);
    const model = await shown(id, token, '&includePosts=true');
    expect(model).toMatchObject({
      chapterCount: 2,
      postCount: 3,
      likedByViewer: false,
      savedByViewer: false,
    });
    expect(model.chapterModelVec).toMatchObject([
      { id: chains[0], rank: 1, can: { edit: false, like: true }, likedByViewer: false },
      { id: chains[1], rank: 2 },
    ]);
    expect(model.chapterModelVec?.[0]?.feedItemModelVec?.[1]?.postModel).toMatchObject({
      id: cards[1],
      rank: 2,
      likedByViewer: false,
      can: { like: true, edit: false },
    });
    const open = calls['GET /subject'].answer.parse((await gyan.request(`/subject?subjectId=${id}`)).body);
    expect(open.subjectModel.postCount).toBe(3);
    expect(open.subjectModel.can).toBeUndefined();
    expect(open.subjectModel.chapterModelVec?.[0]?.feedItemModelVec).toBeUndefined();
  });

  it('with cards lists them once more by themselves, in order and each once', async () => {
    const leaving = await gyan.signedIn({ role: 'kCreator' });
    const [one, two, three, gone] = [
      await makeCard(gyan.db),
      await makeCard(gyan.db),
      await makeCard(gyan.db),
      await makeCard(gyan.db, { ownerId: leaving.userId }),
    ];
    const hidden = await makeChain(gyan.db, { ownerId: leaving.userId, cardIds: [three] });
    const first = await makeChain(gyan.db, { cardIds: [two, gone, one] });
    const second = await makeChain(gyan.db, { cardIds: [one, three, two] });
    const id = await makeSubject(gyan.db, { chainIds: [hidden, first, await makeChain(gyan.db), second] });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${leaving.userId}`);
    const model = await shown(id, people.regular.token, '&includePosts=true');
    expect(model.posts?.map((post) => [post.id, post.rank])).toEqual([
      [two, 1],
      [one, 3],
      [three, 2],
    ]);
    expect(model.posts?.[0]).toEqual(model.chapterModelVec?.[0]?.feedItemModelVec?.[0]?.postModel);
    expect((await shown(id, people.regular.token)).posts).toBeUndefined();
  });

  it('gives each card as its chain does, whatever is written on it', async () => {
    const awkward = 'Say "no\\", \t{[</script>]}\u2028\u0001 ☀️\n';
    const cards = [
      await makeCard(gyan.db, { title: awkward, text: awkward, tags: ['sun', 'moon'] }),
      await makeCard(gyan.db, { text: '' }),
    ];
    await gyan.db.query(sql`
      update cards set type = 'kVideo', video_id = 'dQw4w9WgXcQ', alt_text = ${awkward}, ai_model_name = 'm', great = true, edited_at = now()
      where id = ${cards[0]}`);
    const chain = await makeChain(gyan.db, { title: awkward, cardIds: cards });
    const id = await makeSubject(gyan.db, {
      title: awkward,
      chainIds: [await makeChain(gyan.db), chain],
    });
    for (const [way, token] of [['', undefined] as const, ['/r', people.admin.token] as const]) {
      const read = async (path: string) => (await gyan.request(`${way}${path}`, token ? { token } : {})).body;
      const subject = (await read(`/subject?subjectId=${id}&includePosts=true`)) as AnswerOf<'GET /subject'>;
      const { chapterModel } = (await read(`/chapter?id=${chain}`)) as AnswerOf<'GET /chapter'>;
      expect(calls['GET /subject'].answer.parse(subject)).toEqual(subject);
      expect(subject.subjectModel.title).toBe(awkward);
      expect(subject.subjectModel.chapterModelVec).toEqual([
        expect.objectContaining({ feedItemModelVec: [] }),
        { ...chapterModel, rank: 2 },
      ]);
      expect(chapterModel.feedItemModelVec?.[0]?.postModel).toMatchObject({
        title: awkward,
        altText: awkward,
      });
      expect(chapterModel.feedItemModelVec?.[1]?.postModel).not.toHaveProperty('text');
    }
    const empty = await makeSubject(gyan.db);
    const { body } = await gyan.request(`/subject?subjectId=${empty}&includePosts=true`);
    expect(body).toMatchObject({ subjectModel: { id: empty, chapterModelVec: [], posts: [] } });
  });

  it('shows nothing of those who leave', async () => {
    const { userId } = await gyan.signedIn({ role: 'kCreator' });
    const chain = await makeChain(gyan.db, { ownerId: userId });
    const subject = await makeSubject(gyan.db, { chainIds: [chain] });
    const own = await makeSubject(gyan.db, { ownerId: userId });
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${userId}`);
    expect((await shown(subject)).chapterModelVec).toEqual([]);
    const { token } = people.admin;
    expect((await gyan.request(`/r/subject?subjectId=${own}`, { token })).status).toBe(404);
    expect((await remove(token, own)).status).toBe(404);
    expect((await edit(token, { subjectId: String(own), title: 'x' })).status).toBe(404);
  });
});

describe('many hands at once', () => {
  it('link, take out and delete without waiting in a circle, and lose nothing', async () => {
    const { token } = people.owner;
    for (let round = 0; round < 3; round += 1) {
      const subjects = await Promise.all(
        Array.from({ length: 3 }, () => makeSubject(gyan.db, { ownerId: people.owner.userId })),
      );
      const chains = await Promise.all(
        Array.from({ length: 4 }, () => makeChain(gyan.db, { ownerId: people.owner.userId })),
      );
      const work = subjects.flatMap((subjectId, s) =>
        chains.flatMap((chapterId, c) => [
          link('subject_chapter', token, { subjectId, chapterId, chapterRank: 1 }),
          c === 0 && s === 0
            ? gyan.request(`/r/chapter?chapterId=${chapterId}`, { method: 'DELETE', token })
            : unlink('subject_chapter', people.admin.token, { subjectId, chapterId }),
          link('user_chapter', token, { userId: people.owner.userId, chapterId, chapterRank: 0 }),
          c === 1 && s < 2
            ? remove(token, subjectId)
            : unlink('user_chapter', token, { userId: people.owner.userId, chapterId }),
        ]),
      );
      const statuses = (await Promise.all(work)).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([]);
    }
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('leave a chapter reachable when its last two subjects go at the same moment', async () => {
    const me = await gyan.signedIn({ role: 'kCreator' });
    for (let round = 0; round < 8; round += 1) {
      const chain = await makeChain(gyan.db, { ownerId: me.userId });
      const [one, other] = [
        await makeSubject(gyan.db, { ownerId: me.userId, chainIds: [chain] }),
        await makeSubject(gyan.db, { ownerId: me.userId, chainIds: [chain] }),
      ];
      const answers = await Promise.all([
        remove(me.token, one),
        unlink('subject_chapter', me.token, { subjectId: other, chapterId: chain }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await myList(gyan, me.token, 'chapters')).toContain(chain);
    }
  });

  it('make one subject of a request that is sent twice with one key', async () => {
    const me = await gyan.signedIn({ role: 'kCreator' });
    const photoBase64 = (await makePicture('#123456')).toString('base64');
    const send = () =>
      gyan.request('/r/subject', {
        method: 'POST',
        token: me.token,
        form: { title: 'Once', photoBase64 },
        headers: { 'idempotency-key': 'the-same-subject-key' },
      });
    const [one, other] = await Promise.all([send(), send()]);
    expect((one.body as AnswerOf<'POST /r/subject'>).subjectModel.id).toBe(
      (other.body as AnswerOf<'POST /r/subject'>).subjectModel.id,
    );
    expect(await myList(gyan, me.token, 'subjects')).toHaveLength(1);
  });
});

it('suggests subjects of my topics first, then others, and none that I cannot read', async () => {
  const me = await gyan.signedIn({ role: 'kCreator' });
  const [topic] = await gyan.db.query<{ id: number }>(
    sql`insert into topics (name) values ('Suggested') returning id`,
  );
  await gyan.db.query(
    sql`insert into user_topics (user_id, topic_id, rank) values (${me.userId}, ${topic?.id}, 1)`,
  );
  const subjectOf = async (
    score: number,
    { ofTopic = false, ...owner }: { ofTopic?: boolean; ownerId?: number },
  ) => {
    const card = await makeCard(gyan.db, ofTopic ? { tags: ['suggested'] } : {});
    const chain = await makeChain(gyan.db, { cardIds: [card] });
    return makeSubject(gyan.db, { chainIds: [chain], score, ...owner });
  };
  const blocking = await gyan.signedIn({ role: 'kCreator' });
  await gyan.request('/r/block', {
    method: 'PUT',
    token: blocking.token,
    body: { userId: me.userId, blocked: true },
  });
  const best = await subjectOf(9_000_003, {});
  const ofTopic = await subjectOf(9_000_001, { ofTopic: true });
  await subjectOf(9_000_004, { ownerId: me.userId });
  await subjectOf(9_000_005, { ownerId: blocking.userId });
  await makeSubject(gyan.db, { score: 9_000_006 });

  const answer = await gyan.request('/r/subjects?suggested=true&limit=2', { token: me.token });
  const { subjectModelVec, nextCursor } = calls['GET /r/subjects'].answer.parse(answer.body);
  expect(subjectModelVec.map(({ id }) => id)).toEqual([ofTopic, best]);
  expect(nextCursor).toBeUndefined();
});

it('keeps every promise through all of it', async () => {
  // Factories set arbitrary scores.
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});
