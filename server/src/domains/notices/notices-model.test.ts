import type { NoticeModel as WireNotice } from '@gyan/contract/notices.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { NoticeModel } from '#test/notice-model.ts';
import { noticeCalls, type Person } from '#test/notices.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let people: Person[];

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
  people = await Promise.all(Array.from({ length: 4 }, () => gyan.signedIn({ role: 'kCreator' })));
});
afterAll(() => gyan.close());

const who = fc.nat({ max: 3 });
const nth = fc.nat({ max: 7 });
const name = <Name extends string>(value: Name) => fc.constant(value);
const anyAction = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: name('like'), by: who, card: nth, liked: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      name: name('comment'),
      by: who,
      card: nth,
      answerTo: fc.option(nth),
      mentioned: fc.array(who, { maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ name: name('uncomment'), comment: nth }) },
  { weight: 2, arbitrary: fc.record({ name: name('mute'), by: who, other: who, muted: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ name: name('block'), by: who, other: who, blocked: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ name: name('seeAll'), by: who }) },
  { weight: 3, arbitrary: fc.record({ name: name('see'), by: who, place: nth }) },
  { weight: 1, arbitrary: fc.record({ name: name('delete'), card: nth }) },
);
type Action = typeof anyAction extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const shown = ({ kind, object, actorCount, actorVec, unread }: WireNotice) => ({
  key: `${kind} ${object.kind === 'post' ? 'card' : object.kind} ${object.id}`,
  actorCount,
  named: actorVec.map(({ userId }) => userId),
  unread,
});

interface World {
  model: NoticeModel;
  /** Cards by their owners. */
  cards: { id: number; owner: Person }[];
}

const at = (place: number): Person => people[place] as Person;

/** Does the same over HTTP and in the model; what the rules forbid is left out. */
async function perform({ model, cards }: World, action: Action): Promise<void> {
  const pick = (place: number) => cards[place % Math.max(cards.length, 1)];
  if (action.name === 'like' || action.name === 'comment') {
    const card = pick(action.card);
    const by = at(action.by);
    if (!card || !model.canReach(by.userId, card.id)) return;
    if (action.name === 'like') {
      await notices.like(by, card.id, action.liked);
      model.setLike(by.userId, card.id, action.liked);
      return;
    }
    const answerable = model.comments.filter(
      (comment) => comment.card === card.id && !model.isBlocked(by.userId, comment.by),
    );
    const answered = action.answerTo === null ? undefined : answerable[action.answerTo];
    const mentioned = [...new Set(action.mentioned)].map((place) => at(place).userId);
    const text = ['Hm', ...mentioned.map((id) => `@[${id}]`)].join(' ');
    const { id, answerTo } = await notices.comment(by, card.id, text, answered?.id);
    expect(answerTo ?? undefined).toBe(answered?.answerTo ?? answered?.id);
    model.addComment({ id, card: card.id, by: by.userId, answerTo: answerTo ?? null, mentioned });
  }
  if (action.name === 'uncomment') {
    const comment = model.comments[action.comment];
    if (!comment) return;
    await notices.uncomment(people.find(({ userId }) => userId === comment.by) ?? at(0), comment.id);
    model.deleteComment(comment);
  }
  if (action.name === 'delete') {
    const card = pick(action.card);
    if (!card) return;
    const { id, owner } = card;
    await gyan.request(`/r/post?postId=${id}`, { method: 'DELETE', token: owner.token });
    model.deleteCard(id);
    cards.splice(cards.indexOf(card), 1);
  }
  if (action.name === 'mute' || action.name === 'block') {
    const [by, other] = [at(action.by), at(action.other)];
    if (by === other) return;
    if (action.name === 'block') {
      await notices.block(by, other, action.blocked);
      model.setBlock(by.userId, other.userId, action.blocked);
    } else if (!action.muted || !model.isBlocked(by.userId, other.userId)) {
      await notices.mute(by, other, action.muted);
      model.setMute(by.userId, other.userId, action.muted);
    }
  }
  if (action.name === 'seeAll') {
    await notices.seeAll(at(action.by));
    model.seeAll(at(action.by).userId);
  }
  if (action.name === 'see') {
    const notice = (await notices.list(at(action.by))).noticeModelVec[action.place];
    if (!notice) return;
    await notices.put('/r/notices_seen', at(action.by), { noticeId: notice.noticeId });
    model.see(at(action.by).userId, action.place);
  }
}

async function check(model: NoticeModel): Promise<void> {
  for (const person of people) {
    const expected = model.list(person.userId);
    const { noticeModelVec, unreadCount } = await notices.list(person, '?limit=50');
    expect(noticeModelVec.map(shown)).toEqual(expected);
    const unread = expected.filter((notice) => notice.unread).length;
    expect([unreadCount, await notices.count(person)]).toEqual([unread, unread]);
  }
}

async function newWorld(): Promise<World> {
  await gyan.db.query(sql`delete from blocks`);
  await gyan.db.query(sql`delete from mutes`);
  await gyan.db.query(sql`delete from cards`);
  const cards = [];
  for (const owner of [at(0), at(0), at(1)]) {
    cards.push({ owner, id: await makeCard(gyan.db, { ownerId: owner.userId }) });
  }
  return { cards, model: new NoticeModel(new Map(cards.map(({ id, owner }) => [id, owner.userId]))) };
}

it('are what a plain reading of what people did makes them, whatever they did', async () => {
  // A fixed seed, so that every run does the same.
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 10, maxLength: 45 }), async (actions) => {
      const world = await newWorld();
      for (const [index, action] of actions.entries()) {
        await perform(world, action);
        if (index % 15 === 14) await check(world.model);
      }
      await check(world.model);
      expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
    }),
    { numRuns: 15, seed: 26 },
  );
}, 120_000);
