import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { ExportFormat, JobModel } from '@gyan/contract/files.ts';
import { JobModel as Job } from '@gyan/contract/files.ts';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { posted } from '#test/cards.ts';
import { makeCard, makeChain, makePicture, makeSubject, storePhoto } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';
import { labelOf, sceneOf } from '#test/scenes.ts';

let gyan: TestApp;
let meera: { userId: number; token: string };

/** Uploads and unpacked files of this test only. */
const temporary = await mkdtemp(join(tmpdir(), 'gyan-files-'));
vi.stubEnv('TMPDIR', temporary);

beforeAll(async () => {
  gyan = await startApp();
  meera = await gyan.signedIn({ role: 'kCreator', firstName: 'Meera', lastName: 'Nair' });
});
afterAll(async () => {
  await gyan.close();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true, force: true });
});

type ImportAnswer = AnswerOf<'POST /r/import_file'>;

async function exportFile(
  token: string,
  query: Record<string, string | number>,
): Promise<Uint8Array<ArrayBuffer>> {
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  const response = await fetch(`${gyan.url}/api/v1/r/export_file?${search.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return new Uint8Array(await response.arrayBuffer());
}

interface ImportOptions {
  format?: string;
  preview?: boolean;
  token?: string;
  name?: string;
  signal?: AbortSignal;
}

async function importFile(
  bytes: Uint8Array<ArrayBuffer> | string,
  { format = 'apkg', preview = false, token = meera.token, name = 'file', signal }: ImportOptions = {},
): Promise<{ status: number; body: ImportAnswer & { detail?: string; code?: string } }> {
  const form = new FormData();
  form.set('format', format);
  form.set('preview', String(preview));
  form.set('file', new Blob([bytes]), name);
  const response = await fetch(`${gyan.url}/api/v1/r/import_file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, body: (await response.json()) as never };
}

async function jobOf(jobId: number, token = meera.token): Promise<JobModel> {
  for (;;) {
    const { body } = await gyan.request(`/r/job?jobId=${jobId}`, { token });
    const job = Job.parse(body);
    if (job.state !== 'running') return job;
    await sleep(50);
  }
}

interface NoteRow {
  guid: string;
  flds: string;
  tags: string;
}

/** The rows of a collection in a package. */
async function openCollection<T>(bytes: Uint8Array, read: (db: DatabaseSync) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gyan-test-'));
  try {
    const path = join(folder, 'collection');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path, unzipSync(bytes)['collection.anki21'] ?? new Uint8Array());
    const db = new DatabaseSync(path, { readOnly: true });
    const result = read(db);
    db.close();
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notesOf = (bytes: Uint8Array) =>
  openCollection(
    bytes,
    (db) => db.prepare('select guid, flds, tags from notes order by id').all() as unknown as NoteRow[],
  );

const cardsOf = (chainId: number) =>
  gyan.db.query<{
    title: string;
    text: string;
    html: string | null;
    tags: string[];
    photo: string | null;
    visibility: string;
  }>(sql`
    select title, text, html_desc as html, tags, photos.key as photo, visibility
    from chain_cards join cards on cards.id = card_id left join photos on photos.id = photo_id
    where chain_id = ${chainId} order by rank`);

async function makeStars(ownerId: number) {
  const photo = await storePhoto(gyan.deps, await makePicture('#123456'));
  const first = await makeCard(gyan.db, {
    ownerId,
    title: 'Orion is a <view>',
    text: 'Its stars\nare far apart.',
    tags: ['stars', 'sky'],
    photoId: photo.id,
  });
  const second = await makeCard(gyan.db, { ownerId, title: 'ध्रुव तारा', text: 'North & up.' });
  await gyan.db.query(sql`
    update cards set html_desc = '<p>North &amp; <strong>up</strong>.</p>', license = 'cc-by', source = 'An atlas'
    where id = ${second}`);
  const chainId = await makeChain(gyan.db, { ownerId, title: 'Night: sky', cardIds: [first, second] });
  return { chainId, first, second, photo };
}

describe('an Anki package', () => {
  it('has every card with picture, tags, author and licence, under the same guid after an edit', async () => {
    const { chainId, first } = await makeStars(meera.userId);
    const reader = await gyan.signedIn();
    const before = await exportFile(reader.token, { chapterId: chainId, format: 'apkg' });
    const files = unzipSync(before);
    const media = JSON.parse(strFromU8(files.media ?? new Uint8Array())) as Record<string, string>;
    expect(strFromU8(files['0']?.subarray(0, 4) ?? new Uint8Array())).toBe('RIFF');
    const [orion, pole] = await notesOf(before);
    expect(orion?.flds.split('\u001f').slice(0, 3)).toEqual([
      'Orion is a &lt;view&gt;',
      `<img src="${media['0']}">`,
      'Its stars<br>are far apart.',
    ]);
    expect(orion?.tags).toBe(' stars sky ');
    expect(pole?.flds.split('\u001f').slice(2, 7)).toEqual([
      '<p>North &amp; <strong>up</strong>.</p>',
      '',
      'Meera Nair',
      'cc-by',
      'An atlas',
    ]);
    await gyan.request('/r/post', {
      method: 'PUT',
      token: meera.token,
      form: { postId: String(first), title: 'Orion is a hunter' },
    });
    const after = await notesOf(await exportFile(reader.token, { chapterId: chainId, format: 'apkg' }));
    expect(after.map(({ guid }) => guid)).toEqual([orion?.guid, pole?.guid]);
    expect(after[0]?.flds).toMatch(/^Orion is a hunter/);
  });

  it('has the decks of a subject, and nothing that its reader cannot see', async () => {
    const { chainId } = await makeStars(meera.userId);
    const hidden = await makeCard(gyan.db, { ownerId: meera.userId, title: 'Secret', visibility: 'draft' });
    await gyan.request('/r/link_chapter_post', {
      method: 'PUT',
      token: meera.token,
      body: { chapterId: chainId, postId: hidden },
    });
    const subjectId = await makeSubject(gyan.db, {
      ownerId: meera.userId,
      title: 'Space',
      chainIds: [chainId],
    });
    const bytes = await exportFile(meera.token, { subjectId, format: 'apkg' });
    expect((await notesOf(bytes)).map(({ flds }) => flds.includes('Secret'))).toEqual([false, false]);
    const decks = await openCollection(bytes, (db) => db.prepare('select decks from col').get()?.decks);
    expect(decks).toContain('"Space::Night: sky"');
    const refused = await gyan.request(
      `/r/export_file?format=apkg&chapterId=${chainId}&subjectId=${subjectId}`,
      {
        token: meera.token,
      },
    );
    expect(refused.status).toBe(400);
  });

  it('carries what its reader remembers, and brings it back to another account', async () => {
    const { chainId, first } = await makeStars(meera.userId);
    const learner = await gyan.signedIn({ role: 'kCreator' });
    const day = 24 * 3600 * 1000;
    const reviewVec = [9, 8, 2].map((ago, index) => ({
      reviewId: crypto.randomUUID(),
      postId: first,
      grade: 3,
      at: Date.now() - ago * day - index,
      zone: 'UTC',
      ms: 4000,
    }));
    await gyan.request('/r/reviews', { method: 'POST', token: learner.token, body: { reviewVec } });
    const bytes = await exportFile(learner.token, { chapterId: chainId, format: 'apkg', scheduling: 'true' });
    const cards = await openCollection(bytes, (db) =>
      db.prepare('select type, queue, ivl, reps, data from cards order by id').all(),
    );
    expect(cards[0]).toMatchObject({ type: 2, queue: 2, reps: 3 });
    expect(JSON.parse(String(cards[0]?.data))).toMatchObject({
      s: expect.any(Number),
      d: expect.any(Number),
    });
    expect(cards[1]).toMatchObject({ type: 0, queue: 0, reps: 0 });

    const other = await gyan.signedIn({ role: 'kCreator' });
    const seen = await importFile(bytes, { preview: true, token: other.token });
    expect(seen.body.previewModel).toMatchObject({
      postCount: 2,
      newCount: 2,
      pictureCount: 1,
      reviewCount: 3,
    });
    const { body } = await importFile(bytes, { token: other.token });
    expect(body).toMatchObject({
      newCount: 2,
      updatedCount: 0,
      chapterModel: { title: 'Night: sky', visibility: 'draft' },
    });
    const imported = await cardsOf(body.chapterModel?.id ?? 0);
    const original = await cardsOf(chainId);
    const inFile = original.filter(({ title }) => title !== 'Secret');
    expect(imported.map(({ title, text, html, tags }) => ({ title, text, html, tags }))).toEqual(
      inFile.map(({ title, text, html, tags }) => ({ title, text, html, tags })),
    );
    expect(imported.map(({ photo }) => photo !== null)).toEqual([true, false]);
    const memories = await gyan.db.query(sql`
      select reps from memories where user_id = ${other.userId} and stability is not null`);
    expect(memories).toEqual([{ reps: 3 }]);
    const again = await importFile(bytes, { token: other.token });
    expect(again.body).toMatchObject({
      newCount: 0,
      updatedCount: 2,
      chapterModel: { id: body.chapterModel?.id },
    });
    const [reviews] = await gyan.db.query(
      sql`select count(*) as n from reviews where user_id = ${other.userId}`,
    );
    expect(reviews).toEqual({ n: 3 });
    const [original2] = await gyan.db.query(sql`
      select source, license from cards where owner_id = ${other.userId} and license = 'cc-by'`);
    expect(original2).toEqual({ source: 'An atlas', license: 'cc-by' });
  });

  it('has a drawn card as image occlusion of Anki, with a mask over each label', async () => {
    const scene = sceneOf([], {
      items: [
        labelOf('Sun', { box: { x: 0.125, y: 0.2, w: 0.3, h: 0.1 } }),
        labelOf('Sea & sky', { box: { x: 0, y: 0.75, w: 0.5, h: 0.25 } }),
      ],
    });
    const card = await posted(gyan, meera.token, {
      postType: 'kDrawn',
      title: 'The water cycle',
      photoBase64: (await makePicture('#224466')).toString('base64'),
      scene: JSON.stringify(scene),
    });
    const chainId = await makeChain(gyan.db, { ownerId: meera.userId, cardIds: [card.id] });
    const bytes = await exportFile(meera.token, { chapterId: chainId, format: 'apkg' });
    const { models, notes, cards } = await openCollection(bytes, (db) => ({
      models: JSON.parse(String(db.prepare('select models from col').get()?.models)) as Record<
        string,
        object
      >,
      notes: db.prepare('select id, mid, guid, flds from notes order by id').all(),
      cards: db.prepare('select nid, ord from cards order by id').all(),
    }));
    const [plain, masked] = notes;
    expect(models[String(masked?.mid)]).toMatchObject({
      name: 'Image Occlusion',
      originalStockKind: 6,
      type: 1,
      flds: ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments'].map((name, tag) => ({ name, tag })),
    });
    const [occlusion, image, header, extra] = String(masked?.flds).split('\u001f');
    expect(occlusion).toBe(
      '{{c1::image-occlusion:rect:left=.1250:top=.2000:width=.3000:height=.1000:oi=1}}<br>' +
        '{{c2::image-occlusion:rect:left=.0000:top=.7500:width=.5000:height=.2500:oi=1}}',
    );
    expect(image).toMatch(/^<img src="[0-9a-f]{40}\.webp"/);
    expect([header, extra]).toEqual(['The water cycle', 'Sun, Sea &amp; sky<br>Meera Nair · all-rights']);
    expect(masked?.guid).toBe(`${String(plain?.guid)}-io`);
    expect(cards).toEqual([
      { nid: plain?.id, ord: 0 },
      { nid: masked?.id, ord: 0 },
      { nid: masked?.id, ord: 1 },
    ]);
  });

  it('of a current Anki, packed with zstd, is read too', async () => {
    const notes = (db: DatabaseSync) => {
      db.exec(`create table col (id integer primary key, models text, decks text);
        create table notetypes (id integer primary key, name text, config blob);
        create table fields (ntid integer, ord integer, name text, config blob, primary key (ntid, ord)) without rowid;
        create table decks (id integer primary key, name text, kind blob);
        create table notes (id integer primary key, guid text, mid integer, tags text, flds text);
        create table cards (id integer primary key, nid integer, did integer, ord integer, type integer, due integer);
        create table revlog (id integer primary key, cid integer, ease integer, time integer, type integer, factor integer);
        insert into col values (1, '', '');
        insert into notetypes values (1, 'Basic', x''), (2, 'Cloze', x'0801');
        insert into fields values (1, 0, 'Front', x'00'), (1, 1, 'Back', x'00'), (2, 0, 'Text', x'00');
        insert into decks values (5, 'Geo' || char(31) || 'Rivers', x'00');
        insert into notes values (1, 'g1', 1, ' water ', 'Ganga<img src="a b.png">' || char(31) || 'Flows <b>east</b>.[sound:x.mp3]'),
          (2, 'g2', 2, '', 'The {{c1::Nile::river}} flows north.'), (3, 'g3', 1, '', char(31));
        insert into cards values (1, 1, 5, 0, 2, 3), (2, 2, 5, 0, 0, 1), (3, 3, 5, 0, 0, 1);
        insert into revlog values (1700000000000, 1, 3, 900, 1, 2500), (1700000000001, 1, 0, 0, 4, 0);`);
      return db.serialize();
    };
    const db = new DatabaseSync(':memory:');
    const name = Buffer.from('a b.png');
    const picture = await makePicture('#abcdef');
    const size = [0x10, (picture.length & 0x7f) | 0x80, picture.length >> 7];
    const entry = Buffer.concat([Buffer.from([0x0a, name.length]), name, Buffer.from(size)]);
    const bytes = zipSync({
      meta: new Uint8Array([8, 3]),
      'collection.anki21b': zstdCompressSync(notes(db)),
      'collection.anki2': new Uint8Array([1]),
      media: zstdCompressSync(Buffer.concat([Buffer.from([0x0a, entry.length]), entry])),
      0: zstdCompressSync(picture),
    });
    const seen = await importFile(bytes, { preview: true });
    expect(seen.body.previewModel).toMatchObject({
      title: 'Geo – Rivers',
      postCount: 2,
      pictureCount: 1,
      reviewCount: 1,
      problemVec: [
        { text: 'Sounds are left out.', count: 1 },
        { text: 'Notes without any text are left out.', count: 1 },
      ],
    });
    const { body } = await importFile(bytes);
    expect(await cardsOf(body.chapterModel?.id ?? 0)).toMatchObject([
      {
        title: 'Ganga',
        html: '<p>Flows <strong>east</strong>.</p>',
        tags: ['water'],
        photo: expect.any(String),
        visibility: 'draft',
      },
      { title: 'The … flows north.', text: 'The Nile flows north.', html: null },
    ]);
  });
});

describe('Markdown files', () => {
  it('come back as the cards they were made of, and update them', async () => {
    const { chainId, second, photo } = await makeStars(meera.userId);
    const bytes = await exportFile(meera.token, { chapterId: chainId, format: 'markdown' });
    const files = unzipSync(bytes);
    expect(Object.keys(files).toSorted()).toEqual([
      '001-orion-is-a-view.md',
      '002-ध्रुव-तारा.md',
      'index.md',
      expect.stringMatching(/^pictures\/[0-9a-f]{40}\.webp$/),
    ]);
    const page = strFromU8(files['002-ध्रुव-तारा.md'] ?? new Uint8Array());
    expect(page).toContain('license: "cc-by"\nauthor: "Meera Nair"\nsource: "An atlas"\n');
    expect(page).toContain('North & **up**.');
    const edited = { ...files, '002-ध्रुव-तारा.md': Buffer.from(page.replace('**up**', '*above*')) };
    const { body } = await importFile(zipSync(edited), { format: 'markdown' });
    expect(body).toMatchObject({ newCount: 0, updatedCount: 2, chapterModel: { id: chainId } });
    // The picture is recognised, and not encoded again.
    expect((await cardsOf(chainId))[0]?.photo).toBe(photo.key);
    const [card] = await gyan.db.query(
      sql`select html_desc, visibility, license from cards where id = ${second}`,
    );
    expect(card).toEqual({
      html_desc: '<p>North &amp; <em>above</em>.</p>',
      visibility: 'public',
      license: 'cc-by',
    });
    const other = await gyan.signedIn({ role: 'kCreator' });
    const copy = await importFile(bytes, { format: 'markdown', token: other.token });
    const [mine, theirs] = [await cardsOf(copy.body.chapterModel?.id ?? 0), await cardsOf(chainId)];
    expect(mine.map(({ title, tags }) => ({ title, tags }))).toEqual(
      theirs.map(({ title, tags }) => ({ title, tags })),
    );
    expect(mine[0]).toMatchObject({
      text: 'Its stars\nare far apart.',
      html: null,
      photo: expect.any(String),
    });
  });

  it('update a drawing without text, and leave it as it is when they have another picture', async () => {
    const { token, userId } = await gyan.signedIn({ role: 'kCreator' });
    const draw = async (title: string, color: string) =>
      posted(gyan, token, {
        postType: 'kDrawn',
        title,
        photoBase64: (await makePicture(color)).toString('base64'),
        scene: JSON.stringify(sceneOf(['Sun'])),
      });
    const cards = [await draw('Rain', '#335577'), await draw('Snow', '#99bbdd')];
    const cardIds = cards.map(({ id }) => id);
    const chainId = await makeChain(gyan.db, { ownerId: userId, cardIds });
    const files = unzipSync(await exportFile(token, { chapterId: chainId, format: 'markdown' }));
    const withPage = (name: string, from: RegExp, to: string) => ({
      ...files,
      [name]: Buffer.from(strFromU8(files[name] ?? new Uint8Array()).replace(from, to)),
    });
    const stored = () =>
      gyan.db.query(sql`
        select title, type, scene_id is not null as drawn from cards where id = any (${cardIds}) order by id`);
    const retitled = withPage('001-rain.md', /title: .*/, 'title: "Summer rain"');
    const first = await importFile(zipSync(retitled), { format: 'markdown', token });
    expect(first.body).toMatchObject({ newCount: 0, updatedCount: 2 });
    const expected = [
      { title: 'Summer rain', type: 'kDrawn', drawn: true },
      { title: 'Snow', type: 'kDrawn', drawn: true },
    ];
    expect(await stored()).toEqual(expected);
    const another = {
      ...withPage('002-snow.md', /picture: .*/, 'picture: other.png'),
      '001-rain.md': retitled['001-rain.md'] ?? new Uint8Array(),
      'other.png': await makePicture('#ffffff'),
    };
    const second = await importFile(zipSync(another), { format: 'markdown', token });
    expect(second).toMatchObject({ status: 200, body: { newCount: 0, updatedCount: 1 } });
    expect(await stored()).toEqual(expected);
  });

  it('are read without what macOS adds to an archive', async () => {
    const hidden = new Uint8Array([0, 5, 22, 7, 255]);
    const files = {
      '__MACOSX/._Sea': hidden,
      '__MACOSX/Sea/._tide.md': hidden,
      'Sea/._tide.md': hidden,
      'Sea/.DS_Store': hidden,
      'Sea/tide.md': Buffer.from('# Tide\n\nIt turns.'),
    };
    const { body } = await importFile(zipSync(files), { format: 'markdown', preview: true });
    expect(body.previewModel).toMatchObject({ title: 'Sea', postCount: 1, problemVec: [] });
  });
});

it('a file is taken that is larger than a form with a picture can be', async () => {
  const files = { 'one.md': Buffer.from('# One\n\nText'), 'other.bin': new Uint8Array(12 * 1024 * 1024) };
  const { status, body } = await importFile(zipSync(files, { level: 0 }), { format: 'markdown' });
  expect([status, body.newCount]).toEqual([200, 1]);
});

describe('a table', () => {
  it('becomes a chain of drafts, and fetches no picture', async () => {
    const table =
      'title,text,tags,picture\n"Ice, hot","It ""burns""\nthe hand",#cold water,https://example.org/ice.png\nFire,,,\n';
    const { body } = await importFile(table, { format: 'csv', name: 'hot-and-cold.csv' });
    expect(body.chapterModel).toMatchObject({ title: 'hot and cold', visibility: 'draft' });
    expect(await cardsOf(body.chapterModel?.id ?? 0)).toMatchObject([
      { title: 'Ice, hot', text: 'It "burns"\nthe hand', tags: ['cold', 'water'], photo: null },
      { title: 'Fire', text: '' },
    ]);
    const refused = await importFile('name\nIce\n', { format: 'csv' });
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: 'The first line of the table must be title,text,tags,picture.' },
    });
  });

  it('is for creators', async () => {
    const { token } = await gyan.signedIn();
    expect((await importFile('title\nOne\n', { format: 'csv', token })).status).toBe(403);
  });
});

describe('a SCORM package', () => {
  it('names its files, says who made each card, and needs no network', async () => {
    const { chainId } = await makeStars(meera.userId);
    const files = unzipSync(await exportFile(meera.token, { chapterId: chainId, format: 'scorm' }));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const listed = Array.from(
      text('imsmanifest.xml').matchAll(/<file href="([^"]*)"/g),
      ([, name = '']) => name,
    );
    expect(listed.toSorted()).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'imsmanifest.xml')
        .toSorted(),
    );
    expect(text('index.html')).toContain('<footer>Meera Nair · CC BY 4.0 · An atlas</footer>');
    expect(text('index.html')).toContain('Orion is a &lt;view&gt;');
    expect(text('index.html') + text('player.css')).not.toMatch(/(?:src|href)="https?:|url\(/);
  });
});

describe('a long import', () => {
  const table = (rows: number) =>
    `title,text\n${Array.from({ length: rows }, (_, n) => `Row ${n + 1},Text ${n + 1}`).join('\n')}\n`;

  it('runs as a job that tells how far it is, and ends with the chain', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const { body } = await importFile(table(300), { format: 'csv', token });
    const job = await jobOf(body.jobId ?? 0, token);
    expect(job).toMatchObject({ state: 'done', done: 300, total: 300, result: { newCount: 300 } });
    const titles = (await cardsOf(job.result?.chapterModel.id ?? 0)).map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 300 }, (_, n) => `Row ${n + 1}`));
    expect((await gyan.request(`/r/job?jobId=${body.jobId}`, { token: meera.token })).status).toBe(404);
  });

  it('leaves nothing behind when it is cancelled, and is the only one of its user', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
    const { body } = await importFile(table(5_000), { format: 'csv', token });
    expect(await importFile(table(300), { format: 'csv', token })).toMatchObject({ status: 409 });
    const cancelled = await gyan.request(`/r/job?jobId=${body.jobId}`, { method: 'DELETE', token });
    expect(cancelled.body).toMatchObject({ state: 'cancelled', result: null });
    await expect.poll(() => leftFiles(), { timeout: 150_000 }).toEqual([]);
    const [left] = await gyan.db.query(sql`
      select (select count(*) from cards where owner_id = ${userId}) as cards,
        (select count(*) from chains where owner_id = ${userId}) as chains,
        (select count(*) from imported_notes where user_id = ${userId}) as notes`);
    expect(left).toEqual({ cards: 0, chains: 0, notes: 0 });
  });

  /** An import may take longer to reach the lock than a transaction may be idle. */
  const mayBeIdle = sql`set local idle_in_transaction_session_timeout = 0`;
  const lockImports = (userId: number) =>
    sql`select pg_advisory_xact_lock(hashtextextended('import ' || ${userId}::bigint, 0))`;

  const waiting = sql`
    select pid from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  /** Resolves when a statement waits for a lock. */
  const untilLocked = async () => {
    await expect.poll(() => gyan.db.query(waiting), { timeout: 150_000 }).not.toEqual([]);
  };

  /** Sends a table, and disconnects while its import waits for the lock. */
  async function disconnectWhile(lock: Sql, rows: number, token: string): Promise<void> {
    const controller = new AbortController();
    let sending: Promise<unknown> = Promise.resolve();
    await gyan.db.transaction(async (tx) => {
      await tx.query(mayBeIdle);
      await tx.query(lock);
      sending = importFile(table(rows), { format: 'csv', token, signal: controller.signal });
      sending.catch(() => {});
      await untilLocked();
      controller.abort();
      await sleep(200);
    });
    await expect(sending).rejects.toThrow('abort');
    await expect.poll(() => leftFiles(), { timeout: 150_000 }).toEqual([]);
  }

  it('or a short one ends when its user disconnects, and leaves nothing behind', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
    await disconnectWhile(lockImports(userId), 20, token);
    await disconnectWhile(sql`lock table imports in exclusive mode`, 300, token);
    expect(await gyan.db.query(sql`select state from imports where user_id = ${userId}`)).toEqual([
      { state: 'cancelled' },
    ]);
    const [left] = await gyan.db.query(sql`
      select (select count(*) from cards where owner_id = ${userId}) as cards,
        (select count(*) from chains where owner_id = ${userId}) as chains`);
    expect(left).toEqual({ cards: 0, chains: 0 });
  });

  it('whose file is only half sent is forgotten', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
    const controller = new AbortController();
    const part = (name: string, text: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="t.csv"' : ''}\r\n\r\n${text}`;
    async function* half() {
      yield Buffer.from(`${part('format', 'csv')}\r\n${part('file', table(1_000))}`);
      await expect.poll(() => leftFiles(), { timeout: 60_000 }).toHaveLength(1);
      controller.abort();
    }
    const sending = fetch(`${gyan.url}/api/v1/r/import_file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: ReadableStream.from(half()),
      duplex: 'half',
      signal: controller.signal,
    });
    await expect(sending).rejects.toThrow('abort');
    await expect.poll(() => leftFiles(), { timeout: 60_000 }).toEqual([]);
    expect(await gyan.db.query(sql`select from imports where user_id = ${userId}`)).toEqual([]);
  });

  it('keeps none of its pictures when it is cancelled', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
    const [before] = await gyan.db.query(sql`select count(*) from photos`);
    const pictures = await Promise.all(
      ['#110000', '#220000', '#330000', '#440000', '#550000', '#660000'].map(makePicture),
    );
    const files = pictures.flatMap((bytes, n) => [
      [`${n}.png`, bytes] as const,
      [`${n}.md`, Buffer.from(`---\ntitle: ${n}\npicture: ${n}.png\n---\n`)] as const,
    ]);
    await gyan.db.transaction(async (tx) => {
      await tx.query(mayBeIdle);
      await tx.query(lockImports(userId));
      const { body } = await importFile(zipSync(Object.fromEntries(files)), { format: 'markdown', token });
      await untilLocked();
      await gyan.request(`/r/job?jobId=${body.jobId}`, { method: 'DELETE', token });
    });
    await expect.poll(() => leftFiles(), { timeout: 150_000 }).toEqual([]);
    await gyan.db.query(sql`update photos set uploaded_at = uploaded_at - interval '1 day'`);
    await settleJobs(gyan.deps);
    expect(await gyan.db.query(sql`select count(*) from photos`)).toEqual([before]);
  });

  it('of a server that stopped counts as failed', async () => {
    const { userId, token } = await gyan.signedIn({ role: 'kCreator' });
    const [row] = await gyan.db.query<{ id: number }>(sql`
      insert into imports (user_id, beat_at) values (${userId}, now() - interval '2 minutes') returning id`);
    const { body } = await gyan.request(`/r/job?jobId=${row?.id}`, { token });
    expect(body).toMatchObject({
      state: 'failed',
      problem: { detail: expect.stringContaining('import the file again') },
    });
  });
});

/** Uploads and unpacked files that are still on disk. */
const leftFiles = async () =>
  (await readdir(temporary)).filter((name) => /^gyan-(?:upload|import)-/.test(name));

describe('a hostile file', () => {
  const collection = (sqlText: string) => {
    const db = new DatabaseSync(':memory:');
    db.exec(sqlText);
    return db.serialize();
  };
  const zeros = new Uint8Array(5 * 1024 * 1024);
  const pack = (files: Record<string, Uint8Array>) => zipSync(files);
  /** States another size of the first entry, in both headers. */
  const misstate = (bytes: Uint8Array<ArrayBuffer>, size: number) => {
    const copy = new Uint8Array(bytes);
    const view = new DataView(copy.buffer);
    for (let at = 0; at + 30 < copy.length; at += 1) {
      const signature = view.getUint32(at, true);
      if (signature === 0x04034b50) view.setUint32(at + 22, size, true);
      if (signature === 0x02014b50) view.setUint32(at + 24, size, true);
    }
    return copy;
  };
  const files: Record<
    string,
    [make: () => Uint8Array<ArrayBuffer> | string, format: string, status: number, says: RegExp]
  > = {
    'that unpacks to more than 200 MB': [
      () => misstate(pack({ 'collection.anki21': zeros, media: zeros }), 101 * 1024 * 1024),
      'apkg',
      413,
      /200 MB/,
    ],
    'that hides its size': [
      () => misstate(pack({ 'collection.anki21': zeros }), 1000),
      'apkg',
      400,
      /damaged/,
    ],
    'of 5,001 entries': [
      () => pack(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`${n}`, new Uint8Array(0)]))),
      'apkg',
      413,
      /5,000 files/,
    ],
    'that is cut off': [
      () => pack({ 'collection.anki21': new Uint8Array(5000) }).slice(0, -40),
      'apkg',
      400,
      /end is missing/,
    ],
    'of another schema': [
      () => pack({ 'collection.anki21': collection('create table notes (id)') }),
      'apkg',
      400,
      /collection/,
    ],
    'that is no database': [
      () => pack({ 'collection.anki2': new Uint8Array(100).fill(7) }),
      'apkg',
      400,
      /collection/,
    ],
    'without a collection': [() => pack({ media: new Uint8Array(2) }), 'apkg', 400, /no collection/],
    'that leaves its folder': [
      () => pack({ '../../etc/cron.d/x': new Uint8Array(1) }),
      'markdown',
      400,
      /unsafe name/,
    ],
    'with an absolute path': [
      () => pack({ '/etc/passwd': new Uint8Array(1) }),
      'markdown',
      400,
      /unsafe name/,
    ],
    'that is no archive': [() => 'hello', 'apkg', 400, /not a zip archive/],
    'that is not UTF-8': [() => new Uint8Array([0x74, 0xff, 0xfe]), 'csv', 400, /UTF-8/],
    'that is empty': [() => '', 'csv', 400, /File needs to be specified/],
  };

  it.each(Object.entries(files))(
    '%s is refused, and nothing is kept',
    async (_, [make, format, status, says]) => {
      const [before] = await gyan.db.query(
        sql`select (select count(*) from cards) as n, (select count(*) from photos) as p`,
      );
      const answer = await importFile(make(), { format });
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(says)]);
      expect(
        await gyan.db.query(
          sql`select (select count(*) from cards) as n, (select count(*) from photos) as p`,
        ),
      ).toEqual([before]);
      await expect.poll(leftFiles).toEqual([]);
    },
  );

  it('does not reach the storage', async () => {
    const folder = fileURLToPath(gyan.deps.config.storageUrl);
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.includes('passwd') || name.includes('cron'))).toEqual([]);
  });
});

const formats: ExportFormat[] = ['apkg', 'markdown', 'scorm'];
it.each(formats)('a chain that its reader cannot open is not exported as %s', async (format) => {
  const chainId = await makeChain(gyan.db, { ownerId: meera.userId });
  await gyan.db.query(sql`update chains set visibility = 'draft' where id = ${chainId}`);
  const { token } = await gyan.signedIn();
  expect((await gyan.request(`/r/export_file?chapterId=${chainId}&format=${format}`, { token })).status).toBe(
    404,
  );
});
