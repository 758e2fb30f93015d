import { type AnswerOf, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject, makeUser } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

type Profile = AnswerOf<'GET /user_profile'>;

async function profile(id: number, query = '', token?: string): Promise<Profile> {
  const answer = await gyan.request(`${token ? '/r' : ''}/user_profile?id=${id}${query}`, { token });
  expect(answer.status).toBe(200);
  return calls['GET /user_profile'].answer.parse(answer.body);
}

const status = async (id: number, token?: string) =>
  (await gyan.request(`${token ? '/r' : ''}/user_profile?id=${id}`, { token })).status;

const idsOf = (page: Profile) => ({
  cards: page.postModelVec.map((card) => card.id),
  chains: page.chapterModelVec.map((chain) => chain.id),
  subjects: page.subjectModelVec.map((subject) => subject.id),
});

describe('a profile', () => {
  let ownerId: number;
  const made = { cards: [] as number[], chains: [] as number[], subjects: [] as number[] };
  beforeAll(async () => {
    ownerId = await makeUser(gyan.db, {
      role: 'kCreator',
      firstName: 'Mira',
      email: 'mira.profile@example.org',
    });
    for (let i = 0; i < 5; i += 1) {
      made.cards.unshift(await makeCard(gyan.db, { ownerId, createdAt: new Date(1_700_000_000_000 + i) }));
    }
    for (let i = 0; i < 3; i += 1)
      made.chains.unshift(await makeChain(gyan.db, { ownerId, cardIds: made.cards.slice(0, 1) }));
    made.subjects.unshift(await makeSubject(gyan.db, { ownerId, chainIds: made.chains.slice(0, 1) }));
    await makeCard(gyan.db);
  });

  it('has a person, what they made, newest first, and how much of it there is', async () => {
    const answer = await profile(ownerId);
    expect(answer.userModel).toMatchObject({ userId: ownerId, firstName: 'Mira' });
    expect(idsOf(answer)).toEqual(made);
    expect(answer).toMatchObject({ postCount: 5, chapterCount: 3, subjectCount: 1 });
    expect(answer.nextCursor).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain('mira.profile');
    expect(answer.userModel.userRole).toBeUndefined();
  });

  it('goes on from one cursor in all lists together, and in each alone', async () => {
    for (const token of [undefined, (await gyan.signedIn()).token]) {
      const first = await profile(ownerId, '&limit=2', token);
      expect(idsOf(first)).toEqual({
        cards: made.cards.slice(0, 2),
        chains: made.chains.slice(0, 2),
        subjects: made.subjects,
      });
      const second = await profile(ownerId, `&limit=2&cursor=${first.nextCursor}`, token);
      expect(idsOf(second)).toEqual({
        cards: made.cards.slice(2, 4),
        chains: made.chains.slice(2),
        subjects: [],
      });
      const third = await profile(ownerId, `&limit=2&cursor=${second.nextCursor}`, token);
      expect(idsOf(third)).toEqual({ cards: made.cards.slice(4), chains: [], subjects: [] });
      expect(third.nextCursor).toBeUndefined();

      const chains = await profile(ownerId, `&limit=2&only=chapter&cursor=${first.nextCursor}`, token);
      expect(idsOf(chains)).toEqual({ cards: [], chains: made.chains.slice(2), subjects: [] });
      expect(chains.nextCursor).toBeUndefined();
      const cards = await profile(ownerId, `&limit=2&only=post&cursor=${first.nextCursor}`, token);
      expect(idsOf(cards)).toEqual({ cards: made.cards.slice(2, 4), chains: [], subjects: [] });
      const rest = await profile(ownerId, `&limit=2&only=post&cursor=${cards.nextCursor}`, token);
      expect(idsOf(rest)).toEqual({ cards: made.cards.slice(4), chains: [], subjects: [] });
      expect(rest).toMatchObject({ postCount: 5, chapterCount: 3 });
    }
  });

  it('tells a viewer how they stand to the person, whom both know, and what they may do', async () => {
    const viewer = await gyan.signedIn();
    const friend = await makeUser(gyan.db, { firstName: 'Common', lastName: 'Friend' });
    await makeConnection(gyan.db, viewer.userId, friend);
    await makeConnection(gyan.db, ownerId, friend);
    const answer = await profile(ownerId, '', viewer.token);
    expect(answer.userModel).toMatchObject({ connected: false, sentConnRequest: false });
    expect(answer.mutualUserModelVec).toMatchObject([{ userId: friend, firstName: 'Common' }]);
    expect(answer.postModelVec[0]).toMatchObject({ likedByViewer: false, can: { edit: false, like: true } });
    expect(JSON.stringify(answer)).not.toContain('mira.profile');
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    expect((await profile(ownerId, '', admin.token)).userModel).toMatchObject({
      userRole: 'kCreator',
      can: { edit: false, setRole: true },
    });
    const me = (await profile(viewer.userId, '', viewer.token)).userModel;
    expect(me).toMatchObject({ userRole: 'kRegular', can: { edit: true, setRole: false } });
    expect(me.emailId).toContain('@');
    expect(me.connected).toBeUndefined();
  });

  it('says what the person wrote, follows and pinned', async () => {
    const mira = await gyan.signedIn({ role: 'kCreator' });
    const change = async (path: string, body: object) => {
      const answer = await gyan.request(path, { method: 'PUT', token: mira.token, body });
      return {
        status: answer.status,
        user: (answer.body as Partial<AnswerOf<'PUT /r/updateuserbio'>>).userModel,
      };
    };
    const card = await makeCard(gyan.db, { ownerId: mira.userId });
    const [topic] = await gyan.db.query<{ id: number }>(
      sql`insert into topics (name) values ('Rivers') returning id`,
    );
    await gyan.db.query(
      sql`insert into user_topics (user_id, topic_id, rank) values (${mira.userId}, ${topic?.id}, 1)`,
    );
    const bio = `Rivers,\nand ${'𝄞'.repeat(288)}`;
    expect((await change('/r/updateuserbio', { bio: `  ${bio} ` })).user?.bio).toBe(bio);
    expect((await change('/r/updateuserbio', { bio: `${bio}more` })).status).toBe(400);
    expect((await change('/r/updatepinnedpost', { postId: card })).user?.pinnedPostId).toBe(card);
    const { token } = await gyan.signedIn();
    for (const viewer of [undefined, token, mira.token]) {
      const shown = await profile(mira.userId, '', viewer);
      expect(shown.userModel).toMatchObject({ bio, pinnedPostId: card });
      expect(shown.pinnedPostModel).toMatchObject({ id: card, ownerModel: { userId: mira.userId } });
      expect(shown.topicModelVec).toMatchObject([{ id: topic?.id, name: 'Rivers' }]);
      expect((await profile(mira.userId, '&only=post', viewer)).pinnedPostModel).toBeUndefined();
    }

    await gyan.request(`/r/post?postId=${card}`, { method: 'DELETE', token: mira.token });
    expect((await change('/r/updateuserbio', { bio: ' ' })).user).toMatchObject({
      bio: null,
      pinnedPostId: null,
    });
    const empty = await profile(mira.userId);
    expect(empty.userModel.bio).toBeUndefined();
    expect(empty.pinnedPostModel).toBeUndefined();
    expect((await change('/r/updatepinnedpost', { postId: card })).status).toBe(404);
    expect((await change('/r/updatepinnedpost', {})).status).toBe(400);
  });

  it('is one statement, however much there is', async () => {
    const { token } = await gyan.signedIn();
    expect(await countStatements(() => profile(ownerId, '', token))).toBe(2);
    expect(await countStatements(() => profile(ownerId, '&limit=3'))).toBe(1);
  });
});

it('there is no profile of nobody, somebody who leaves, is not verified, or is blocked', async () => {
  const [viewer, deletedUser, blocker] = [
    await gyan.signedIn(),
    await makeUser(gyan.db),
    await makeUser(gyan.db),
  ];
  const unverified = await makeUser(gyan.db, { verified: false });
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${deletedUser}`);
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${blocker}, ${viewer.userId})`);
  for (const id of [deletedUser, unverified, 999_999_999]) {
    expect([await status(id), await status(id, viewer.token)]).toEqual([404, 404]);
  }
  expect([await status(blocker), await status(blocker, viewer.token)]).toEqual([200, 404]);
  expect((await gyan.request('/user_profile?id=nobody')).status).toBe(400);
});
