import { calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { customForm, deleteCard, editCard, posted } from '#test/cards.ts';
import { makeChain } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { noticeCalls, type Person } from '#test/notices.ts';

let gyan: TestApp;
let notices: ReturnType<typeof noticeCalls>;
let owner: Person;
let meera: Person;
let kofi: Person;
let admin: Person;
let card: number;

// The factory of chains gives them any score.
const brokenRules = () => brokenInvariants(gyan.db, ['a score follows its counts']);

beforeAll(async () => {
  gyan = await startApp();
  notices = noticeCalls(gyan);
});
afterAll(() => gyan.close());

beforeEach(async () => {
  owner = await gyan.signedIn({ firstName: 'Olu', role: 'kCreator' });
  meera = await gyan.signedIn({ firstName: 'Meera', role: 'kCreator' });
  kofi = await gyan.signedIn({ firstName: 'Kofi', role: 'kCreator' });
  admin = await gyan.signedIn({ firstName: 'Ada', role: 'kAdmin' });
  const form = { ...customForm, title: 'Orion', license: 'cc-by' };
  card = (await posted(gyan, owner.token, form)).id;
});

async function post(path: string, { token }: Person, body: object): Promise<unknown> {
  const answer = await gyan.request(path, { method: 'POST', token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function copyOf(id: number, who: Person, kind: 'post' | 'chapter' = 'post'): Promise<number> {
  const answer = calls['POST /r/remix'].answer.parse(await post('/r/remix', who, { kind, id }));
  return (answer.postModel ?? answer.chapterModel)?.id ?? 0;
}
async function setVisibility(postId: number, who: Person, visibility: 'draft' | 'unlisted' | 'public') {
  const answer = await editCard(gyan, who.token, { postId, visibility });
  expect(answer.status, answer.text).toBe(200);
}
async function suggest(who: Person, title: string, postId = card): Promise<number> {
  const body = await post('/r/suggestion', who, { postId, title });
  return calls['POST /r/suggestion'].answer.parse(body).suggestionModel.suggestionId;
}
const decide = (who: Person, suggestionId: number, accepted: boolean) =>
  notices.put('/r/suggestion', who, { suggestionId, accepted });

describe('the owner of a card', () => {
  it('is told of remixes while they are public', async () => {
    const copy = await copyOf(card, meera);
    expect(await notices.texts(owner)).toEqual([]);
    await setVisibility(copy, meera, 'unlisted');
    expect(await notices.texts(owner)).toEqual([]);
    await setVisibility(copy, meera, 'public');
    expect((await notices.list(owner)).noticeModelVec).toMatchObject([
      {
        kind: 'remix',
        text: 'Meera made a remix of “Orion”',
        href: `/pd/${copy}`,
        object: { kind: 'post', id: card },
      },
    ]);
    const other = await copyOf(card, kofi);
    await setVisibility(other, kofi, 'public');
    const own = await copyOf(card, owner);
    await setVisibility(own, owner, 'public');
    expect(await notices.texts(owner)).toEqual(['Kofi and Meera made a remix of “Orion”']);
    await setVisibility(copy, meera, 'draft');
    expect(await notices.texts(owner)).toEqual(['Kofi made a remix of “Orion”']);
    await setVisibility(copy, meera, 'public');
    await deleteCard(gyan, kofi.token, other);
    expect(await notices.texts(owner)).toEqual(['Meera made a remix of “Orion”']);
    expect(await brokenRules()).toEqual([]);
    await notices.block(meera, owner);
    expect(await notices.texts(owner)).toEqual([]);
  });

  it('is told of a suggestion, beside remixes, until it is decided', async () => {
    const copy = await copyOf(card, meera);
    await setVisibility(copy, meera, 'public');
    const first = await suggest(meera, 'Orion rises');
    const second = await suggest(kofi, 'Orion sets');
    expect((await notices.list(owner)).noticeModelVec).toMatchObject([
      {
        kind: 'remix',
        text: 'Kofi and Meera suggested a change to “Orion”',
        href: `/suggestions#suggestion-${second}`,
      },
      { text: 'Meera made a remix of “Orion”' },
    ]);
    expect(await brokenRules()).toEqual([]);
    await decide(owner, second, false);
    expect(await notices.texts(owner)).toContain('Meera suggested a change to “Orion”');
    await decide(owner, first, true);
    expect(await notices.texts(owner)).toEqual(['Meera made a remix of “Orion rises”']);
    expect(await brokenRules()).toEqual([]);
  });
});

it('the owner of a chain is told of its remix', async () => {
  const chain = await makeChain(gyan.db, { ownerId: owner.userId, title: 'Waves' });
  const copy = await copyOf(chain, meera, 'chapter');
  await notices.put('/r/chapter', meera, { chapterId: copy, visibility: 'public' });
  expect((await notices.list(owner)).noticeModelVec).toMatchObject([
    { text: 'Meera made a remix of “Waves”', href: `/ch/${copy}`, object: { kind: 'chapter', id: chain } },
  ]);
  await gyan.request(`/r/chapter?chapterId=${copy}`, { method: 'DELETE', token: meera.token });
  expect(await notices.texts(owner)).toEqual([]);
});

describe('the author of a suggestion', () => {
  it('is told of each decision', async () => {
    const accepted = await suggest(meera, 'Orion rises');
    await decide(owner, accepted, true);
    const declined = await suggest(meera, 'Orion again');
    await decide(owner, declined, false);
    expect((await notices.list(meera)).noticeModelVec).toMatchObject([
      {
        kind: 'remix',
        text: 'Olu declined your suggestion for “Orion rises”',
        href: `/suggestions?tab=sent#suggestion-${declined}`,
      },
      {
        kind: 'remix',
        text: 'Olu accepted your suggestion for “Orion rises”',
        href: `/suggestions?tab=sent#suggestion-${accepted}`,
      },
    ]);
    expect(await brokenRules()).toEqual([]);
    // What they cannot read any more, they are not told of.
    await setVisibility(card, owner, 'draft');
    expect(await notices.texts(meera)).toEqual([]);
  });

  it('is not told which admin decided, nor anything of a draft', async () => {
    await decide(admin, await suggest(meera, 'Orion rises'), false);
    expect((await notices.list(meera)).noticeModelVec).toMatchObject([
      { text: 'Your suggestion for “Orion” was declined', href: '/suggestions?tab=sent', actorVec: [] },
    ]);
    const { id: hidden } = await posted(gyan, owner.token, { ...customForm, title: 'Tides' });
    const suggestion = await suggest(meera, 'Ebb', hidden);
    await setVisibility(hidden, owner, 'draft');
    await decide(owner, suggestion, false);
    expect(await notices.texts(meera)).toEqual(['Your suggestion for “Orion” was declined']);
  });

  it('who muted the owner is not told', async () => {
    await notices.mute(meera, owner);
    await decide(owner, await suggest(meera, 'Orion rises'), true);
    expect(await notices.texts(meera)).toEqual([]);
    const rows = await gyan.db.query(sql`select from notices where user_id = ${meera.userId}`);
    expect(rows).toEqual([]);
  });
});
