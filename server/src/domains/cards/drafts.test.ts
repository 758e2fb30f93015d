import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { PostModel } from '@gyan/contract/cards.ts';
import type { Problem } from '@gyan/contract/errors.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { deleteCard, editCard, postCard, posted } from '#test/cards.ts';
import { makeCard, makeChain, makeConnection, makePicture, makeSubject, makeTopic } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { createdChain, createdSubject, linking } from '#test/lists.ts';
import { publishDueDrafts } from './scheduled.ts';

let gyan: TestApp;
let author: { userId: number; token: string };
let friend: { userId: number; token: string };

beforeAll(async () => {
  gyan = await startApp();
  author = await gyan.signedIn({ role: 'kCreator' });
  friend = await gyan.signedIn();
  await makeConnection(gyan.db, author.userId, friend.userId);
});
afterAll(() => gyan.close());

const draftOf = (form: Record<string, string> = {}, token = author.token) =>
  posted(gyan, token, { visibility: 'draft', ...form });

async function saved(form: { postId: number; [field: string]: string | number }, token = author.token) {
  const answer = await editCard(gyan, token, form);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as AnswerOf<'PUT /r/post'>).postModel;
}

async function refused(form: { postId: number; [field: string]: string | number }, token = author.token) {
  const answer = await editCard(gyan, token, form);
  const { code, fields = [] } = answer.body as Problem;
  return [answer.status, code, fields.map(({ field }) => field)];
}

async function drafts(token = author.token) {
  const answer = await gyan.request('/r/drafts', { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as AnswerOf<'GET /r/drafts'>;
}

const read = (postId: number, token = author.token) => gyan.request(`/r/post?postId=${postId}`, { token });

const stored = async (id: number) => {
  const [row] = await gyan.db.query<{
    visibility: string;
    publishAt: Date | null;
    version: number;
    createdAt: Date;
  }>(
    sql`select visibility, publish_at as "publishAt", version, created_at as "createdAt" from cards where id = ${id}`,
  );
  return row;
};

/** The activity on a card in the feeds at present, with their times. */
const activityOn = (id: number, kind = 'card') =>
  gyan.db.query<{ act: string; stream: number; at: Date }>(sql`
    select act, stream, created_at as at from activity
    where kind = ${kind}::activity_kind and thing_id = ${id} and ended_xid is null order by act, stream`);

describe('a draft', () => {
  it('needs nothing filled, and its address says nothing', async () => {
    const empty = await draftOf();
    expect(empty).toMatchObject({ visibility: 'draft', title: '', version: 1, license: 'all-rights' });
    const titled = await draftOf({ title: 'Secret plans', postType: 'kVideo' });
    expect(titled.urlText).not.toContain('secret');
    expect(titled.embedVideoUrl).toBeUndefined();
  });

  it('is listed for its author only, the last edited first', async () => {
    const writer = await gyan.signedIn({ role: 'kCreator' });
    const first = await draftOf({ title: 'First', statusText: 'How it begins' }, writer.token);
    const second = await draftOf({ title: 'Second' }, writer.token);
    await saved({ postId: first.id, statusText: 'How it goes on' }, writer.token);
    const chain = await createdChain(gyan, writer.token, { visibility: 'draft' });
    const subject = await createdSubject(gyan, writer.token, { visibility: 'draft' });
    const listed = await drafts(writer.token);
    expect(listed.postModelVec.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(listed.postModelVec[0]).toMatchObject({ text: 'How it goes on', version: 2 });
    expect(listed.postModelVec[0]?.updatedAt).toBeGreaterThan(0);
    expect(listed.chapterModelVec.map(({ id }) => id)).toEqual([chain.id]);
    expect(listed.subjectModelVec.map(({ id }) => id)).toEqual([subject.id]);
    expect((await drafts(friend.token)).postModelVec).toEqual([]);
    const mine = (await gyan.request('/r/posts', { token: writer.token })).body as AnswerOf<'GET /r/posts'>;
    expect(mine.postModelVec).toEqual([]);
  });

  it('is listed in pages of all kinds together', async () => {
    const writer = await gyan.signedIn({ role: 'kCreator' });
    const options = { ownerId: writer.userId, visibility: 'draft' as const };
    for (let n = 0; n < 3; n += 1) {
      await makeCard(gyan.db, options);
      await makeChain(gyan.db, options);
      await makeSubject(gyan.db, options);
    }
    // All were edited at the same moment, so the order of the rest counts.
    for (const table of ['cards', 'chains', 'subjects']) {
      await gyan.db.query(sql`
        update ${raw(table)} set edited_at = '2026-01-01' where owner_id = ${writer.userId}`);
    }
    const keys = ({ postModelVec, chapterModelVec, subjectModelVec }: AnswerOf<'GET /r/drafts'>) => [
      ...postModelVec.map(({ id }) => `card ${id}`),
      ...chapterModelVec.map(({ id }) => `chain ${id}`),
      ...subjectModelVec.map(({ id }) => `subject ${id}`),
    ];
    const whole = await drafts(writer.token);
    expect(whole.nextCursor).toBeUndefined();
    expect(keys(whole)).toHaveLength(9);
    const listed: string[] = [];
    let cursor: string | null | undefined = '';
    for (let page = 0; page < 5; page += 1) {
      const answer = await gyan.request(`/r/drafts?limit=2${cursor && `&cursor=${cursor}`}`, writer);
      const body = answer.body as AnswerOf<'GET /r/drafts'>;
      listed.push(...keys(body));
      cursor = body.nextCursor;
    }
    expect(cursor).toBeUndefined();
    expect(listed).toEqual(keys(whole));
    const refusal = await gyan.request('/r/drafts?cursor=bm9uZQ', writer);
    expect([refusal.status, (refusal.body as Problem).code]).toEqual([400, 'invalid_cursor']);
    // What factories make has no counts and scores that fit each other.
    for (const table of ['cards', 'chains', 'subjects']) {
      await gyan.db.query(sql`delete from ${raw(table)} where owner_id = ${writer.userId}`);
    }
  });

  it('changes its type, its video and its picture while it is one', async () => {
    const card = await draftOf({ title: 'Waves' });
    const photoBase64 = (await makePicture('#224466')).toString('base64');
    const video = await saved({
      postId: card.id,
      postType: 'kVideo',
      embedVideoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      photoBase64,
    });
    expect(video).toMatchObject({ type: 'kVideo', embedVideoUrl: expect.stringContaining('dQw4w9WgXcQ') });
    expect(video.photoModelVec).toHaveLength(1);
    const ai = await saved({ postId: card.id, postType: 'kAIAssisted', aiPrompt: 'Explain waves' });
    expect(ai).toMatchObject({ type: 'kAIAssisted', aiPrompt: 'Explain waves' });
    expect(ai.embedVideoUrl).toBeUndefined();
    const custom = await saved({
      postId: card.id,
      postType: 'kCustom',
      statusText: 'Up and down.',
      visibility: 'public',
    });
    expect(custom).toMatchObject({ type: 'kCustom', visibility: 'public' });
    expect(await refused({ postId: card.id, postType: 'kVideo' })).toEqual([
      400,
      'invalid_input',
      ['postType'],
    ]);
    expect(await refused({ postId: card.id, embedVideoUrl: 'https://youtu.be/dQw4w9WgXcQ' })).toEqual([
      400,
      'invalid_input',
      ['embedVideoUrl'],
    ]);
    // The same value is no change.
    await saved({ postId: card.id, postType: 'kCustom' });
  });

  it('is published only when it is complete', async () => {
    const card = await draftOf();
    expect(await refused({ postId: card.id, visibility: 'public' })).toEqual([
      400,
      'invalid_input',
      ['title', 'statusText'],
    ]);
    expect(await refused({ postId: card.id, visibility: 'unlisted', title: 'Tides' })).toEqual([
      400,
      'invalid_input',
      ['statusText'],
    ]);
    expect((await stored(card.id))?.version).toBe(1);
    const video = await draftOf({ postType: 'kVideo', title: 'Tides' });
    expect(await refused({ postId: video.id, visibility: 'public' })).toEqual([
      400,
      'invalid_input',
      ['embedVideoUrl'],
    ]);
    const done = await saved({
      postId: card.id,
      visibility: 'public',
      title: 'Tides',
      statusText: 'The moon.',
    });
    expect(done.urlText).toMatch(/^tides-/);
    expect(done.updatedAt).toBeUndefined();
    expect(await refused({ postId: card.id, title: '' })).toEqual([400, 'invalid_input', ['title']]);
  });

  it('takes its title from its text where its type allows it', async () => {
    const card = await draftOf({ postType: 'kAIAssisted', htmlDesc: '<p>Leaves are green. They are.</p>' });
    const { title } = await saved({ postId: card.id, visibility: 'public' });
    expect(title).toBe('Leaves are green');
  });

  it('is published by creators only, also by its author', async () => {
    const writer = await gyan.signedIn({ role: 'kCreator' });
    const card = await draftOf({ title: 'Late', statusText: 'Too late.' }, writer.token);
    await gyan.db.query(sql`update users set role = 'kRegular' where id = ${writer.userId}`);
    expect(await refused({ postId: card.id, visibility: 'public' }, writer.token)).toEqual([
      403,
      'forbidden',
      [],
    ]);
    await saved({ postId: card.id, title: 'Still mine' }, writer.token);
  });

  it('refuses an unknown visibility, licence or version', async () => {
    const card = await draftOf();
    for (const field of [{ visibility: 'secret' }, { license: 'mine' }, { version: 'first' }]) {
      expect(await refused({ postId: card.id, ...field } as never)).toEqual([
        400,
        'invalid_input',
        Object.keys(field),
      ]);
    }
    const answer = await postCard(gyan, author.token, { title: 'A', statusText: 'B', visibility: 'secret' });
    expect(answer.status).toBe(400);
  });

  it('is deleted by its author', async () => {
    const card = await draftOf({ title: 'Gone' });
    expect((await deleteCard(gyan, author.token, card.id)).status).toBe(200);
    expect((await read(card.id)).status).toBe(404);
  });
});

describe('two editors', () => {
  it('do not lose a text: the second is told', async () => {
    const card = await posted(gyan, author.token);
    const admin = await gyan.signedIn({ role: 'kAdmin' });
    const edits = await Promise.all([
      editCard(gyan, author.token, { postId: card.id, version: card.version, statusText: 'One.' }),
      editCard(gyan, admin.token, { postId: card.id, version: card.version, statusText: 'Another.' }),
    ]);
    expect(edits.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const lost = edits.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: 'edited_elsewhere' });
    expect(await stored(card.id)).toMatchObject({ version: 2 });
  });

  it('raise the version by each stored edit, and by none that changes nothing', async () => {
    const card = await posted(gyan, author.token);
    const versions: number[] = [];
    for (const title of ['Other', 'Other', 'Third']) {
      versions.push((await saved({ postId: card.id, title })).version);
    }
    expect(versions).toEqual([2, 2, 3]);
    expect(await refused({ postId: card.id, version: 2, title: 'Fourth' })).toEqual([
      409,
      'edited_elsewhere',
      [],
    ]);
    expect((await saved({ postId: card.id, version: 3, title: 'Fourth' })).version).toBe(4);
  });
});

describe('publishing', () => {
  const feedOf = async (token: string) => {
    const answer = await gyan.request('/r/feed?limit=200&recency=true', { token });
    return (answer.body as AnswerOf<'GET /r/feed'>).feedItemModelVec.map((item) => [
      item.feedItemType,
      'postModel' in item
        ? item.postModel.id
        : 'chapterModel' in item
          ? item.chapterModel.id
          : item.subjectModel.id,
    ]);
  };

  it('announces a card once, takes it back and restores it at its first time', async () => {
    const card = await draftOf({ title: 'Comets', statusText: 'Ice and dust.', tagsText: '#comets' });
    expect(await activityOn(card.id)).toEqual([]);
    const before = (await stored(card.id))?.createdAt;
    await saved({ postId: card.id, visibility: 'public' });
    const [announced] = await activityOn(card.id);
    expect(announced).toMatchObject({ act: 'create', stream: author.userId });
    expect(announced?.at.getTime()).toBeGreaterThan(before?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(await feedOf(friend.token)).toContainEqual(['kPostCreate', card.id]);

    const [liker] = [await gyan.signedIn()];
    await gyan.request('/r/post_like', {
      method: 'PUT',
      token: liker.token,
      body: { postId: card.id, liked: true },
    });
    await gyan.request('/r/comment', {
      method: 'POST',
      token: liker.token,
      body: { postId: card.id, rawText: 'I saw one.' },
    });
    const all = await activityOn(card.id);
    expect(all.map(({ act }) => act)).toEqual(['create', 'like', 'comment']);
    for (const visibility of ['draft', 'unlisted']) {
      await saved({ postId: card.id, visibility });
      expect(await activityOn(card.id)).toEqual([]);
      expect(await feedOf(friend.token)).not.toContainEqual(['kPostCreate', card.id]);
      await saved({ postId: card.id, visibility: 'public' });
      expect(await activityOn(card.id)).toEqual(all);
    }
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('announces an unlisted card when it becomes public, and keeps its address', async () => {
    const card = await posted(gyan, author.token, {
      title: 'Quiet',
      statusText: 'By link.',
      visibility: 'unlisted',
    });
    expect(await activityOn(card.id)).toEqual([]);
    const like = { method: 'PUT', token: friend.token, body: { postId: card.id, liked: true } };
    expect((await gyan.request('/r/post_like', like)).status).toBe(200);
    expect(await activityOn(card.id)).toEqual([]);
    const back = await saved({ postId: card.id, visibility: 'draft' });
    const shown = await saved({ postId: card.id, visibility: 'public' });
    expect([back.urlText, shown.urlText]).toEqual([card.urlText, card.urlText]);
    expect((await activityOn(card.id)).map(({ act }) => act)).toEqual(['create', 'like']);
  });

  it('announces a chain and its subject with the first public card, once', async () => {
    const { link, unlink } = linking(gyan);
    const subject = await createdSubject(gyan, author.token);
    const chain = await createdChain(gyan, author.token, { subjectId: subject.id });
    const card = await draftOf({ title: 'Bells', statusText: 'They ring.' });
    await link('chapter_post', author.token, { chapterId: chain.id, postId: card.id });
    expect([await activityOn(chain.id, 'chain'), await activityOn(subject.id, 'subject')]).toEqual([[], []]);
    await saved({ postId: card.id, visibility: 'public' });
    const announced = [await activityOn(chain.id, 'chain'), await activityOn(subject.id, 'subject')];
    expect(announced.flat().map(({ act }) => act)).toEqual(['create', 'create']);
    expect(await feedOf(friend.token)).toContainEqual(['kSubjectCreate', subject.id]);
    await unlink('chapter_post', author.token, { chapterId: chain.id, postId: card.id });
    expect(await feedOf(friend.token)).not.toContainEqual(['kSubjectCreate', subject.id]);
    await link('chapter_post', author.token, { chapterId: chain.id, postId: card.id });
    expect([await activityOn(chain.id, 'chain'), await activityOn(subject.id, 'subject')]).toEqual(announced);
    expect(await feedOf(friend.token)).toContainEqual(['kSubjectCreate', subject.id]);
    expect(await brokenInvariants(gyan.db)).toEqual([]);
  });

  it('names the topics of a card, and taking it back forgets them', async () => {
    const topicId = await makeTopic(gyan.db, 'Volcanoes');
    const card = await draftOf({ title: 'Volcanoes', statusText: 'They glow.', tagsText: '#lava' });
    const topics = () =>
      gyan.db.query(sql`select from card_topics where topic_id = ${topicId} and card_id = ${card.id}`);
    const tags = () =>
      gyan.db.query<{ count: number }>(sql`select card_count as count from tags where name = 'lava'`);
    expect([await topics(), await tags()]).toEqual([[], []]);
    await saved({ postId: card.id, visibility: 'public' });
    expect([(await topics()).length, await tags()]).toEqual([1, [{ count: 1 }]]);
    await saved({ postId: card.id, visibility: 'unlisted' });
    expect([await topics(), await tags()]).toEqual([[], []]);
  });
});

describe('a scheduled draft', () => {
  const hour = 3_600_000;
  const soon = () => Date.now() + hour;
  const complete = { title: 'Later', statusText: 'When it is time.' };

  it('is published once, when its time has come', async () => {
    const publishAt = soon();
    const card = await draftOf({ ...complete, publishAt: String(publishAt) });
    expect(card.publishAt).toBe(publishAt);
    expect((await drafts()).postModelVec.find(({ id }) => id === card.id)?.publishAt).toBe(publishAt);
    await publishDueDrafts(gyan.db, new Date(publishAt - 1));
    expect((await stored(card.id))?.visibility).toBe('draft');
    const late = new Date(publishAt + hour);
    await Promise.all([publishDueDrafts(gyan.db, late), publishDueDrafts(gyan.db, late)]);
    await publishDueDrafts(gyan.db, late);
    expect(await stored(card.id)).toMatchObject({ visibility: 'public', publishAt: null, version: 2 });
    expect((await activityOn(card.id)).map(({ act }) => act)).toEqual(['create']);
    expect(((await read(card.id)).body as { postModel: PostModel }).postModel.urlText).toMatch(/^later-/);
  });

  it('stays a draft without a time if it is not complete, locked, or its author may not publish', async () => {
    const writer = await gyan.signedIn({ role: 'kCreator' });
    const publishAt = String(soon());
    const incomplete = await draftOf({ title: 'Half', publishAt });
    const locked = await draftOf({ ...complete, publishAt });
    const regular = await draftOf({ ...complete, publishAt }, writer.token);
    await gyan.db.query(sql`update cards set locked = true where id = ${locked.id}`);
    await gyan.db.query(sql`update users set role = 'kRegular' where id = ${writer.userId}`);
    await publishDueDrafts(gyan.db, new Date(soon() + hour));
    for (const { id } of [incomplete, locked, regular]) {
      expect(await stored(id)).toMatchObject({ visibility: 'draft', publishAt: null });
    }
  });

  it('that fails does not block the others, and is tried again', async () => {
    const publishAt = soon();
    const failing = await draftOf({ ...complete, title: 'Fails', publishAt: String(publishAt) });
    const next = await draftOf({ ...complete, publishAt: String(publishAt + 1) });
    const late = new Date(publishAt + hour);
    await gyan.db.query(sql`
      alter table cards add constraint fails check (title <> 'Fails' or visibility = 'draft')`);
    try {
      await expect(publishDueDrafts(gyan.db, late)).rejects.toThrow('Drafts not published: 1');
    } finally {
      await gyan.db.query(sql`alter table cards drop constraint fails`);
    }
    expect((await stored(next.id))?.visibility).toBe('public');
    expect((await stored(failing.id))?.visibility).toBe('draft');
    await publishDueDrafts(gyan.db, late);
    expect((await stored(failing.id))?.visibility).toBe('public');
  });

  it('loses its time when it is published or the time is taken away', async () => {
    const publishAt = String(soon());
    const published = await draftOf({ ...complete, publishAt });
    await saved({ postId: published.id, visibility: 'unlisted' });
    const cancelled = await draftOf({ ...complete, publishAt });
    await saved({ postId: cancelled.id, publishAt: '' });
    await publishDueDrafts(gyan.db, new Date(soon() + hour));
    expect(await stored(published.id)).toMatchObject({ visibility: 'unlisted', publishAt: null });
    expect(await stored(cancelled.id)).toMatchObject({ visibility: 'draft', publishAt: null });
  });

  it('needs a time in the future', async () => {
    const card = await draftOf(complete);
    for (const publishAt of [Date.now() - 1, 0, 9_007_199_254_740_991]) {
      expect(await refused({ postId: card.id, publishAt })).toEqual([400, 'invalid_input', ['publishAt']]);
    }
    const shown = await posted(gyan, author.token);
    expect(await refused({ postId: shown.id, publishAt: soon() })).toEqual([
      400,
      'invalid_input',
      ['publishAt'],
    ]);
  });
});

describe('licence and source', () => {
  it('follow the settings of the author, and are chosen for each card', async () => {
    const writer = await gyan.signedIn({ role: 'kCreator' });
    const set = await gyan.request('/r/updateuserlicense', {
      method: 'PUT',
      token: writer.token,
      body: { license: 'cc-by-sa' },
    });
    expect(set.body).toMatchObject({ userModel: { license: 'cc-by-sa' } });
    const card = await posted(gyan, writer.token);
    expect(card.license).toBe('cc-by-sa');
    const other = await posted(gyan, writer.token, {
      title: 'Maps',
      statusText: 'Old ones.',
      license: 'cc0',
      source: 'https://example.org/maps',
    });
    expect(other).toMatchObject({ license: 'cc0', source: 'https://example.org/maps' });
    const edited = await saved({ postId: other.id, license: 'cc-by', source: '' }, writer.token);
    expect(edited.license).toBe('cc-by');
    expect(edited.source).toBeUndefined();
    const bad = { method: 'PUT', token: writer.token, body: { license: 'none' } };
    expect((await gyan.request('/r/updateuserlicense', bad)).status).toBe(400);
  });
});

describe('a chain file', () => {
  it('has licence and source of its cards, no drafts, and leaves drafts in the chain', async () => {
    const writer = await gyan.signedIn({ role: 'kAdmin' });
    const { link } = linking(gyan);
    const chain = await createdChain(gyan, writer.token, { title: 'Shores' });
    const form = { title: 'Cliffs', statusText: 'Steep.', license: 'cc-by', source: 'A field book' };
    const card = await posted(gyan, writer.token, form);
    const draft = await draftOf({ title: 'Dunes' }, writer.token);
    for (const postId of [card.id, draft.id]) {
      await link('chapter_post', writer.token, { chapterId: chain.id, postId });
    }
    const exported = await gyan.request(`/r/chapter_export?chapterId=${chain.id}`, { token: writer.token });
    const file = exported.body as AnswerOf<'GET /r/chapter_export'>;
    const written = { title: 'Cliffs', text: 'Steep.', license: 'cc-by', source: 'A field book' };
    expect(file.chains).toEqual([{ title: 'Shores', cards: [written] }]);
    const load = async (cards: object[]) => {
      const chainFile = JSON.stringify({ version: 1, chains: [{ title: 'Shores', cards }] });
      const answer = await gyan.request('/r/chapters_file', {
        method: 'POST',
        token: writer.token,
        form: { chainFile },
      });
      expect(answer.status, answer.text).toBe(200);
      const read = await gyan.request(`/r/chapter?id=${chain.id}`, { token: writer.token });
      const { chapterModel } = read.body as AnswerOf<'GET /r/chapter'>;
      return (chapterModel.feedItemModelVec ?? []).map(({ postModel }) => postModel);
    };
    const added = { title: 'Bays', text: 'Round.', license: 'cc0' };
    const cards = await load([{ ...written, source: 'Another book', license: undefined }, added]);
    expect(cards.map(({ title, license, source }) => [title, license, source])).toEqual([
      ['Cliffs', 'cc-by', 'Another book'],
      ['Dunes', 'all-rights', undefined],
      ['Bays', 'cc0', undefined],
    ]);
    expect(cards[0]).toMatchObject({ id: card.id, version: 2 });
  });
});

describe('a chain or subject', () => {
  it('becomes a draft and is published again, with its place in lists', async () => {
    const chain = await createdChain(gyan, author.token, { title: 'Bridges' });
    const change = (visibility: string) =>
      gyan.request('/r/chapter', {
        method: 'PUT',
        token: author.token,
        body: { chapterId: chain.id, visibility },
      });
    expect((await change('draft')).body).toMatchObject({ chapterModel: { visibility: 'draft' } });
    expect((await gyan.request(`/chapter?id=${chain.id}`)).status).toBe(404);
    expect((await gyan.request(`/r/chapter?id=${chain.id}`, { token: friend.token })).status).toBe(404);
    expect((await gyan.request(`/r/chapter?id=${chain.id}`, { token: author.token })).status).toBe(200);
    expect((await change('public')).body).toMatchObject({ chapterModel: { visibility: 'public' } });
    expect((await gyan.request(`/chapter?id=${chain.id}`)).status).toBe(200);
    expect((await change('hidden')).status).toBe(400);
  });
});
