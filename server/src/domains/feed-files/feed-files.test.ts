import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { element, xmlDocument } from '#lib/xml.ts';
import { startApp, type TestApp } from '#test/app.ts';
import {
  makeCard,
  makeChain,
  makePicture,
  makeSubject,
  makeTopic,
  makeUser,
  storePhoto,
} from '#test/factories.ts';
import { type CheckedFeed, checkAtom, checkJsonFeed, checkRss } from '#test/feed-validator.ts';
import { parseXml } from '#test/xml.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

const checks = { rss: checkRss, atom: checkAtom, json: checkJsonFeed };
const types = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
};
type Format = keyof typeof checks;
const everyFormat = Object.keys(checks) as Format[];

async function read(name: string, format: Format): Promise<CheckedFeed> {
  const answer = await gyan.request(`/feeds/${name}.${format}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe(types[format]);
  expect(answer.headers.get('set-cookie')).toBeNull();
  return checks[format](answer.text);
}

const titles = (feed: CheckedFeed) => feed.items.map(({ title }) => title);

describe('a feed file', () => {
  it('is valid in each format and says the same, with a picture as an enclosure', async () => {
    const ownerId = await makeUser(gyan.db, { firstName: 'Meera', lastName: 'Iyer & Co', role: 'kCreator' });
    const photo = await storePhoto(gyan.deps, await makePicture('#2b3a67'));
    const hostile = 'Light ]]> & <b>“ज्ञान”</b> \u0001\u000b\ufffe\ud800 💡';
    await makeCard(gyan.db, { ownerId, title: 'Older', createdAt: new Date('2026-01-01') });
    const id = await makeCard(gyan.db, {
      ownerId,
      title: 'Newer & better',
      text: hostile,
      photoId: photo.id,
    });
    const seen: CheckedFeed[] = [];
    for (const format of everyFormat) {
      const feed = await read(`up/${ownerId}`, format);
      expect(feed).toMatchObject({
        title: 'Meera Iyer & Co on Gyan',
        link: `https://gyan.example/up/${ownerId}`,
        self: `https://gyan.example/feeds/up/${ownerId}.${format}`,
      });
      expect(titles(feed)).toEqual(['Newer & better', 'Older']);
      const [newest] = feed.items;
      expect(newest?.id).toBe(`https://gyan.example/pd/${id}`);
      expect(newest?.html).toContain('&lt;b&gt;“ज्ञान”');
      const { enclosure } = newest ?? {};
      const file = await gyan.request(new URL(enclosure?.url ?? '').pathname);
      expect(file.headers.get('content-type')).toBe(enclosure?.type);
      expect(Number(file.headers.get('content-length'))).toBe(enclosure?.length);
      seen.push(feed);
    }
    const [rss, ...others] = seen.map(({ items }) => items.map(({ id, url }) => [id, url]));
    for (const other of others) expect(other).toEqual(rss);
  });

  it('keeps the ids of its cards when they are edited', async () => {
    const me = await gyan.signedIn({ role: 'kCreator' });
    const postId = await makeCard(gyan.db, { ownerId: me.userId, title: 'Before' });
    const chainId = await makeChain(gyan.db, { ownerId: me.userId, cardIds: [postId] });
    const before = await read(`ch/${chainId}`, 'atom');
    const edit = { method: 'PUT', token: me.token, form: { postId: String(postId), title: 'After' } };
    expect((await gyan.request('/r/post', edit)).status).toBe(200);
    await expect.poll(async () => titles(await read(`ch/${chainId}`, 'atom'))).toEqual(['After']);
    const after = await read(`ch/${chainId}`, 'atom');
    expect(after.items.map(({ id, url, published }) => [id, url, published])).toEqual(
      before.items.map(({ id, url, published }) => [id, url, published]),
    );
  });

  it('answers 304 to a reader that has it, and HEAD without a body', async () => {
    const first = await gyan.request('/feeds/all.rss');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await gyan.request('/feeds/all.rss', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await gyan.request('/feeds/all.rss', { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('has at most fifty cards of a chain, subject or topic, newest first', async () => {
    const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
    const cardIds: number[] = [];
    for (let n = 0; n < 53; n += 1) {
      const title = `Quasar ${n}`;
      cardIds.push(await makeCard(gyan.db, { ownerId, title, createdAt: new Date(1e12 + n * 1000) }));
    }
    const chainId = await makeChain(gyan.db, { ownerId, cardIds });
    const subjectId = await makeSubject(gyan.db, { ownerId, chainIds: [chainId] });
    const topicId = await makeTopic(gyan.db, 'Quasar');
    const newest = Array.from({ length: 50 }, (_, n) => `Quasar ${52 - n}`);
    for (const name of [`ch/${chainId}`, `sub/${subjectId}`, `topic/${topicId}`]) {
      expect(titles(await read(name, 'json')), name).toEqual(newest);
    }
  });

  it('is not there for what visitors do not find, and leaves hidden cards out', async () => {
    const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
    const hidden = { ownerId, title: 'zqhidden' };
    const cardIds = [
      await makeCard(gyan.db, { ownerId, title: 'Shown' }),
      await makeCard(gyan.db, { ...hidden, visibility: 'unlisted' }),
      await makeCard(gyan.db, { ...hidden, visibility: 'draft' }),
    ];
    const chainId = await makeChain(gyan.db, { ownerId, cardIds });
    for (const name of [`ch/${chainId}`, `up/${ownerId}`]) {
      expect(titles(await read(name, 'json')), name).toEqual(['Shown']);
    }
    expect((await gyan.request('/feeds/all.json')).text).not.toContain('zqhidden');
    const unlisted = await makeChain(gyan.db, { ownerId, cardIds, visibility: 'unlisted' });
    const draft = await makeSubject(gyan.db, { ownerId, chainIds: [chainId], visibility: 'draft' });
    const empty = await makeChain(gyan.db, { ownerId });
    const unverified = await makeUser(gyan.db, { verified: false });
    const nothing = ['ch/0', 'ch/999999999', 'ch/9007199254740993', 'pd/1', 'constructor/1', 'up/x', 'some'];
    for (const name of [`ch/${unlisted}`, `sub/${draft}`, `ch/${empty}`, `up/${unverified}`, ...nothing]) {
      expect((await gyan.request(`/feeds/${name}.rss`)).status, name).toBe(404);
    }
    expect((await gyan.request('/feeds/all.toString')).status).toBe(404);
  });
});

it('any text can be written as XML and read again', () => {
  const kept = (text: string) =>
    text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (inside, value) => {
      const read = parseXml(xmlDocument(element('a', { value }, [inside])));
      expect([read.text, read.attributes.value]).toEqual([kept(inside), kept(value)]);
    }),
  );
});
