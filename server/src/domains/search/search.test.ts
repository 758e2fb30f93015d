import type { AnswerOf } from '@gyan/contract/calls.ts';
import { FeedItemModel } from '@gyan/contract/feed.ts';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { entryOfItem } from '#test/feed-model.ts';
import { countStatements } from '#test/statements.ts';
import { bestFound } from './queries.ts';

let gyan: TestApp;
let token: string;
let makerId: number;
const ids = new Map<string, number>();

const cards: { title: string; text?: string; tags?: string[] }[] = [
  {
    title: 'How plants eat light',
    text: 'Photosynthesis turns light and water into sugar.',
    tags: ['biology'],
  },
  { title: 'Photosynthesis in one picture', text: 'A leaf seen from inside.', tags: ['biology', 'leaf'] },
  { title: 'Planets wander', text: 'Each planet moves against the stars.' },
  { title: 'Café culture', text: 'Where résumés were written.' },
  { title: 'प्रकाश का अपवर्तन', text: 'पानी में प्रकाश मुड़ता है। यह अपवर्तन है।', tags: ['प्रकाश'] },
  { title: 'Percent and under_score', text: `Discounts of 100%, it's simple: 'quoted' \\ & | ! (a) <-> :*` },
  { title: 'The the', text: 'Only small words are in the title.' },
];

beforeAll(async () => {
  gyan = await startApp();
  ({ token } = await gyan.signedIn());
  makerId = await makeUser(gyan.db, { firstName: 'Kaveri', lastName: 'Nair', role: 'kCreator' });
  for (const card of cards) ids.set(card.title, await makeCard(gyan.db, { ...card, ownerId: makerId }));
});
afterAll(() => gyan.close());

type Found = AnswerOf<'GET /searchfeed'>;

async function ask(q: string, more: Record<string, string> = {}, as?: string): Promise<Found> {
  const query = new URLSearchParams({ q, ...more }).toString();
  const answer = await gyan.ask(`${as ? '/r' : ''}/searchfeed?${query}`, { token: as });
  expect(answer.status, answer.text).toBe(200);
  const { feedItemModelVec }: Found = answer.body;
  z.parse(z.array(FeedItemModel), feedItemModelVec);
  return answer.body;
}

const titleOf = (item: FeedItemModel) =>
  'postModel' in item
    ? item.postModel.title
    : 'chapterModel' in item
      ? item.chapterModel.title
      : item.subjectModel.title;

const find = async (q: string, more: Record<string, string> = {}, as?: string) =>
  (await ask(q, more, as)).feedItemModelVec.map(titleOf);

const [plants, photo, planets, cafe, light, percent, small] = cards.map(({ title }) => title) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

describe('a search', () => {
  it.each<[what: string, q: string, found: string[]]>([
    ['words of titles before words of texts', 'photosynthesis', [photo, plants]],
    ['beginnings of words, as somebody types', 'photos', [photo, plants]],
    ['two letters that begin a title', 'pl', [planets, plants]],
    ['a letter too few', 'photosynthsis', [photo, plants]],
    ['a letter too many', 'photosynnthesis', [photo, plants]],
    ['two letters swapped', 'planest', [planets]],
    ['another form of a word', 'wandering', [planets]],
    ['all words, wherever each is', 'leaf photosynthesis', [photo]],
    ['case and accents as one', 'CAFE resumes', [cafe]],
    ['Devanagari, also its beginnings', 'प्रका', [light]],
    ['Devanagari beside a danda', 'अपवर्तन', [light]],
    ['Devanagari with a slip', 'अपवर्तनन', [light]],
    ['tags', '#biology', [photo, plants]],
    ['tags in any script', '#प्रकाश', [light]],
    ['a tag that begins so', '#biol', [photo, plants]],
    ['no text that merely holds the word of a tag', '#light', []],
    ['the maker with a word of the text', 'kaveri sugar', [plants]],
    ['what it knows, where another word is unknown to everybody', 'qqqzzzxxx sugar', [plants]],
    ['what matters beside small words', 'the sugar', [plants]],
    ['small words where there are no others', 'the', [small]],
    ['nothing for what nobody ever wrote', 'qqqzzzxxx', []],
    ['nothing for punctuation', `%_'"\\&|!():*<->~^=@#`, []],
    ['words beside punctuation', `100%: 'quoted' \\ & | !`, [percent]],
  ])('finds %s', async (_, q, found) => {
    const all = await find(q);
    expect(found.length === 0 ? all : all.slice(0, found.length).toSorted()).toEqual(found.toSorted());
    if (q.startsWith('photos')) expect(all).toEqual(found);
  });

  it('never trips over what is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (q) => {
        const answer = await gyan.ask(`/r/searchfeed?${new URLSearchParams({ q }).toString()}`, { token });
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 60 },
    );
  });

  it('knows a card as soon as it is there, as it is now, and not when it is gone', async () => {
    const id = await makeCard(gyan.db, { title: 'Zebrafish regrow hearts', ownerId: makerId });
    expect(await find('zebrafish', {}, token)).toEqual(['Zebrafish regrow hearts']);
    await gyan.db.query(sql`update cards set title = 'Axolotls regrow limbs' where id = ${id}`);
    expect(await find('zebrafish', {}, token)).toEqual([]);
    expect(await find('axolotl limb', {}, token)).toEqual(['Axolotls regrow limbs']);
    await gyan.db.query(sql`delete from cards where id = ${id}`);
    expect(await find('axolotl', {}, token)).toEqual([]);
  });

  it('finds things by a new name of their maker at once', async () => {
    const ownerId = await makeUser(gyan.db, { firstName: 'Oldname', lastName: 'Once' });
    await makeCard(gyan.db, { title: 'Tides by the hour', ownerId });
    await makeSubject(gyan.db, { title: 'Tides', ownerId });
    await gyan.db.query(sql`update users set first_name = 'Newname' where id = ${ownerId}`);
    expect(await find('newname', { types: 'post,subject' }, token)).toEqual(['Tides by the hour', 'Tides']);
    expect(await find('oldname', { types: 'post,subject' }, token)).toEqual([]);
  });

  it('looks for chains and subjects where it is asked to', async () => {
    const chainId = await makeChain(gyan.db, { title: 'Glaciers on the move', ownerId: makerId });
    await makeSubject(gyan.db, { title: 'Glaciers', ownerId: makerId });
    await makeCard(gyan.db, { title: 'Glaciers carve', ownerId: makerId });
    expect(await find('glacier')).toEqual(['Glaciers carve']);
    expect(await find('glacier', { types: 'chapter' })).toEqual(['Glaciers on the move']);
    expect((await find('glacier', { types: 'post,chapter,subject' })).toSorted()).toEqual([
      'Glaciers',
      'Glaciers carve',
      'Glaciers on the move',
    ]);
    await gyan.db.query(sql`update chains set title = 'Rivers' where id = ${chainId}`);
    expect(await find('glaciers', { types: 'chapter' }, token)).toEqual([]);
  });

  it('puts what is liked and marked as great first among equals', async () => {
    const [plain, liked, great] = [
      await makeCard(gyan.db, { title: 'Quasar one', ownerId: makerId }),
      await makeCard(gyan.db, { title: 'Quasar two', ownerId: makerId }),
      await makeCard(gyan.db, { title: 'Quasar three', ownerId: makerId }),
    ];
    await gyan.db.query(sql`update cards set like_count = 30 where id = ${liked}`);
    await gyan.db.query(sql`update cards set great = true, like_count = 30 where id = ${great}`);
    expect(await find('quasar', {}, token)).toEqual(['Quasar three', 'Quasar two', 'Quasar one']);
    await gyan.db.query(sql`delete from cards where id = any (${[plain, liked, great]})`);
  });

  it('hides those who leave from everybody, and those who blocked each other from each other', async () => {
    const hidden = await gyan.signedIn({ firstName: 'Hidden' });
    await makeCard(gyan.db, { title: 'Ocelots at night', ownerId: hidden.userId });
    const reader = await gyan.signedIn();
    expect(await find('ocelots', {}, reader.token)).toHaveLength(1);
    await gyan.db.query(
      sql`insert into blocks (user_id, blocked_id) values (${hidden.userId}, ${reader.userId})`,
    );
    expect(await find('ocelots', {}, reader.token)).toEqual([]);
    expect(await find('ocelots', {}, token)).toHaveLength(1);
    await gyan.db.query(sql`update users set leaving_at = now() where id = ${hidden.userId}`);
    expect(await find('ocelots', {}, token)).toEqual([]);
  });

  it('asks the database twice, however much is found', async () => {
    expect(await countStatements(() => find('photosynthesis', {}, token))).toBe(2);
    expect(await countStatements(() => find('a', { types: 'post,chapter,subject' }, token))).toBe(2);
  });

  it('wants something to look for', async () => {
    for (const query of ['', 'q=', 'q=%20', 'q=light&types=people', 'q=light&cursor=nonsense']) {
      expect((await gyan.ask(`/searchfeed?${query}`)).status, query).toBe(400);
    }
  });
});

it('walks all that is found exactly once, in pages of any size, over many windows, while others write', async () => {
  await gyan.db.query(sql`
    insert into cards (url_text, owner_id, type, title, text, great)
    select 'walk-' || n, ${makerId}, 'kCustom', case when n % 3 = 0 then 'Walkabout ' || n else 'Number ' || n end,
      'A walkabout far and wide', n % 7 = 0
    from generate_series(1, 1203) as n`);
  for (const things of ['chains', 'subjects']) {
    await gyan.db.query(sql`
      insert into ${raw(things)} (owner_id, title)
      select ${makerId}, 'Walkabout ' || n from generate_series(1, 150) as n`);
  }
  const seen: string[] = [];
  const limits = ['200', '7', '160', '100', '30'];
  let cursor: string | undefined;
  for (let turn = 0; turn === 0 || cursor; turn += 1) {
    const limit = limits[turn % limits.length] ?? '';
    const page = await ask(
      'walkabout',
      { limit, types: 'post,chapter,subject', ...(cursor ? { cursor } : {}) },
      token,
    );
    seen.push(...page.feedItemModelVec.map(entryOfItem).map(({ thing }) => thing));
    cursor = page.nextCursor ?? undefined;
    await makeCard(gyan.db, { title: 'Walkabout that came meanwhile', ownerId: makerId });
  }
  const later = await gyan.db.query<{ id: number }>(sql`select id from cards where title like '%meanwhile'`);
  const walked = seen.filter((thing) => !later.some(({ id }) => thing === `card ${id}`));
  expect(new Set(seen).size).toBe(seen.length);
  expect(walked).toHaveLength(1203 + 2 * 150);
}, 30_000);

it('puts the best first, whoever is hidden, in pages of any size', async () => {
  const [shown, leaving] = await Promise.all([makeUser(gyan.db), makeUser(gyan.db)]);
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${leaving}`);
  let turns = 0;
  const thing = fc.record({
    table: fc.constantFrom('cards', 'cards', 'cards', 'chains', 'subjects'),
    isHidden: fc.boolean(),
    inTitle: fc.boolean(),
    isWhole: fc.boolean(),
    great: fc.boolean(),
    // Little between nothing and the most, so that what is added often makes up for what the words lack.
    likes: fc.constantFrom(0, 0, 9, 500, 500),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(thing, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (things, limit) => {
        turns += 1;
        const word = `kestrel${1000 + turns}q`;
        const expected: { at: string; rank: number[] }[] = [];
        for (const [n, { table, isHidden, inTitle, isWhole, great, likes }] of things.entries()) {
          const written = isWhole ? word : `${word}zz`;
          const title = inTitle ? `${written} ${n}` : `Bird ${n}`;
          const values = { owner: isHidden ? leaving : shown, title, text: inTitle ? '' : written };
          const [made] = await gyan.db.query<{ id: number }>(
            table === 'cards'
              ? sql`insert into cards (url_text, owner_id, type, title, text, great, like_count)
                  values (${`${word}-${n}`}, ${values.owner}, 'kCustom', ${title}, ${values.text}, ${great}, ${likes}) returning id`
              : sql`insert into ${raw(table)} (owner_id, title, great, like_count)
                  values (${values.owner}, ${inTitle ? title : `${title} ${written}`}, ${great}, ${likes}) returning id`,
          );
          if (isHidden) continue;
          const points = (inTitle || table !== 'cards' ? 8 : 0) + (isWhole ? 4 : 0);
          const kind = ['subjects', 'chains', 'cards'].indexOf(table);
          const goodness = points + (great ? 2 : 0) + Math.min(2, Math.floor(Math.log10(1 + likes)));
          expected.push({
            at: `${table.slice(0, -1)} ${made?.id}`,
            rank: [goodness, kind, Number(made?.id)],
          });
        }
        expected.sort(
          ({ rank: [a = 0, b = 0, c = 0] }, { rank: [d = 0, e = 0, f = 0] }) => d - a || e - b || f - c,
        );
        const seen: string[] = [];
        for (let cursor: string | undefined, turn = 0; turn === 0 || cursor; turn += 1) {
          const page = await ask(
            word,
            { limit: String(limit), types: 'post,chapter,subject', ...(cursor ? { cursor } : {}) },
            token,
          );
          seen.push(...page.feedItemModelVec.map(entryOfItem).map(({ thing }) => thing));
          cursor = page.nextCursor ?? undefined;
        }
        expect(seen).toEqual(expected.map(({ at }) => at));
      },
    ),
    { numRuns: 60 },
  );
}, 30_000);

it('lets what people love make up for what the words lack, also where the hidden have the best words', async () => {
  const ownerId = await makeUser(gyan.db);
  for (const title of ['Hoopoes one', 'Hoopoes two']) await makeCard(gyan.db, { title, ownerId });
  const loved = await makeCard(gyan.db, { title: 'Crests', text: 'As a hoopoe has.', ownerId });
  await gyan.db.query(sql`update cards set great = true, like_count = 500 where id = ${loved}`);
  const found = () => find('hoopoe', { limit: '1' }, token);
  expect(await found()).toEqual(['Crests']);
  const hidden = await makeUser(gyan.db);
  for (const n of [1, 2, 3]) await makeCard(gyan.db, { title: `Hoopoe ${n}`, ownerId: hidden });
  expect(await found()).toEqual(['Hoopoe 3']);
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${hidden}`);
  expect(await found()).toEqual(['Crests']);
});

it('opens no larger window for whoever makes a cursor up', async () => {
  for (const size of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    const cursor = Buffer.from([...bestFound.slice(0, -1), size].join(',')).toString('base64url');
    expect((await ask('walkabout', { limit: '200', cursor }, token)).feedItemModelVec.length).toBeLessThan(
      201,
    );
  }
});

it('finds what lies millions of ids apart, common or rare, alone or together', async () => {
  await gyan.db.query(sql`
    insert into cards (id, url_text, owner_id, type, title, text)
    overriding system value
    select 1000000 + n * 5000, 'far-' || n, ${makerId}, 'kCustom', 'Far ' || n,
      'wetland' || case when n % 4 = 0 then ' heron' else '' end || case when n % 40 = 0 then ' kingfisher' else '' end
    from generate_series(1, 600) as n`);
  const everyNth = (step: number) =>
    Array.from({ length: 600 / step }, (_, n) => `Far ${600 - n * step}`).slice(0, 200);
  for (const [q, step] of [
    ['wetland', 1],
    ['heron', 4],
    ['kingfisher', 40],
    ['kingfi', 40],
    ['wetland kingfisher', 40],
    ['kingfisher wetl', 40],
  ] as const) {
    expect(await find(q, {}, token), q).toEqual(everyNth(step));
  }
}, 30_000);

it('finds the same by small and by large stretches as by looking at every card, wherever it begins', async () => {
  const below = 20_000_000;
  await gyan.db.query(sql`
    insert into cards (id, url_text, owner_id, type, title, text)
    overriding system value
    select ${below}::integer + case when n <= 300 then n else (n - 300) * 10007 end, 'strewn-' || n, ${makerId}, 'kCustom',
      case when n % 4 = 0 then 'Basalt' else 'Rock' end || ' ' || n,
      concat_ws(' ', case when n % 3 = 0 then 'amber' end, case when n % 50 = 0 then 'basalts' end,
        case when n <= 300 then 'cobalt' end, case when n % 90 = 7 then 'dolomite' end, case when n % 90 = 8 then 'epidote' end)
    from generate_series(1, 700) as n`);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'rock',
        'amber',
        'basalts',
        'bas',
        'cobalt',
        'dolomite',
        'amber basalts',
        'cobalt dolomite',
        'dolomite epidote',
      ),
      fc.integer({ min: below, max: below + 4_100_000 }),
      fc.integer({ min: 1, max: 80 }),
      async (q, top, amount) => {
        const found = await gyan.db.query(sql`
          select id, points from ask_search(${q}), find_cards(every, parts, titles, whole, ${top}, ${amount})
          where id >= ${below} order by id desc`);
        const there = await gyan.db.query(sql`
          select card_id as id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end as points
          from ask_search(${q}), (select * from card_search where card_id >= ${below} and card_id < ${top}) as strewn
          where keys @@ every order by card_id desc limit ${amount}`);
        expect(found).toEqual(there);
      },
    ),
    { numRuns: 150 },
  );
}, 30_000);
