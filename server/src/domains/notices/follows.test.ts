import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, editCard, posted } from '#test/cards.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';
import { createdChain, linking } from '#test/lists.ts';
import { noticeCalls, type Person } from '#test/notices.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let link: ReturnType<typeof linking>['link'];
let unlink: ReturnType<typeof linking>['unlink'];
let meera: Person;
let kofi: Person;
let chain: number;
let subject: number;

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
  ({ link, unlink } = linking(gyan));
  await gyan.db.query(sql`insert into topics (name) values ('Volcanoes')`);
});
afterAll(() => gyan.close());

beforeEach(async () => {
  meera = await gyan.signedIn({ firstName: 'Meera', role: 'kCreator' });
  kofi = await gyan.signedIn({ firstName: 'Kofi' });
  chain = await makeChain(gyan.db, { ownerId: meera.userId, title: 'Waves' });
  subject = await makeSubject(gyan.db, { ownerId: meera.userId, title: 'Optics', chainIds: [chain] });
});

const cardOf = (one: Person) => makeCard(gyan.db, { ownerId: one.userId });
const followed = async (one: Person) =>
  calls['GET /r/follows'].answer.parse((await gyan.request('/r/follows', { token: one.token })).body)
    .followVec;
const add = async (postId: number, chapterId = chain) => {
  expect((await link('chapter_post', meera.token, { chapterId, postId })).status).toBe(200);
};

describe('following', () => {
  it('has levels, is listed with titles, and ends', async () => {
    const [topic] = await gyan.db.query<{ id: number }>(sql`select id from topics`);
    await notices.follow(kofi, 'chapter', chain);
    await notices.follow(kofi, 'subject', subject, 'digest');
    await notices.follow(kofi, 'user', meera.userId);
    expect(await notices.follow(kofi, 'topic', topic?.id ?? 0)).toEqual({ level: 'all' });
    await notices.follow(kofi, 'chapter', chain, 'digest');
    expect(
      (await followed(kofi)).map(({ kind, level, title }) => [kind, level, title.split(' ')[0]]),
    ).toEqual([
      ['topic', 'all', 'Volcanoes'],
      ['user', 'all', 'Meera'],
      ['subject', 'digest', 'Optics'],
      ['chapter', 'digest', 'Waves'],
    ]);
    await notices.follow(kofi, 'subject', subject, 'none');
    await notices.follow(kofi, 'user', meera.userId, 'none');
    expect((await followed(kofi)).map(({ kind }) => kind)).toEqual(['topic', 'chapter']);
    await gyan.request(`/r/chapter?chapterId=${chain}`, { method: 'DELETE', token: meera.token });
    expect((await followed(kofi)).map(({ kind }) => kind)).toEqual(['topic']);
  });

  it('begins with saving a subject, unless it is followed, and ends with removing it from the list', async () => {
    const entry = { userId: kofi.userId, subjectId: subject };
    await link('user_subject', kofi.token, entry);
    expect(await followed(kofi)).toMatchObject([{ kind: 'subject', id: subject, level: 'digest' }]);
    await notices.follow(kofi, 'subject', subject, 'none');
    await link('user_subject', kofi.token, { ...entry, subjectRank: 7 });
    expect(await followed(kofi)).toEqual([]);
    await unlink('user_subject', kofi.token, entry);
    await notices.follow(kofi, 'subject', subject);
    await link('user_subject', kofi.token, entry);
    await unlink('user_subject', kofi.token, entry);
    expect(await followed(kofi)).toMatchObject([{ level: 'all' }]);
    await notices.follow(kofi, 'subject', subject, 'digest');
    await link('user_subject', kofi.token, entry);
    await unlink('user_subject', kofi.token, entry);
    expect(await followed(kofi)).toEqual([]);
  });

  it('can be asked for one thing', async () => {
    await notices.follow(kofi, 'chapter', chain, 'digest');
    await notices.follow(kofi, 'user', meera.userId);
    const ask = async (query: string) => {
      const { status, body } = await gyan.request(`/r/follows?${query}`, { token: kofi.token });
      return status === 200 ? calls['GET /r/follows'].answer.parse(body).followVec : status;
    };
    expect(await ask(`kind=chapter&id=${chain}`)).toMatchObject([
      { kind: 'chapter', id: chain, level: 'digest' },
    ]);
    expect(await ask(`kind=subject&id=${chain}`)).toEqual([]);
    expect(await ask('kind=user')).toMatchObject([{ kind: 'user', id: meera.userId }]);
    expect([await ask('kind=card'), await ask('kind=user&id=x')]).toEqual([400, 400]);
  });
});

describe('followers', () => {
  it('of a chain, or of a subject with the chain, are told of new cards, once, and no longer when it is removed', async () => {
    const [both, other] = [await gyan.signedIn(), await gyan.signedIn()];
    for (const one of [kofi, both]) await notices.follow(one, 'chapter', chain);
    for (const one of [both, other, meera]) await notices.follow(one, 'subject', subject, 'digest');
    const [first, second] = [await cardOf(meera), await cardOf(meera)];
    await add(first);
    await add(second);
    await add(second);
    const inChain = {
      kind: 'card_in_followed',
      text: 'Meera added something new to “Waves”',
      href: `/ch/${chain}`,
    };
    expect((await notices.list(kofi)).noticeModelVec).toMatchObject([
      { ...inChain, object: { kind: 'chapter', id: chain }, actorCount: 1 },
    ]);
    expect((await notices.list(both)).noticeModelVec).toMatchObject([inChain]);
    expect((await notices.list(other)).noticeModelVec).toMatchObject([
      { text: 'Meera added something new to “Optics”', href: `/sub/${subject}` },
    ]);
    expect(await notices.count(meera)).toBe(0);
    await unlink('chapter_post', meera.token, { chapterId: chain, postId: first });
    expect([await notices.count(kofi), await notices.count(other)]).toEqual([1, 1]);
    await gyan.request(`/r/post?postId=${second}`, { method: 'DELETE', token: meera.token });
    expect([await notices.count(kofi), await notices.count(other)]).toEqual([0, 0]);
  });

  it('of a subject are told of new chains', async () => {
    await notices.follow(kofi, 'subject', subject);
    const { id } = await createdChain(gyan, meera.token, { subjectId: subject });
    expect(await notices.texts(kofi)).toEqual(['Meera added something new to “Optics”']);
    await unlink('subject_chapter', meera.token, { subjectId: subject, chapterId: id });
    expect(await notices.texts(kofi)).toEqual([]);
    await link('subject_chapter', meera.token, { subjectId: subject, chapterId: id });
    expect(await notices.texts(kofi)).toEqual(['Meera added something new to “Optics”']);
  });

  it('are told once of what was added before it was public', async () => {
    await notices.follow(kofi, 'subject', subject);
    const { id } = await createdChain(gyan, meera.token, { subjectId: subject, visibility: 'draft' });
    const card = await posted(gyan, meera.token, { ...customForm, visibility: 'draft' });
    await add(card.id, id);
    const texts: string[][] = [];
    const note = async () => texts.push(await notices.texts(kofi));
    const setChain = (visibility: string) => notices.put('/r/chapter', meera, { chapterId: id, visibility });
    const setCard = (visibility: string) => editCard(gyan, meera.token, { postId: card.id, visibility });
    await note();
    await setChain('public');
    await note();
    await notices.seeAll(kofi);
    await setCard('public');
    await note();
    await notices.seeAll(kofi);
    await setCard('draft');
    await setCard('public');
    await setChain('unlisted');
    await setChain('public');
    await note();
    const news = 'Meera added something new to “Optics”';
    expect(texts).toEqual([[], [news], [news, news], []]);
  });

  it('of a person and of a topic are told of a new card, each once', async () => {
    const [topic] = await gyan.db.query<{ id: number }>(sql`select id from topics`);
    const [ofTopic, both] = [await gyan.signedIn(), await gyan.signedIn()];
    for (const one of [kofi, both]) await notices.follow(one, 'user', meera.userId);
    for (const one of [ofTopic, both]) await notices.follow(one, 'topic', topic?.id ?? 0);
    const card = await posted(gyan, meera.token, { title: 'Lava', statusText: 'What volcanoes throw out.' });
    for (const one of [kofi, ofTopic, both]) {
      expect((await notices.list(one)).noticeModelVec).toMatchObject([
        { text: 'Meera posted “Lava”', object: { kind: 'post', id: card.id }, href: `/pd/${card.urlText}` },
      ]);
    }
  });

  it('who are blocked, muted the author or switched it off are not told', async () => {
    const [blocked, muting, off] = [await gyan.signedIn(), await gyan.signedIn(), await gyan.signedIn()];
    for (const one of [blocked, muting, off]) await notices.follow(one, 'chapter', chain);
    await notices.block(meera, blocked);
    await notices.mute(muting, meera);
    await notices.put('/r/notice_settings', off, { kinds: { card_in_followed: { app: false } } });
    await add(await cardOf(meera));
    const rows = await gyan.db.query(sql`
      select from notices where user_id = any (${[blocked, muting, off].map(({ userId }) => userId)})`);
    expect(rows).toEqual([]);
  });

  describe('by thousands', () => {
    const follow = (amount: number) =>
      gyan.db.query(sql`
        with people as (
          insert into users (email, first_name, last_name, email_verified_at)
          select 'follower-' || ${chain}::text || '-' || n || '@example.org', 'Follower', n::text, now()
          from generate_series(1, ${amount}::integer) as n
          returning id
        )
        insert into follows (user_id, kind, thing_id, level) select id, 'chain', ${chain}, 'all' from people`);
    const told = async () =>
      (await gyan.db.query(sql`select from notices where object_kind = 'chain' and object_id = ${chain}`))
        .length;

    it('are told in one statement up to a thousand, the others by jobs, each once', async () => {
      await follow(2500);
      const card = await cardOf(meera);
      const few = await makeChain(gyan.db, { ownerId: meera.userId });
      const usual = await countStatements(() => add(card, few));
      // The job is enqueued.
      expect(await countStatements(() => add(card))).toBe(usual + 1);
      expect(await told()).toBe(1000);
      await settleJobs(gyan.deps);
      expect(await told()).toBe(2500);
      const news = {
        objectId: chain,
        ownerId: meera.userId,
        actorId: meera.userId,
        actId: card,
        closerChainId: null,
      };
      await gyan.db.query(
        sql`update notices set seen_at = now() where object_id = ${chain} and object_kind = 'chain'`,
      );
      await enqueue(gyan.db, 'notices.tellFollowers', {
        ...news,
        followedKind: 'chain',
        followedId: chain,
        objectKind: 'chain',
        afterId: 0,
      });
      await settleJobs(gyan.deps);
      expect(await told()).toBe(2500);
    });

    it('are not told later of a card that is gone', async () => {
      await follow(1200);
      const card = await cardOf(meera);
      await add(card);
      await unlink('chapter_post', meera.token, { chapterId: chain, postId: card });
      expect(await told()).toBe(0);
      await settleJobs(gyan.deps);
      expect(await told()).toBe(0);
    });
  });
});
