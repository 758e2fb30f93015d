import fc from 'fast-check';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeCursor } from '#db/page.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeUser } from '#test/factories.ts';
import { entryOfItem } from '#test/feed-model.ts';
import { fillCollections, insertMany, openSearch } from '#test/searching.ts';
import { firstPosition } from './queries.ts';

let gyan: TestApp;
let search: ReturnType<typeof openSearch>['search'];
let find: ReturnType<typeof openSearch>['find'];
let token: string;
let makerId: number;
let fillerId: number;

beforeAll(async () => {
  gyan = await startApp();
  ({ search, find } = openSearch(gyan));
  ({ token } = await gyan.signedIn());
  makerId = await makeUser(gyan.db, { role: 'kCreator' });
  fillerId = await makeCard(gyan.db, { title: 'Filler', ownerId: makerId });
});
afterAll(() => gyan.close());

it('walks all that is found exactly once, in pages of any size, over many windows, while others write', async () => {
  await insertMany(
    gyan.db,
    sql`insert into cards (url_text, owner_id, type, title, text, great)
    select 'walk-' || n, ${makerId}, 'kCustom', case when n % 3 = 0 then 'Walkabout ' || n else 'Number ' || n end,
      'A walkabout far and wide', n % 7 = 0
    from generate_series(1, 403) as n`,
  );
  for (const contents of ['chains', 'subjects']) {
    await gyan.db.query(sql`
      insert into ${raw(contents)} (owner_id, title)
      select ${makerId}, 'Walkabout ' || n from generate_series(1, 70) as n`);
  }
  await fillCollections(gyan.db, fillerId);
  const received: string[] = [];
  const limits = ['200', '7', '160', '100', '30'];
  let cursor: string | undefined;
  for (let turn = 0; turn === 0 || cursor; turn += 1) {
    const limit = limits[turn % limits.length] ?? '';
    const page = await search(
      'walkabout',
      { limit, types: 'post,chapter,subject', ...(cursor ? { cursor } : {}) },
      token,
    );
    received.push(...page.feedItemModelVec.map(entryOfItem).map(({ content }) => content));
    cursor = page.nextCursor ?? undefined;
    await makeCard(gyan.db, { title: 'Walkabout that came meanwhile', ownerId: makerId });
  }
  const later = await gyan.db.query<{ id: number }>(sql`select id from cards where title like '%meanwhile'`);
  const receivedBefore = received.filter((content) => !later.some(({ id }) => content === `card ${id}`));
  expect(new Set(received).size).toBe(received.length);
  expect(receivedBefore).toHaveLength(403 + 2 * 70);
});

it('puts the best first, whoever is hidden, in pages of any size', async () => {
  const [shown, leaving] = await Promise.all([makeUser(gyan.db), makeUser(gyan.db)]);
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${leaving}`);
  let runs = 0;
  const contentFields = fc.record({
    table: fc.constantFrom('cards', 'cards', 'cards', 'chains', 'subjects'),
    isHidden: fc.boolean(),
    inTitle: fc.boolean(),
    isWhole: fc.boolean(),
    great: fc.boolean(),
    // Mostly extremes, so that likes often outweigh a weaker text match.
    likes: fc.constantFrom(0, 0, 8, 9, 98, 99, 500),
    // Only the current state counts, not the state at creation.
    wasGreat: fc.boolean(),
    likedBefore: fc.constantFrom(0, 9, 98, 99),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(contentFields, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (contents, limit) => {
        runs += 1;
        const word = `kestrel${1000 + runs}q`;
        const expected: { at: string; rank: number[] }[] = [];
        for (const [n, content] of contents.entries()) {
          const { table, isHidden, inTitle, isWhole, great, likes, wasGreat, likedBefore } = content;
          const written = isWhole ? word : `${word}zz`;
          const title = inTitle ? `${written} ${n}` : `Bird ${n}`;
          const values = { owner: isHidden ? leaving : shown, title, text: inTitle ? '' : written };
          const [made] = await gyan.db.query<{ id: number }>(
            table === 'cards'
              ? sql`insert into cards (url_text, owner_id, type, title, text, great, like_count)
                  values (${`${word}-${n}`}, ${values.owner}, 'kCustom', ${title}, ${values.text}, ${wasGreat}, ${likedBefore}) returning id`
              : sql`insert into ${raw(table)} (owner_id, title, great, like_count)
                  values (${values.owner}, ${inTitle ? title : `${title} ${written}`}, ${wasGreat}, ${likedBefore}) returning id`,
          );
          const change = (to: Sql) =>
            gyan.db.query(sql`update ${raw(table)} set ${to} where id = ${made?.id}`);
          await change(sql`like_count = ${likes}`);
          await change(sql`great = ${great}`);
          if (isHidden) continue;
          const points = (inTitle || table !== 'cards' ? 8 : 0) + (isWhole ? 4 : 0);
          const kind = ['subjects', 'chains', 'cards'].indexOf(table);
          const goodness = points + (great ? 2 : 0) + Math.min(2, Math.floor(Math.log10(1 + likes)));
          expected.push({
            at: `${table.slice(0, -1)} ${made?.id}`,
            rank: [goodness, kind, Number(made?.id)],
          });
        }
        await fillCollections(gyan.db, fillerId);
        expected.sort(
          ({ rank: [a = 0, b = 0, c = 0] }, { rank: [d = 0, e = 0, f = 0] }) => d - a || e - b || f - c,
        );
        const received: string[] = [];
        for (let cursor: string | undefined, turn = 0; turn === 0 || cursor; turn += 1) {
          const page = await search(
            word,
            { limit: String(limit), types: 'post,chapter,subject', ...(cursor ? { cursor } : {}) },
            token,
          );
          received.push(...page.feedItemModelVec.map(entryOfItem).map(({ content }) => content));
          cursor = page.nextCursor ?? undefined;
        }
        expect(received).toEqual(expected.map(({ at }) => at));
      },
    ),
    { numRuns: 25 },
  );
});

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

it('goes on after windows in which all matches are hidden', async () => {
  const [shown, leaving] = await Promise.all([makeUser(gyan.db), makeUser(gyan.db)]);
  await gyan.db.query(sql`update users set leaving_at = now() where id = ${leaving}`);
  await makeCard(gyan.db, { title: 'Capercaillie, shown', ownerId: shown });
  for (let n = 0; n < 130; n += 1) await makeCard(gyan.db, { title: 'Capercaillie', ownerId: leaving });
  const received: string[] = [];
  let cursor: string | undefined;
  do {
    const types = cursor ? 'post' : 'post,chapter';
    const page = await search('capercaillie', { limit: '7', types, ...(cursor ? { cursor } : {}) }, token);
    received.push(...page.feedItemModelVec.map(entryOfItem).map(({ content }) => content));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(received).toHaveLength(1);
});

it('opens no larger window for a forged cursor', async () => {
  for (const size of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    const cursor = Buffer.from([...firstPosition.slice(0, -1), size].join(',')).toString('base64url');
    const { nextCursor } = await search('walkabout', { limit: '7', cursor }, token);
    expect(sizeIn(nextCursor)).toBeGreaterThan(0);
    expect(sizeIn(nextCursor)).toBeLessThan(201);
  }
});

it('fills every page but the last', async () => {
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await search('walkabout', { limit: '7', ...(cursor ? { cursor } : {}) }, token);
    sizes.push(page.feedItemModelVec.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(sizes.length).toBeGreaterThan(50);
  expect(sizes.slice(0, -1).every((size) => size === 7)).toBe(true);
});

const sizeIn = (cursor: string | null | undefined) =>
  Number(decodeCursor(cursor ?? undefined, firstPosition).at(-1));
