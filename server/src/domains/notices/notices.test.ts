import { calls } from '@gyan/contract/calls.ts';
import { noticeKinds } from '@gyan/contract/notices.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueToken } from '#domains/auth/actions.ts';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { settleJobs } from '#test/jobs.ts';
import { noticeCalls, type Person } from '#test/notices.ts';
import { tell } from './tell.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let owner: Person;
let meera: Person;
let kofi: Person;
let ana: Person;
let lin: Person;
let card: number;

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
});
afterAll(() => gyan.close());

const person = (firstName: string) => gyan.signedIn({ firstName, lastName: 'Rao', role: 'kCreator' });

beforeEach(async () => {
  owner = await person('Olu');
  meera = await person('Meera');
  kofi = await person('Kofi');
  ana = await person('Ana');
  lin = await person('Lin');
  card = await makeCard(gyan.db, { ownerId: owner.userId, title: 'Orion' });
});

describe('likes of one card', () => {
  it('are one notice, which names the latest and moves to the top', async () => {
    const other = await makeCard(gyan.db, { ownerId: owner.userId, title: 'Tides' });
    await notices.like(meera, card);
    expect(await notices.texts(owner)).toEqual(['Meera liked “Orion”']);
    await notices.like(kofi, card);
    await notices.like(ana, other);
    await notices.like(ana, card);
    expect(await notices.texts(owner)).toEqual(['Ana, Kofi and Meera liked “Orion”', 'Ana liked “Tides”']);
    await notices.like(lin, card);
    const { noticeModelVec, unreadCount } = await notices.list(owner);
    expect(unreadCount).toBe(2);
    expect(noticeModelVec[0]).toMatchObject({
      kind: 'like',
      text: 'Lin, Ana and 2 others liked “Orion”',
      actorCount: 4,
      actorVec: [{ userId: lin.userId }, { userId: ana.userId }, { userId: kofi.userId }],
      object: { kind: 'post', id: card, title: 'Orion' },
      unread: true,
    });
    expect(noticeModelVec[0]?.href).toBe(`/pd/${noticeModelVec[0]?.object.urlText}`);
    await notices.like(lin, card, false);
    await notices.like(ana, card, false);
    expect(await notices.texts(owner)).toContain('Kofi and Meera liked “Orion”');
  });

  it('make a new notice of new people after it was read, and leave both when taken back', async () => {
    await notices.like(meera, card);
    await notices.like(kofi, card);
    await notices.seeAll(owner);
    expect(await notices.count(owner)).toBe(0);
    await notices.like(ana, card);
    expect(await notices.texts(owner)).toEqual(['Ana liked “Orion”', 'Kofi and Meera liked “Orion”']);
    await notices.like(kofi, card, false);
    expect(await notices.texts(owner)).toEqual(['Ana liked “Orion”', 'Meera liked “Orion”']);
    await notices.like(meera, card, false);
    await notices.like(ana, card, false);
    expect(await notices.list(owner)).toEqual({ noticeModelVec: [], unreadCount: 0 });
  });

  it('of chains and subjects are told too, but nobody is told of their own', async () => {
    const chain = await makeChain(gyan.db, { ownerId: owner.userId, title: 'Waves' });
    const subject = await makeSubject(gyan.db, { ownerId: owner.userId, title: 'Optics' });
    for (const one of [owner, meera]) {
      await notices.put('/r/chapter_like', one, { chapterId: chain, liked: true });
      await notices.put('/r/subject_like', one, { subjectId: subject, liked: true });
      await notices.like(one, card);
      await notices.comment(one, card);
    }
    const { noticeModelVec } = await notices.list(owner);
    expect(noticeModelVec.map(({ text, href }) => [text, href.replace(/\/pd\/[^#]+/, '/pd')])).toEqual([
      ['Meera commented on “Orion”', expect.stringMatching(/^\/pd#comment-\d+$/)],
      ['Meera liked “Orion”', '/pd'],
      ['Meera liked “Optics”', `/sub/${subject}`],
      ['Meera liked “Waves”', `/ch/${chain}`],
    ]);
  });

  it('by a thousand people are one row, with the right count after half of them took theirs back', async () => {
    const likers = await gyan.db.query<{ id: number }>(sql`
      insert into users (email, first_name, last_name, email_verified_at)
      select 'liker-' || ${card}::text || '-' || n || '@example.org', 'Liker', n::text, now()
      from generate_series(1, 1000) as n
      returning id`);
    const setLikes = async (from: number, to: number, liked: boolean) => {
      // In small transactions: the many versions of one row within one make it slow.
      for (let first = from; first < to; first += 100) {
        const ids = likers.slice(first, Math.min(first + 100, to)).map(({ id }) => id);
        await gyan.db.query(
          sql`select set_card_like(${card}, id, ${liked}) from unnest(${ids}::bigint[]) as liker (id)`,
        );
      }
    };
    await setLikes(0, 1000, true);
    const rows = () => gyan.db.query(sql`select actor_count from notices where user_id = ${owner.userId}`);
    expect(await rows()).toEqual([{ actor_count: 1000 }]);
    expect((await notices.list(owner)).noticeModelVec[0]?.text).toMatch(
      /^Liker, Liker and 998 others liked “Orion”$/,
    );
    for (const { id } of likers.slice(0, 3)) {
      await notices.like({ userId: id, token: await issueToken(gyan.db, id, 'test') }, card, false);
    }
    await setLikes(3, 500, false);
    expect(await rows()).toEqual([{ actor_count: 500 }]);
    expect((await notices.list(owner)).noticeModelVec).toMatchObject([{ actorCount: 500, unread: true }]);
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });

  it('at the same time are all counted', async () => {
    const likers = await Promise.all(Array.from({ length: 12 }, () => gyan.signedIn()));
    await Promise.all(likers.map((one) => notices.like(one, card)));
    expect((await notices.list(owner)).noticeModelVec).toMatchObject([{ actorCount: 12 }]);
    await Promise.all([
      ...likers.slice(0, 8).map((one) => notices.like(one, card, false)),
      notices.seeAll(owner),
      notices.like(meera, card),
    ]);
    const { noticeModelVec } = await notices.list(owner);
    expect(noticeModelVec.reduce((sum, { actorCount }) => sum + actorCount, 0)).toBe(5);
    expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
  });
});

describe('an event and its notice', () => {
  it('are both undone when the transaction fails', async () => {
    const failed = gyan.db.transaction(async (tx) => {
      await tx.query(sql`select set_card_like(${card}, ${meera.userId}, true)`);
      await tx.query(
        sql`insert into comments (card_id, owner_id, text) values (${card}, ${meera.userId}, 'Hm.')`,
      );
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await notices.list(owner)).toEqual({ noticeModelVec: [], unreadCount: 0 });
  });

  it('fail together when the notice cannot be written', async () => {
    await gyan.db.query(sql`
      alter table notices add constraint refused check (object_id <> 0 and kind <> 'like') not valid`);
    try {
      const answer = await gyan.request('/r/post_like', {
        method: 'PUT',
        token: meera.token,
        body: { postId: card, liked: true },
      });
      expect(answer.status).toBe(500);
    } finally {
      await gyan.db.query(sql`alter table notices drop constraint refused`);
    }
    expect(await gyan.db.query(sql`select from card_likes where card_id = ${card}`)).toEqual([]);
  });

  it('vanish with the thing they are about', async () => {
    await notices.like(meera, card);
    const said = await notices.comment(owner, card);
    await notices.comment(meera, card, 'So it is.', said.id);
    expect(await notices.count(owner)).toBe(2);
    await gyan.request(`/r/post?postId=${card}`, { method: 'DELETE', token: owner.token });
    expect(await notices.list(owner)).toEqual({ noticeModelVec: [], unreadCount: 0 });
    expect(await gyan.db.query(sql`select from notices where user_id = ${owner.userId}`)).toEqual([]);
  });
});

describe('people whom the reader does not want to see', () => {
  it('are left out of names and counts, from the moment of the block or mute on', async () => {
    for (const one of [meera, kofi, ana]) await notices.like(one, card);
    const alone = await makeCard(gyan.db, { ownerId: owner.userId, title: 'Tides' });
    await notices.like(ana, alone);
    expect(await notices.count(owner)).toBe(2);
    await notices.mute(owner, ana);
    expect(await notices.texts(owner)).toEqual(['Kofi and Meera liked “Orion”']);
    expect(await notices.count(owner)).toBe(1);
    await notices.block(owner, kofi);
    expect(await notices.texts(owner)).toEqual(['Meera liked “Orion”']);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${meera.userId}`);
    expect(await notices.list(owner)).toEqual({ noticeModelVec: [], unreadCount: 0 });
    await notices.block(owner, kofi, false);
    await notices.mute(owner, ana, false);
    expect(
      (await notices.list(owner)).noticeModelVec
        .map(({ actorCount }) => actorCount)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2]);
  });

  it('make no notice while they are muted', async () => {
    await notices.mute(owner, ana);
    await notices.like(ana, card);
    await notices.comment(ana, card);
    await notices.mute(owner, ana, false);
    expect(await notices.count(owner)).toBe(0);
  });

  it('hide things of theirs, too', async () => {
    const said = await notices.comment(meera, card);
    await notices.comment(kofi, card, 'Indeed.', said.id);
    expect(await notices.texts(meera)).toEqual(['Kofi answered your comment on “Orion”']);
    await notices.block(meera, owner);
    expect(await notices.list(meera)).toEqual({ noticeModelVec: [], unreadCount: 0 });
  });
});

describe('the count', () => {
  const ask = (tag?: string) =>
    gyan.request('/r/notice_count', {
      token: owner.token,
      ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
    });

  it('is sent again only if it changed', async () => {
    await notices.like(meera, card);
    const first = await ask();
    expect([first.status, first.body]).toEqual([200, { unreadCount: 1 }]);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const second = await ask(etag);
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask(`W/${etag}`)).status).toBe(304);
    await notices.comment(kofi, card);
    expect((await ask(etag)).body).toEqual({ unreadCount: 2 });
  });
});

describe('marking as read', () => {
  it('takes one notice, or all, and never one of another', async () => {
    await notices.like(meera, card);
    await notices.comment(kofi, card);
    const [first] = (await notices.list(owner)).noticeModelVec;
    expect(await notices.put('/r/notices_seen', owner, { noticeId: first?.noticeId })).toEqual({
      unreadCount: 1,
    });
    expect((await notices.list(owner)).noticeModelVec.map(({ unread }) => unread)).toEqual([false, true]);
    const foreign = await gyan.request('/r/notices_seen', {
      method: 'PUT',
      token: meera.token,
      body: { noticeId: first?.noticeId },
    });
    expect(foreign.status).toBe(404);
    expect(await notices.seeAll(owner)).toEqual({ unreadCount: 0 });
  });
});

describe('the list', () => {
  it('comes in pages, newest first, and can be of one kind', async () => {
    const cards = [card];
    for (let n = 0; n < 6; n += 1) cards.push(await makeCard(gyan.db, { ownerId: owner.userId }));
    for (const id of cards) await notices.like(meera, id);
    await notices.comment(meera, card);
    const ids: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await notices.list(owner, `?limit=3&kind=like${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.unreadCount).toBe(8);
      ids.push(...page.noticeModelVec.map(({ object }) => object.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(cards.toReversed());
    expect((await notices.list(owner, '?kind=comment')).noticeModelVec).toHaveLength(1);
    expect((await gyan.request('/r/notices?kind=gossip', { token: owner.token })).status).toBe(400);
  });
});

describe('settings', () => {
  const read = async (one: Person) =>
    calls['GET /r/notice_settings'].answer.parse(
      (await gyan.request('/r/notice_settings', { token: one.token })).body,
    ).settings;

  it('list every kind, change in part, and switch kinds off', async () => {
    const before = await read(owner);
    expect(Object.keys(before.kinds).toSorted()).toEqual([...noticeKinds].toSorted());
    expect(before).toMatchObject({
      digest: 'weekly',
      kinds: { like: { app: true, mail: true }, review_due: { app: false } },
    });
    expect(Buffer.from(before.pushKey, 'base64url')).toHaveLength(65);
    await notices.put('/r/notice_settings', owner, { kinds: { like: { app: false } } });
    await notices.put('/r/notice_settings', owner, { digest: 'daily', kinds: { like: { mail: false } } });
    expect(await read(owner)).toEqual({
      ...before,
      digest: 'daily',
      kinds: { ...before.kinds, like: { ...before.kinds.like, app: false, mail: false } },
    });
    await notices.like(meera, card);
    await notices.comment(meera, card);
    expect(await notices.texts(owner)).toEqual(['Meera commented on “Orion”']);
    expect(await read(meera)).toEqual(before);
  });

  it('refuse what is no setting', async () => {
    for (const body of [
      { digest: 'hourly' },
      { kinds: { gossip: { app: true } } },
      { kinds: { like: { app: 'x' } } },
    ]) {
      const answer = await gyan.request('/r/notice_settings', { method: 'PUT', token: owner.token, body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  });
});

describe('what admins decide', () => {
  it('is told to the owner without the admin, and taken back with the decision', async () => {
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const own = await makeCard(gyan.db, { ownerId: admin.userId });
    const chain = await makeChain(gyan.db, { ownerId: owner.userId, title: 'Waves' });
    await notices.put('/r/post_quality', admin, { postId: card, quality: 'kQualityGreat' });
    await notices.put('/r/chapter_quality', admin, { chapterId: chain, quality: 'kQualityGreat' });
    for (const postId of [card, own]) await notices.put('/r/post_lock', admin, { postId, toLock: true });
    const { noticeModelVec } = await notices.list(owner);
    expect(noticeModelVec.map(({ text, actorVec, actorCount }) => [text, actorVec, actorCount])).toEqual([
      ['“Orion” was locked by an admin', [], 0],
      ['“Waves” was marked as great', [], 0],
      ['“Orion” was marked as great', [], 0],
    ]);
    expect(await notices.count(admin)).toBe(0);
    await notices.put('/r/post_lock', admin, { postId: card, toLock: false });
    await notices.put('/r/post_quality', admin, { postId: card, quality: 'kQualityRegular' });
    expect(await notices.texts(owner)).toEqual(['“Waves” was marked as great']);
  });

  it.each([true, false])('about creator access is told (granted: %s)', async (granted) => {
    const [admin, asking] = [await gyan.signedIn({ role: 'kAdmin' }), await gyan.signedIn()];
    await gyan.request('/r/creator_request', {
      method: 'POST',
      token: asking.token,
      body: { message: 'Please.' },
    });
    await notices.put('/r/creator_request', admin, { userId: asking.userId, granted });
    expect((await notices.list(asking)).noticeModelVec).toMatchObject([
      {
        kind: 'creator_access',
        text: `Your request for creator access was ${granted ? 'granted' : 'declined'}`,
        href: granted ? '/cp' : '/feed',
      },
    ]);
  });
});

it('a remix names who made it', async () => {
  await gyan.db.transaction((tx) =>
    tell(tx, [owner.userId], {
      kind: 'remix',
      object: { kind: 'card', id: card },
      ownerId: owner.userId,
      actorId: meera.userId,
      actId: 5,
    }),
  );
  expect(await notices.texts(owner)).toEqual(['Meera made a remix of “Orion”']);
});

it('notices that were read long ago are deleted, unread ones are kept', async () => {
  await notices.like(meera, card);
  await notices.seeAll(owner);
  await notices.like(kofi, card);
  await gyan.db.query(sql`
    update notices set moved_at = moved_at - interval '91 days', seen_at = seen_at - interval '91 days'
    where user_id = ${owner.userId}`);
  await enqueue(gyan.db, 'notices.tidy', {});
  await settleJobs(gyan.deps);
  expect(await notices.texts(owner)).toEqual(['Kofi liked “Orion”']);
});
