import type { AnswerOf } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeConnection, makeSubject } from '#test/factories.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { acted, computeScores, established, type Person, reasons, report } from '#test/moderation.ts';
import { openApp } from '#test/open-app.ts';
import { giveScene } from '#test/scenes.ts';

const words = { post: 'zqhiddencard', chapter: 'zqhiddenchain', subject: 'zqhiddensubject' };
type Kind = keyof typeof words;
const kinds = Object.keys(words) as Kind[];

const publicUrl = 'https://gyan.example';

/** Two servers with one database, each with a cache of its own. */
let gyan: TestApp;
let second: TestApp;
let people: Record<'owner' | 'reader' | 'admin', Person>;
let ids: Record<Kind, number>;
let comparedPlaces: string[];

beforeAll(async () => {
  gyan = await startApp({ publicUrl });
  second = await openApp(gyan.deps.databaseUrl, { publicUrl });
  people = {
    owner: await gyan.signedIn({ role: 'kCreator', firstName: 'Olga' }),
    reader: await established(gyan),
    admin: await gyan.signedIn({ role: 'kAdmin' }),
  };
  const { owner, reader } = people;
  await makeConnection(gyan.db, owner.userId, reader.userId);
  const make = { ownerId: owner.userId };
  const post = await makeCard(gyan.db, { ...make, title: words.post, tags: [words.post] });
  await giveScene(gyan.db, post, [words.post]);
  const cardIds = [post, await makeCard(gyan.db, make)];
  const chapter = await makeChain(gyan.db, { ...make, title: words.chapter, cardIds });
  const other = await makeChain(gyan.db, { ...make, cardIds });
  const subject = await makeSubject(gyan.db, { ...make, title: words.subject, chainIds: [chapter, other] });
  ids = { post, chapter, subject };
  await readAll(reader);
  await computeScores(gyan.db);
  comparedPlaces = await placesOf(other);
});
afterAll(async () => {
  await second.close();
  await gyan.close();
});

/** What lets a member find the objects: saved, followed, studied, reported. */
async function readAll({ token, userId }: Person): Promise<void> {
  const { post, chapter, subject } = ids;
  const put = async (path: string, body: object) => {
    const answer = await gyan.request(path, { method: 'PUT', token, body });
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
  };
  await put('/r/reading', { postId: post, chapterId: chapter, subjectId: subject });
  await put('/r/post_like', { postId: post, liked: true });
  await put('/r/link_user_chapter', { userId, chapterId: chapter });
  await put('/r/link_user_subject', { userId, subjectId: subject });
  await put('/r/study', { subjectId: subject, studied: true });
  for (const kind of kinds) {
    await put('/r/saved', { kind, id: ids[kind], saved: true });
    await report(gyan, people.reader, kind, ids[kind]);
  }
  await put('/r/follow', { kind: 'chapter', id: chapter, level: 'all' });
  await put('/r/follow', { kind: 'subject', id: subject, level: 'all' });
}

/** Every place where other users could find them. */
async function placesOf(otherChain: number): Promise<string[]> {
  const { post, chapter, subject } = ids;
  const ownerId = people.owner.userId;
  const [row] = await gyan.db.query<{ url: string }>(
    sql`select url_text as url from cards where id = ${post}`,
  );
  const both = [
    `post?postId=${post}`,
    `comments?postId=${post}`,
    `prompts?postId=${post}`,
    `scene?postId=${post}`,
    `chapter?id=${chapter}`,
    `chapter?id=${otherChain}`,
    `subject?subjectId=${subject}&includePosts=true`,
    `user_profile?id=${ownerId}`,
    ...kinds.map((kind) => `user_profile?id=${ownerId}&only=${kind}`),
    ...kinds.map((kind) => `searchfeed?q=${words[kind]}&types=${kind}&counts=true`),
  ];
  const onlyPublic = [
    'feed',
    'feed?recency=true',
    'feed?postsOnly=true',
    'posts',
    'chapters',
    'subjects',
    'tags',
    'review_demo',
    `subject_outline?subjectId=${subject}`,
    `read_next?chapterId=${otherChain}`,
  ];
  const onlyMembers = [
    'feed',
    'feed?recency=true',
    'posts?trending=true',
    'chapters',
    'chapters?trending=true',
    'subjects',
    'subjects?trending=true',
    'saved',
    'follows',
    'learning',
    `progress?subjectId=${subject}`,
    `progress?chapterId=${otherChain}`,
    'review_session?minutes=20',
  ];
  const files = [
    '/feeds/all.json',
    `/feeds/up/${ownerId}.rss`,
    `/feeds/ch/${chapter}.atom`,
    `/feeds/sub/${subject}.json`,
    `/embed/pd/${post}`,
    `/embed/ch/${chapter}`,
    `/embed/ch/${otherChain}`,
    `/embed/sub/${subject}`,
    `/oembed?url=${encodeURIComponent(`${publicUrl}/pd/${row?.url}`)}`,
    '/sitemap/pd-0.xml',
    '/sitemap/ch-0.xml',
    '/sitemap/sub-0.xml',
    `/share/pd/${post}.jpg`,
  ];
  return [
    ...[...both, ...onlyPublic].map((path) => `/${path}`),
    ...[...both, ...onlyMembers].map((path) => `/r/${path}`),
    ...files,
  ];
}

/** These change by the report or the act itself, or do not return: see decision 044. */
const changedPlaces = ['/r/my_reports', '/r/notices'];

/** The answers of both servers to visitors and the reader. */
async function read(places: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, server] of [['first', gyan] as const, ['second', second] as const]) {
    await Promise.all(
      places.map(async (place) => {
        const token = place.startsWith('/r/') ? people.reader.token : undefined;
        const { status, text } = await server.request(place, { token });
        // Cursors may hold the time of the request.
        const plain = text.replaceAll(/"\w*[cC]ursor":"[^"]*"/g, '');
        answers.set(`${name} ${place}`, `${status} ${plain}`);
      }),
    );
  }
  return answers;
}

const placesWith = (answers: Map<string, string>, kind: Kind) => {
  const path = { post: words.post, chapter: `/ch/${ids.chapter}<`, subject: `/sub/${ids.subject}<` }[kind];
  return [...answers].flatMap(([place, text]) =>
    text.includes(words[kind]) || text.includes(path) ? [place] : [],
  );
};

describe('on two servers', () => {
  it.each(kinds)(
    'a hidden %s is nowhere for others within 5 s, and back exactly after that',
    async (kind) => {
      const id = ids[kind];
      const before = await read(comparedPlaces);
      expect(placesWith(before, kind).length).toBeGreaterThan(30);
      expect(placesWith(await read(changedPlaces), kind)).toContain('second /r/my_reports');

      await acted(gyan, people.admin, { kind, id, act: 'hide', ...reasons });
      const finding = async () => placesWith(await read([...comparedPlaces, ...changedPlaces]), kind);
      await expect.poll(finding, { timeout: 5000 }).toEqual([]);
      expect(await brokenInvariants(gyan.db)).toEqual([]);

      await acted(gyan, people.admin, { kind, id, act: 'restore' });
      await expect
        .poll(
          async () => [...(await read(comparedPlaces))].filter(([place, text]) => before.get(place) !== text),
          {
            timeout: 5000,
          },
        )
        .toEqual([]);
      expect(await brokenInvariants(gyan.db)).toEqual([]);
    },
  );
});

it('the owner of a hidden card reads it with the reasons, on its page and in their list', async () => {
  const { owner, admin } = people;
  await acted(gyan, admin, { kind: 'post', id: ids.post, act: 'hide', ...reasons });
  const moderation = { state: 'hidden', rule: 'spam', text: 'Too many links.' };
  const opened = await second.request(`/r/post?postId=${ids.post}`, { token: owner.token });
  expect((opened.body as AnswerOf<'GET /r/post'>).postModel).toMatchObject({
    visibility: 'public',
    moderation,
  });
  const listed = await second.request('/r/posts', { token: owner.token });
  const own = (listed.body as AnswerOf<'GET /r/posts'>).postModelVec.find(({ id }) => id === ids.post);
  expect(own).toMatchObject({ moderation });
  await acted(gyan, admin, { kind: 'post', id: ids.post, act: 'restore' });
});
