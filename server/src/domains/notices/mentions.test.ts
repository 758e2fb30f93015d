import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { noticeCalls, type Person } from '#test/notices.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let owner: Person;
let meera: Person;
let kofi: Person;
let card: number;

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
});
afterAll(() => gyan.close());

beforeEach(async () => {
  owner = await gyan.signedIn({ firstName: 'Olu', role: 'kCreator' });
  meera = await gyan.signedIn({ firstName: 'Meera', lastName: 'Rao' });
  kofi = await gyan.signedIn({ firstName: 'Kofi', lastName: 'Mensah' });
  card = await makeCard(gyan.db, { ownerId: owner.userId, title: 'Orion' });
});

const at = ({ userId }: Person) => `@[${userId}]`;
const edit = (one: Person, commentId: number, rawText: string) =>
  notices.put('/r/comment', one, { commentId, rawText });
const listed = async (one?: Person) =>
  (
    (await gyan.request(`${one ? '/r' : ''}/comments?postId=${card}`, { token: one?.token }))
      .body as AnswerOf<'GET /comments'>
  ).commentModelVec;

describe('a mention', () => {
  it('tells the person, names them in the comment, and leads to it', async () => {
    const said = await notices.comment(meera, card, `Look, ${at(kofi)}! ${at(kofi)}`);
    expect(said.mentionVec).toEqual([{ userId: kofi.userId, name: 'Kofi Mensah' }]);
    const { noticeModelVec } = await notices.list(kofi);
    expect(noticeModelVec).toMatchObject([
      {
        kind: 'mention',
        text: 'Meera mentioned you in a comment on “Orion”',
        object: { kind: 'comment', id: said.id, title: 'Orion' },
      },
    ]);
    expect(noticeModelVec[0]?.href).toMatch(new RegExp(`^/pd/[^#]+#comment-${said.id}$`));
    expect(await notices.texts(owner)).toEqual(['Meera commented on “Orion”']);
    expect((await listed())[0]?.mentionVec).toEqual([{ userId: kofi.userId, name: 'Kofi Mensah' }]);
    const detail = (await gyan.request(`/r/post?postId=${card}`, { token: owner.token }))
      .body as AnswerOf<'GET /r/post'>;
    expect(detail.commentModelVec[0]?.mentionVec).toHaveLength(1);
  });

  it('of the owner of the card tells them once, as a mention', async () => {
    await notices.comment(meera, card, `${at(owner)} well said`);
    expect(await notices.texts(owner)).toEqual(['Meera mentioned you in a comment on “Orion”']);
  });

  it('of the owner tells them as a comment if they switched mentions off', async () => {
    await notices.put('/r/notice_settings', owner, { kinds: { mention: { app: false } } });
    await notices.comment(meera, card, `${at(owner)} well said`);
    expect(await notices.texts(owner)).toEqual(['Meera commented on “Orion”']);
  });

  it('tells only people who can see the card and the author', async () => {
    const unverified = await gyan.signedIn({ verified: false });
    const [blockedByOwner, blockedMeera] = [await gyan.signedIn(), await gyan.signedIn()];
    await notices.block(owner, blockedByOwner);
    await notices.block(blockedMeera, meera);
    const said = await notices.comment(
      meera,
      card,
      [meera, unverified, blockedByOwner, blockedMeera, { userId: 999_999_999 } as Person].map(at).join(' '),
    );
    for (const one of [meera, blockedByOwner, blockedMeera]) expect(await notices.count(one)).toBe(0);
    expect(
      await gyan.db.query(sql`select from notices where object_id = ${said.id} and kind = 'mention'`),
    ).toEqual([]);
    expect((await listed(meera))[0]?.mentionVec?.map(({ userId }) => userId)).toEqual([
      meera.userId,
      blockedByOwner.userId,
    ]);
  });

  it('is taken back with the comment, and by an edit, which tells only people it mentions newly', async () => {
    const said = await notices.comment(meera, card, `${at(kofi)} look`);
    await notices.seeAll(kofi);
    await edit(meera, said.id, `${at(kofi)} and ${at(owner)} look`);
    expect(await notices.count(kofi)).toBe(0);
    expect(await notices.texts(owner)).toEqual([
      'Meera mentioned you in a comment on “Orion”',
      'Meera commented on “Orion”',
    ]);
    await edit(meera, said.id, `${at(owner)} look`);
    expect((await notices.list(kofi)).noticeModelVec).toEqual([]);
    await notices.uncomment(meera, said.id);
    expect((await notices.list(owner)).noticeModelVec).toEqual([]);
  });

  it('is possible for ten people, not for eleven', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => gyan.signedIn()));
    await notices.comment(meera, card, people.slice(0, 10).map(at).join(' '));
    expect(await Promise.all(people.map((one) => notices.count(one)))).toEqual([
      ...Array.from({ length: 10 }, () => 1),
      0,
    ]);
    const tooMany = await gyan.request('/r/comment', {
      method: 'POST',
      token: meera.token,
      body: { postId: card, rawText: people.map(at).join(' ') },
    });
    expect(tooMany.status).toBe(400);
    expect(tooMany.text).toContain('at most 10 people');
  });
});

describe('an answer', () => {
  it('tells the author of the comment, and the owner of the card', async () => {
    const said = await notices.comment(meera, card);
    await notices.seeAll(owner);
    const answer = await notices.comment(kofi, card, 'Indeed.', said.id);
    expect(answer.answerTo).toBe(said.id);
    expect((await notices.list(meera)).noticeModelVec).toMatchObject([
      {
        kind: 'comment',
        text: 'Kofi answered your comment on “Orion”',
        object: { kind: 'comment', id: said.id },
      },
    ]);
    expect((await notices.list(meera)).noticeModelVec[0]?.href).toContain(`#comment-${answer.id}`);
    expect((await notices.texts(owner))[0]).toBe('Kofi commented on “Orion”');
    await notices.uncomment(kofi, answer.id);
    expect((await notices.list(meera)).noticeModelVec).toEqual([]);
  });

  it('to an answer belongs to the same comment, whose author is told', async () => {
    const said = await notices.comment(meera, card);
    const first = await notices.comment(kofi, card, 'Indeed.', said.id);
    const second = await notices.comment(owner, card, 'Both right.', first.id);
    expect(second.answerTo).toBe(said.id);
    expect(await notices.texts(meera)).toEqual(['Olu and Kofi answered your comment on “Orion”']);
    expect(await listed()).toMatchObject([
      { id: second.id, answerTo: said.id },
      { id: first.id, answerTo: said.id },
      { id: said.id },
    ]);
  });

  it('stays as a comment of its own when the comment is deleted', async () => {
    const said = await notices.comment(meera, card);
    const answer = await notices.comment(kofi, card, 'Indeed.', said.id);
    await notices.uncomment(meera, said.id);
    const left = calls['GET /comments'].answer.parse({ commentModelVec: await listed() });
    expect(left.commentModelVec.map(({ id, answerTo }) => [id, answerTo])).toEqual([[answer.id, undefined]]);
    expect(await notices.count(meera)).toBe(0);
    expect(await notices.texts(owner)).toEqual(['Kofi commented on “Orion”']);
  });

  it('needs a comment on the same card that its author can see', async () => {
    const elsewhere = await notices.comment(meera, await makeCard(gyan.db));
    const hidden = await notices.comment(meera, card);
    await notices.block(meera, kofi);
    for (const answerTo of [elsewhere.id, hidden.id, 999_999_999]) {
      const answer = await gyan.request('/r/comment', {
        method: 'POST',
        token: kofi.token,
        body: { postId: card, rawText: 'Indeed.', answerTo },
      });
      expect([answerTo, answer.status]).toEqual([answerTo, 404]);
    }
    const [row] = await gyan.db.query<{ count: number }>(
      sql`select comment_count as count from cards where id = ${card}`,
    );
    expect(row?.count).toBe(1);
  });

  it('to a comment that is deleted at that moment is refused', async () => {
    const said = await notices.comment(meera, card);
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const deletion = gyan.db.transaction(async (tx) => {
      await tx.query(sql`update cards set comment_count = comment_count - 1 where id = ${card}`);
      await tx.query(sql`delete from comments where id = ${said.id}`);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const answering = gyan.request('/r/comment', {
      method: 'POST',
      token: kofi.token,
      body: { postId: card, rawText: 'Indeed.', answerTo: said.id },
    });
    await expect
      .poll(() =>
        gyan.db.query(sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1);
    release.resolve();
    await deletion;
    expect((await answering).status).toBe(404);
  });
});
