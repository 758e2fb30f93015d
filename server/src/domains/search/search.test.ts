import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { untilLocked } from '#test/locks.ts';
import { insertMany, openSearch } from '#test/searching.ts';
import { countStatements } from '#test/statements.ts';
import { updateWords } from './queries.ts';

let gyan: TestApp;
let find: ReturnType<typeof openSearch>['find'];
let search: ReturnType<typeof openSearch>['search'];
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
  {
    title: 'Orbits in code',
    text: 'A theory of every city.',
    tags: ['solar_system', 'node.js', '3.14', 'c++', 'c#', '🎉', "o'neil", String.raw`a\b`],
  },
  { title: 'Cats', text: 'All about them.', tags: ['cats', 'cube', 'solar', 'node'] },
];

beforeAll(async () => {
  gyan = await startApp();
  ({ find, search } = openSearch(gyan));
  ({ token } = await gyan.signedIn());
  makerId = await makeUser(gyan.db, { firstName: 'Kaveri', lastName: 'Nair', role: 'kCreator' });
  for (const card of cards) ids.set(card.title, await makeCard(gyan.db, { ...card, ownerId: makerId }));
});
afterAll(() => gyan.close());

const [plants, photo, planets, cafe, light, percent, small, orbits] = cards.map(({ title }) => title) as [
  string,
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
    ['another form whose stem is not the beginning of the word', 'theories', [orbits]],
    ['such a form of another word', 'cities', [orbits]],
    ['a typing error in a word with such a stem', 'theorry', [orbits]],
    ['nothing for a word that only looks like a stem', 'theorix', []],
    ['all words, wherever each is', 'leaf photosynthesis', [photo]],
    ['case and accents as one', 'CAFE resumes', [cafe]],
    ['Devanagari, also its beginnings', 'प्रका', [light]],
    ['Devanagari beside a danda', 'अपवर्तन', [light]],
    ['Devanagari with a typing error', 'अपवर्तनन', [light]],
    ['tags', '#biology', [photo, plants]],
    ['tags in any script', '#प्रकाश', [light]],
    ['a tag that begins so', '#biol', [photo, plants]],
    ['no text that merely holds the word of a tag', '#light', []],
    ['the maker with a word of the text', 'kaveri sugar', [plants]],
    ['what it knows, where another word is unknown to everybody', 'qqqzzzxxx sugar', [plants]],
    ['what matters beside small words', 'the sugar', [plants]],
    ['what matters beside a small word that nobody wrote', 'once sugar', [plants]],
    ['nothing for an unknown word beside small words', 'the qqqzzzxxx', []],
    ['two small words where there are no others', 'about them', ['Cats']],
    ['small words where there are no others', 'the', [small]],
    ['nothing for what nobody ever wrote', 'qqqzzzxxx', []],
    ['nothing for punctuation', `%_'"\\&|!():*<->~^=@#`, []],
    ['words beside punctuation', `100%: 'quoted' \\ & | !`, [percent]],
  ])('finds %s', async (_, q, found) => {
    const all = await find(q);
    expect(found.length === 0 ? all : all.slice(0, found.length).toSorted()).toEqual(found.toSorted());
    if (q.startsWith('photos')) expect(all).toEqual(found);
  });

  it.each([
    '#solar_system',
    '#SOLAR_system',
    '#node.js',
    '#3.14',
    '#c++',
    '#c#',
    '#🎉',
    "#o'neil",
    String.raw`#a\b`,
    '#node.js,#c++',
    'orbits #c++',
    'c++',
  ])('finds a tag with punctuation and no other: %s', async (q) => {
    expect(await find(q)).toEqual([orbits]);
  });

  it('never trips over what is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (q) => {
        const answer = await gyan.request(`/r/searchfeed?${new URLSearchParams({ q }).toString()}`, {
          token,
        });
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

  it('finds longer forms of a word with a typing error', async () => {
    for (const title of ['Gecko', 'Geckofoot']) await makeCard(gyan.db, { title, ownerId: makerId });
    expect(await find('gekco', {}, token)).toEqual(['Gecko', 'Geckofoot']);
  });

  it('finds things by a new name of their maker at once', async () => {
    const ownerId = await makeUser(gyan.db, { firstName: 'Oldname', lastName: 'Once' });
    const cardId = await makeCard(gyan.db, { title: 'Tides by the hour', ownerId });
    const chainId = await makeChain(gyan.db, { cardIds: [cardId] });
    await makeSubject(gyan.db, { title: 'Tides', ownerId, chainIds: [chainId] });
    await gyan.db.query(sql`update users set first_name = 'Newname' where id = ${ownerId}`);
    expect(await find('newname', { types: 'post,subject' }, token)).toEqual(['Tides by the hour', 'Tides']);
    expect(await find('oldname', { types: 'post,subject' }, token)).toEqual([]);
  });

  it('finds a card by the name that its maker takes while it is written', async () => {
    const ownerId = await makeUser(gyan.db, { firstName: 'Oldname' });
    let written: Promise<number> | undefined;
    await gyan.db.transaction(async (tx) => {
      await tx.query(sql`update users set first_name = 'Latername' where id = ${ownerId}`);
      written = makeCard(gyan.db, { title: 'Currents', ownerId });
      await Promise.race([written, untilLocked(gyan.db)]);
    });
    await written;
    expect(await find('latername')).toEqual(['Currents']);
  });

  it('knows a word that is written again while it is deleted from those in use', async () => {
    const id = await makeCard(gyan.db, { title: 'Xylographs', ownerId: makerId });
    await gyan.db.query(sql`delete from cards where id = ${id}`);
    let deleted: Promise<void> | undefined;
    await gyan.db.transaction(async (tx) => {
      await tx.query(sql`select from search_words where word = 'xylographs' for update`);
      deleted = updateWords(gyan.db);
      await untilLocked(gyan.db);
      await makeCard(gyan.db, { title: 'Xylographs', ownerId: makerId });
    });
    await deleted;
    expect(await find('xylographs')).toEqual(['Xylographs']);
    expect(await gyan.db.query(sql`select from search_words where word = 'zebrafish'`)).toEqual([]);
  });

  it('looks for chains and subjects where it is asked to', async () => {
    const cardIds = [await makeCard(gyan.db, { title: 'Glaciers carve', ownerId: makerId })];
    const chainId = await makeChain(gyan.db, { title: 'Glaciers on the move', ownerId: makerId, cardIds });
    await makeSubject(gyan.db, { title: 'Glaciers', ownerId: makerId, chainIds: [chainId] });
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

  it('asks the database once for each kind, however much is found', async () => {
    expect(await countStatements(() => find('photosynthesis', {}, token))).toBe(2);
    expect(await countStatements(() => find('a', { types: 'post,chapter,subject' }, token))).toBe(4);
  });

  it('wants something to look for', async () => {
    for (const query of ['', 'q=', 'q=%20', 'q=light&types=people', 'q=light&cursor=nonsense']) {
      expect((await gyan.request(`/searchfeed?${query}`)).status, query).toBe(400);
    }
  });
});

it('finds what lies millions of ids apart, common or rare, alone or together', async () => {
  await insertMany(
    gyan.db,
    sql`
    insert into cards (id, url_text, owner_id, type, title, text)
    overriding system value
    select 1000000 + n * 5000, 'far-' || n, ${makerId}, 'kCustom', 'Far ' || n,
      'wetland' || case when n % 4 = 0 then ' heron' else '' end || case when n % 40 = 0 then ' kingfisher' else '' end
    from generate_series(1, 600) as n`,
  );
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
});

it('counts what is found of every kind, and people for members, up to fifty', async () => {
  const reader = await gyan.signedIn();
  const word = 'Zirconium';
  const card = await makeCard(gyan.db, { title: word });
  for (let n = 0; n < 2; n += 1)
    await makeSubject(gyan.db, {
      title: `${word} ${n}`,
      chainIds: [await makeChain(gyan.db, { title: `${word} ${n}`, cardIds: [card] })],
    });
  await makeChain(gyan.db, { title: `${word} without cards` });
  const blocking = await gyan.signedIn({ role: 'kCreator' });
  await makeCard(gyan.db, { title: word, ownerId: blocking.userId });
  const body = { userId: reader.userId, blocked: true };
  await gyan.request('/r/block', { method: 'PUT', token: blocking.token, body });
  await makeUser(gyan.db, { firstName: word });

  const counted = async (as?: string, more = {}) =>
    (await search(word, { counts: 'true', ...more }, as)).countModel;
  expect(await counted()).toEqual({ post: 2, chapter: 2, subject: 2 });
  expect(await counted(reader.token, { types: 'chapter', limit: '1' })).toEqual({
    post: 1,
    chapter: 2,
    subject: 2,
    user: 1,
  });
  expect((await search(word)).countModel).toBeUndefined();
  for (let n = 0; n < 50; n += 1) await makeCard(gyan.db, { title: word });
  const all = { post: 50, chapter: 2, subject: 2, user: 1 };
  expect(await counted(reader.token)).toEqual(all);
  const { nextCursor } = await search(word, { limit: '50' }, reader.token);
  expect(await counted(reader.token, { limit: '50', cursor: nextCursor ?? '' })).toEqual(all);
});

it('finds the newest matches in buckets of ids as a scan of all documents does', async () => {
  const below = 20_000_000;
  await insertMany(
    gyan.db,
    sql`
    insert into search_documents (kind, id, keys)
    select 3, ${below}::integer + case when n <= 300 then n else (n - 300) * 10007 end,
      search_keys(case when n % 4 = 0 then 'Basalt' else 'Rock' end || ' ' || n, null,
        concat_ws(' ', case when n % 3 = 0 then 'amber' end, case when n % 50 = 0 then 'basalts' end,
          case when n <= 300 then 'cobalt' end, case when n % 90 = 7 then 'dolomite' end, case when n % 90 = 8 then 'epidote' end), '')
    from generate_series(1, 700) as n`,
  );
  // Many words that only old documents contain, and none of the newest million ids.
  await insertMany(
    gyan.db,
    sql`
    insert into search_documents (kind, id, keys)
    select 3, ${below}::integer + 1100001 + n * 200,
      search_keys('Rock ' || n, null, concat_ws(' ', 'fluorite', case when n % 200 = 9 then 'garnet' end), '')
    from generate_series(1, 2000) as n
    on conflict do nothing`,
  );
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
        'fluorite',
        'fluorite garnet',
        'rock fluorite',
      ),
      fc.integer({ min: below, max: below + 4_100_000 }),
      fc.integer({ min: 1, max: 200 }),
      async (q, top, amount) => {
        const found = await gyan.db.query(sql`
          select found.id, points
          from search_query(${q}), search_newest(3, parts, titles, whole, ${top}, ${amount}) as found
          where found.id >= ${below} order by found.id desc`);
        const expected = await gyan.db.query(sql`
          select id, case when keys @@ titles then 8 else 0 end + case when keys @@ whole then 4 else 0 end as points
          from search_query(${q}), (select * from search_documents where kind = 3 and id >= ${below} and id < ${top}) as documents
          where not exists (select from unnest(parts) as part where not keys @@ part)
          order by id desc limit ${amount}`);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
});
