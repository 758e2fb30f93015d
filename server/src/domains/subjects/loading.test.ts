import { readFile } from 'node:fs/promises';
import { calls } from '@gyan/contract/calls.ts';
import type { ChainFile } from '@gyan/contract/chain-file.ts';
import { unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { posted } from '#test/cards.ts';
import { makeCard, makePicture } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { createdChain, createdSubject, linking, myList } from '#test/lists.ts';
import { sceneOf } from '#test/scenes.ts';

type Person = { userId: number; token: string };
let gyan: TestApp;
let admin: Person;
let count = 0;
beforeAll(async () => {
  gyan = await startApp();
  admin = await gyan.signedIn({ role: 'kAdmin' });
  for (const [name, color] of [
    ['light/cover.jpg', '#ddaa00'],
    ['light/prism.jpg', '#00aadd'],
  ] as const)
    await store(name, await makePicture(color));
  await store('broken.jpg', Buffer.from('not a picture'));
});
afterAll(() => gyan.close());

const store = (name: string, bytes: Uint8Array) =>
  gyan.deps.storage.put(`imports/${name}`, bytes, { contentType: 'application/octet-stream' });

const load = (objectName: string, more: object = {}, token = admin.token) =>
  gyan.request('/r/chapters', { method: 'POST', token, body: { objectName, ...more } });

/** Stores a file and loads it. */
async function loadFile(file: unknown, more: object = {}, token = admin.token) {
  count += 1;
  const name = `file-${count}.json`;
  const text = typeof file === 'string' ? file : JSON.stringify(file, undefined, 2);
  await store(name, Buffer.from(text));
  return load(name, more, token);
}

async function loaded(file: unknown, token = admin.token) {
  const answer = await loadFile(file, {}, token);
  expect(answer.status, answer.text).toBe(200);
  return calls['POST /r/chapters'].answer.parse(answer.body).chapterModelVec;
}

const problems = async (file: unknown) => {
  const answer = await loadFile(file);
  expect(answer.status, answer.text).toBe(400);
  return (answer.body as { fields: { field: string; message: string }[] }).fields.map(
    ({ message }) => message,
  );
};

const oneChain = (chain: object) => ({
  version: 1,
  chains: [{ title: `Chain ${(count += 1)}`, cards: [], ...chain }],
});

async function exported(kind: 'chapter' | 'subject', id: number, token = admin.token) {
  const answer = await gyan.request(`/r/${kind}_export?${kind}Id=${id}`, { token });
  expect(answer.status, answer.text).toBe(200);
  return calls['GET /r/chapter_export'].answer.parse(answer.body);
}

/** All rows that loading could change. */
const everything = () =>
  gyan.db.query(sql`
    select (select json_agg(cards order by id) from cards) as cards, (select json_agg(chains order by id) from chains) as chains,
      (select json_agg(subjects order by id) from subjects) as subjects,
      (select json_agg(chain_cards order by chain_id, card_id) from chain_cards) as chain_cards,
      (select json_agg(subject_chains order by subject_id, chain_id) from subject_chains) as subject_chains,
      (select json_agg(user_chains order by user_id, chain_id) from user_chains) as user_chains,
      (select json_agg(user_subjects order by user_id, subject_id) from user_subjects) as user_subjects,
      (select count(*) from audit) as acts`);

describe('the example in the docs', () => {
  it('can be looked at, loaded, loaded again without a change, and exported', async () => {
    const path = new URL('../../../../docs/chain-file.example.json', import.meta.url);
    const example = await readFile(path, 'utf8');
    const dry = await loadFile(example, { dryRun: true });
    expect(calls['POST /r/chapters'].answer.parse(dry.body)).toEqual({
      chapterModelVec: [],
      planVec: [
        { title: 'How lenses bend light', subject: 'Light', postCount: 3, updates: false },
        { title: 'Colours of the sky', postCount: 1, updates: false },
      ],
    });
    expect(await myList(gyan, admin.token, 'subjects')).toEqual([]);

    const form = { chainFile: example, dryRun: 'true' };
    const upload = (more: object) =>
      gyan.request('/r/chapters_file', { method: 'POST', token: admin.token, form: { ...form, ...more } });
    expect((await upload({})).body).toEqual(dry.body);
    expect((await upload({ chainFile: '{' })).body).toMatchObject({
      code: 'invalid_input',
      fields: [{ message: expect.stringMatching(/^line 1/) }],
    });

    const chains = await loaded(example);
    expect((await upload({ dryRun: 'false' })).body).toMatchObject({ chapterModelVec: chains });
    expect(chains).toMatchObject([
      { title: 'How lenses bend light', postCount: 3, ownerModel: { userId: admin.userId } },
      { title: 'Colours of the sky', postCount: 1, can: { edit: true } },
    ]);
    expect(await myList(gyan, admin.token, 'chapters')).toEqual([chains[1]?.id]);
    const [subjectId = 0] = await myList(gyan, admin.token, 'subjects');
    const shown = await gyan.request(`/r/subject?subjectId=${subjectId}&includePosts=true`, admin);
    const { chapterModelVec = [], photoModelVec } = calls['GET /r/subject'].answer.parse(
      shown.body,
    ).subjectModel;
    expect(photoModelVec).toHaveLength(1);
    expect(chapterModelVec[0]?.feedItemModelVec?.map(({ postModel }) => postModel)).toMatchObject([
      { type: 'kCustom', tagsText: 'refraction glass optics', photoModelVec: [{}] },
      { type: 'kCustom', text: 'Each bends the light a little more than the one before.' },
      { type: 'kVideo', embedVideoUrl: 'https://www.youtube-nocookie.com/embed/M7lc1UVf-VE' },
    ]);

    const before = await everything();
    await loaded(example);
    expect(await everything()).toEqual(before);
    const again = await loadFile(example, { dryRun: true });
    expect((again.body as { planVec: { updates: boolean }[] }).planVec.map(({ updates }) => updates)).toEqual(
      [true, true],
    );
    await loaded(await exported('subject', subjectId));
    await loaded(await exported('chapter', chains[0]?.id ?? 0));
    expect(await everything()).toEqual(before);
  });
});

describe('loading', () => {
  it('is for admins', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    expect((await loadFile(oneChain({}), {}, token)).status).toBe(403);
    expect((await load('x.json', {}, '')).status).toBe(401);
  });

  it.each(['../secret.json', '/etc/passwd', 'a/../../b.json', '.hidden', 'a\\b', '..', 'a//b', 'ü.json'])(
    'never leaves the folder: %s',
    async (name) => {
      const answer = await load(name);
      expect([answer.status, (answer.body as { detail: string }).detail]).toEqual([
        400,
        'Object name must name a file inside the imports folder',
      ]);
    },
  );

  it('says what is missing in the spec’s words, and what is not there', async () => {
    expect((await load(' ')).body).toMatchObject({ detail: 'Object name needs to be specified' });
    const nothing = await load('nothing.json');
    expect([nothing.status, (nothing.body as { detail: string }).detail]).toEqual([
      404,
      'There is no object “nothing.json” in the imports folder.',
    ]);
    await store('large.json', Buffer.alloc(4 * 1024 * 1024 + 1, 32));
    expect((await load('large.json')).status).toBe(413);
    await store('latin1.json', Buffer.from([0x22, 0xe9, 0x22]));
    expect((await load('latin1.json')).body).toMatchObject({ detail: 'This file is not text in UTF-8' });
  });

  it('names the line and the path of everything that is wrong, and writes nothing', async () => {
    const before = await everything();
    expect(
      await problems(`{
  "version": 1,
  "chains": [
    { "title": " ",
      "cards": [
        { "title": "Good", "text": "Words" },
        { "text": "Words",
          "videoUrl": "https://example.org/x",
          "tags": [7] },
        { "title": "No words" }
      ]
    }
  ]
}`),
    ).toEqual([
      'line 4: chains[0].title: Title needs to be specified',
      'line 7: chains[0].cards[1].title: Card title needs to be specified',
      'line 9: chains[0].cards[1].tags: Tags must be a list of texts',
      'line 8: chains[0].cards[1].videoUrl: Please enter a valid YouTube URL',
    ]);
    expect(await problems(oneChain({ cards: [{ title: 'No words' }] }))).toEqual([
      'line 7: chains[0].cards[0].text: Card description needs to be specified',
    ]);
    expect(await problems('{"version": 1,\n "chains": [}')).toEqual([
      'line 2, column 13: a value is expected here',
    ]);
    expect(await problems('[]')).toEqual(['line 1: This must be an object']);
    expect(await problems({ version: 2, chains: [] })).toEqual([
      'line 2: version: Version must be 1',
      'line 3: chains: There is no chain in this file',
    ]);
    expect(await problems(oneChain({ subject: 'Nowhere' }))).toEqual([
      'line 7: chains[0].subject: You have no subject “Nowhere”, and the file does not describe it',
    ]);
    const card = { title: 'A', text: 'B' };
    expect(
      await problems(
        oneChain({
          cards: [
            { ...card, photo: 'broken.jpg' },
            { ...card, photo: 'no.jpg' },
          ],
        }),
      ),
    ).toEqual([
      'line 10: chains[0].cards[0].photo: Invalid image type',
      'line 15: chains[0].cards[1].photo: There is no object “no.jpg” in the imports folder',
    ]);
    expect(await problems(oneChain({ cards: [{ ...card, photo: '../../x.jpg' }] }))).toEqual([
      'line 10: chains[0].cards[0].photo: Photo must name an image inside the imports folder',
    ]);
    expect(await everything()).toEqual(before);
  });

  it('brings a chain up to date: cards by their titles, the rest unlinked and kept', async () => {
    const card = (title: string, more: object = {}) => ({ title, text: `About ${title}`, ...more });
    const file = oneChain({
      desc: 'Old',
      cards: [card('A', { photo: 'light/prism.jpg' }), card('B'), card('C')],
    });
    const [first] = await loaded(file);
    const id = first?.id ?? 0;
    const cardsIn = () =>
      gyan.db.query<{ id: number; title: string; text: string; photo_id: number | null }>(sql`
        select id, title, text, photo_id from chain_cards join cards on id = card_id where chain_id = ${id} order by rank`);
    const before = await cardsIn();
    const title = first?.title ?? '';
    const [second] = await loaded({
      version: 1,
      chains: [{ title, cards: [card('C'), card('A', { text: 'Changed' }), card('D'), card('D')] }],
    });
    expect(second).toMatchObject({ id, postCount: 4 });
    expect(second?.desc).toBeUndefined();
    const after = await cardsIn();
    expect(after.map((one) => [one.title, one.text])).toEqual([
      ['C', 'About C'],
      ['A', 'Changed'],
      ['D', 'About D'],
      ['D', 'About D'],
    ]);
    expect([after[0]?.id, after[1]?.id]).toEqual([before[2]?.id, before[0]?.id]);
    expect(after[1]?.photo_id).toBeNull();
    expect((await gyan.request(`/post?postId=${before[1]?.id}`)).status).toBe(200);
    const auditRows = await gyan.db.query(
      sql`select act, actor_id from audit where target_kind = 'chain' and target_id = ${id}`,
    );
    expect(auditRows).toEqual(auditRows.map(() => ({ act: 'chain.load', actor_id: admin.userId })));
    expect(auditRows).toHaveLength(2);
  });

  it('leaves other people’s cards and locked ones alone', async () => {
    const { link } = linking(gyan);
    const [chain] = await loaded(oneChain({ cards: [{ title: 'Mine', text: 'Words' }] }));
    const chapterId = chain?.id ?? 0;
    const theirs = await makeCard(gyan.db, { title: 'Theirs', text: 'As they wrote it' });
    await link('chapter_post', admin.token, { chapterId, postId: theirs });
    const changed = (text: string) => ({
      version: 1,
      chains: [
        {
          title: chain?.title,
          cards: [
            { title: 'Mine', text },
            { title: 'Theirs', text: 'Something else' },
          ],
        },
      ],
    });
    await loaded(changed('Words'));
    const texts = await gyan.db.query(sql`
      select text from chain_cards join cards on id = card_id where chain_id = ${chapterId} order by rank`);
    expect(texts).toEqual([{ text: 'Words' }, { text: 'As they wrote it' }]);
    await gyan.db.query(
      sql`update cards set locked = true where id in (select card_id from chain_cards where chain_id = ${chapterId})`,
    );
    expect(await problems(changed('New words'))).toEqual([
      'line 7: chains[0].cards[0]: This card is locked. An admin has to unlock it first.',
    ]);
    await loaded(changed('Words'));
  });

  it('makes one chain of a title that comes in three files at once', async () => {
    const file = oneChain({
      cards: Array.from({ length: 8 }, (_, n) => ({ title: `Card ${n}`, text: 'x' })),
    });
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        loadFile({
          ...file,
          chains: file.chains.map((chain) => ({
            ...chain,
            desc: `By ${n}`,
            cards: [{ title: `New ${n}`, text: 'x' }],
          })),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [title] = file.chains.map((chain) => chain.title);
    expect(await gyan.db.query(sql`select card_count from chains where title = ${title}`)).toEqual([
      { card_count: 1 },
    ]);
  });
});

/** A chain of the admin with a card of their own, one of a person whom they blocked, and their own one that is hidden. */
async function chainWithUnseenCards() {
  const { link } = linking(gyan);
  const { token, userId } = admin;
  const other = await gyan.signedIn({ role: 'kCreator' });
  const chain = await createdChain(gyan, token, { title: `Unseen ${(count += 1)}` });
  const cards = [
    await makeCard(gyan.db, { title: 'Theirs', ownerId: other.userId }),
    await makeCard(gyan.db, { title: 'Mine', ownerId: userId }),
    await makeCard(gyan.db, { title: 'Leaving', ownerId: (await gyan.signedIn()).userId }),
    await makeCard(gyan.db, { title: 'Kept', ownerId: userId }),
  ];
  for (const postId of cards) await link('chapter_post', token, { chapterId: chain.id, postId });
  await gyan.db.query(sql`insert into blocks (user_id, blocked_id) values (${userId}, ${other.userId})`);
  await gyan.db.query(sql`
    update users set leaving_at = now() where id = (select owner_id from cards where id = ${cards[2]})`);
  return { chain, other, cards };
}

describe('cards that the loader does not see', () => {
  it('are not in the export, and keep their places when it is loaded again', async () => {
    const { chain, cards } = await chainWithUnseenCards();
    const file = await exported('chapter', chain.id);
    expect(file.chains[0]?.cards.map(({ title }) => title)).toEqual(['Mine', 'Kept']);
    const before = await everything();
    await loaded(file);
    expect(await everything()).toEqual(before);

    const [mine, kept] = file.chains[0]?.cards ?? [];
    await loaded({ version: 1, chains: [{ title: chain.title, cards: [kept, mine] }] });
    const listed = await gyan.db.query<{ id: number }>(sql`
      select card_id as id from chain_cards where chain_id = ${chain.id} order by rank`);
    expect(listed.map(({ id }) => cards.indexOf(id))).toEqual([0, 3, 1, 2]);
  });

  it('are chains too: an export of a subject leaves out those of users who blocked each other', async () => {
    const { link } = linking(gyan);
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const other = await gyan.signedIn({ role: 'kCreator' });
    const subject = await createdSubject(gyan, owner.token, { title: 'With a blocked chapter' });
    const theirs = await createdChain(gyan, other.token, { title: 'Their chapter' });
    const mine = await createdChain(gyan, owner.token, { title: 'My chapter' });
    const card = await makeCard(gyan.db, { ownerId: other.userId });
    await link('chapter_post', owner.token, { chapterId: mine.id, postId: card });
    for (const { id } of [theirs, mine])
      await link('subject_chapter', owner.token, { subjectId: subject.id, chapterId: id });
    await gyan.db.query(
      sql`insert into blocks (user_id, blocked_id) values (${other.userId}, ${owner.userId})`,
    );
    const file = await exported('subject', subject.id, owner.token);
    expect(file.chains.map(({ title, cards }) => [title, cards.length])).toEqual([['My chapter', 0]]);
    expect((await exported('chapter', mine.id, owner.token)).chains[0]?.cards).toEqual([]);
  });
});

it('a drawing without a text can be exported and loaded again', async () => {
  const { link } = linking(gyan);
  const { token } = admin;
  const chain = await createdChain(gyan, token, { title: 'Drawings' });
  const photoBase64 = (await makePicture('#abcdef')).toString('base64');
  const drawn = await posted(gyan, token, {
    postType: 'kDrawn',
    title: 'A drawing',
    photoBase64,
    scene: JSON.stringify(sceneOf(['Sun'])),
  });
  const plain = await makeCard(gyan.db, { title: 'Plain', ownerId: admin.userId });
  for (const postId of [drawn.id, plain]) await link('chapter_post', token, { chapterId: chain.id, postId });
  const file = await exported('chapter', chain.id);
  expect(file.chains[0]?.cards[0]?.text).toBeUndefined();
  const before = await everything();
  await loaded(file);
  expect(await everything()).toEqual(before);

  const wordless = {
    ...file,
    chains: [{ ...file.chains[0], cards: [{ title: 'Plain' }, { title: 'New' }] }],
  };
  expect(await problems(wordless)).toEqual([
    'line 7: chains[0].cards[0].text: Card description needs to be specified',
    'line 10: chains[0].cards[1].text: Card description needs to be specified',
  ]);
  const dryRun = await loadFile(oneChain({ cards: [{ title: 'New' }] }), { dryRun: true });
  expect(dryRun.status).toBe(400);
  expect(await everything()).toEqual(before);
});

it('a drawing of another user stays as it is, whatever the file says', async () => {
  const { link } = linking(gyan);
  const other = await gyan.signedIn({ role: 'kCreator' });
  const chain = await createdChain(gyan, admin.token, { title: 'With their drawing' });
  const theirs = await posted(gyan, other.token, {
    postType: 'kDrawn',
    title: 'Their drawing',
    photoBase64: (await makePicture('#fedcba')).toString('base64'),
    scene: JSON.stringify(sceneOf(['Moon'])),
  });
  await link('chapter_post', admin.token, { chapterId: chain.id, postId: theirs.id });
  const before = await everything();
  await loaded({ version: 1, chains: [{ title: chain.title, cards: [{ title: 'Their drawing' }] }] });
  expect(await everything()).toEqual(before);
});

describe('exporting', () => {
  it('is for the owner and admins, as a file of its own name', async () => {
    const owner = await gyan.signedIn({ role: 'kCreator' });
    const chain = await createdChain(gyan, owner.token, { title: 'Größe & "Licht" नदी' });
    const subject = await createdSubject(gyan, owner.token, { title: 'नदी' });
    const download = (what: string, token: string) => gyan.request(`/r/${what}`, { token });
    for (const what of [`chapter_export?chapterId=${chain.id}`, `subject_export?subjectId=${subject.id}`]) {
      const otherUser = await gyan.signedIn({ role: 'kCreator' });
      expect((await download(what, otherUser.token)).status).toBe(403);
      expect((await download(what, admin.token)).status).toBe(200);
      expect((await download(what.replace(/\d+/, '999999999'), owner.token)).status).toBe(404);
    }
    const answer = await download(`chapter_export?chapterId=${chain.id}`, owner.token);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="gro-e-licht.json"');
    expect(answer.body).toEqual({ version: 1, chains: [{ title: 'Größe & "Licht" नदी', cards: [] }] });
  });

  it('changes nothing when it is loaded again, whatever is in it', async () => {
    const { link } = linking(gyan);
    const { token } = admin;
    const subject = await createdSubject(gyan, token, { title: 'All of it', desc: 'Two\nlines' });
    const chapters = [];
    for (const title of ['Same title', 'Same title', 'Another'])
      chapters.push(await createdChain(gyan, token, { title, subjectId: subject.id, desc: title }));
    const theirs = await createdChain(gyan, (await gyan.signedIn({ role: 'kCreator' })).token, {
      title: 'Another',
    });
    await link('subject_chapter', token, { subjectId: subject.id, chapterId: theirs.id, chapterRank: 0.5 });
    const photoBase64 = (await makePicture('#778899')).toString('base64');
    const cards = [
      await posted(gyan, token, {
        title: 'Plain',
        statusText: 'Two\n\nlines #and a tag',
        tagsText: 'one two',
      }),
      await posted(gyan, token, {
        title: 'Plain',
        statusText: 'The same title again',
        photoBase64,
        altText: 'Grey',
      }),
      await posted(gyan, token, { title: 'Rich', htmlDesc: '<h5>Head</h5><p>a <strong>b</strong></p>' }),
      await posted(gyan, token, { postType: 'kVideo', embedVideoUrl: 'M7lc1UVf-VE', title: 'Video' }),
      await posted(gyan, token, {
        postType: 'kAIAssisted',
        aiPrompt: 'p',
        aiModelName: 'm',
        htmlDesc: '<p>Made</p>',
      }),
    ];
    for (const [index, { id }] of cards.entries())
      for (const chapter of chapters.slice(0, 1 + (index % 3)))
        await link('chapter_post', token, { chapterId: chapter.id, postId: id, postRank: -index });
    const before = await everything();
    const file: ChainFile = await exported('subject', subject.id);
    expect(file.chains.map(({ title }) => title)).toEqual(['Another', 'Same title', 'Same title', 'Another']);
    await loaded(file);
    expect(await everything()).toEqual(before);
  });

  it('brings its pictures along in a zip, and is whole elsewhere', async () => {
    const [chain] = await loaded(
      oneChain({ cards: [{ title: 'A', text: 'B', photo: 'light/prism.jpg', alt: 'A prism' }] }),
    );
    const response = await fetch(
      new URL(`/api/v1/r/chapter_export?chapterId=${chain?.id}&pictures=true`, gyan.url),
      { headers: { authorization: `Bearer ${admin.token}` } },
    );
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const names = Object.keys(files);
    expect(names).toEqual([
      expect.stringMatching(/^chain-\d+\.json$/),
      expect.stringMatching(/^[0-9a-f]{40}\.webp$/),
    ]);
    const other = await startApp();
    try {
      const { token } = await other.signedIn({ role: 'kAdmin' });
      for (const [name, bytes] of Object.entries(files))
        await other.deps.storage.put(`imports/${name}`, bytes, { contentType: 'application/octet-stream' });
      for (let i = 0; i < 2; i += 1) {
        const answer = await other.request('/r/chapters', {
          method: 'POST',
          token,
          body: { objectName: names[0] },
        });
        expect(answer.status, answer.text).toBe(200);
        const [model] = calls['POST /r/chapters'].answer.parse(answer.body).chapterModelVec;
        expect(model).toMatchObject({ postCount: 1 });
        expect(model?.photoModelVec).toHaveLength(1);
      }
      expect(await other.db.query(sql`select count(*) from cards`)).toEqual([{ count: 1 }]);
    } finally {
      await other.close();
    }
  });
});

it('keeps every promise through all of it', async () => {
  expect(await brokenInvariants(gyan.db, ['a score follows its counts'])).toEqual([]);
});
