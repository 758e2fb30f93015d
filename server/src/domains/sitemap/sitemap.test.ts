import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { childOf, childrenOf, parseXml } from '#test/xml.ts';
import { partSize } from './queries.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: 'https://gyan.example' });
});
afterAll(() => gyan.close());

const readXml = async (path: string) => {
  const answer = await gyan.request(path);
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return parseXml(answer.text);
};

it('lists what visitors find, in parts of at most 50,000 addresses', async () => {
  const ownerId = await makeUser(gyan.db, { role: 'kCreator' });
  const silent = await makeUser(gyan.db);
  const cardId = await makeCard(gyan.db, { ownerId });
  const hidden = await makeCard(gyan.db, { ownerId, title: 'zqhidden', visibility: 'unlisted' });
  await makeCard(gyan.db, { ownerId, title: 'zqhidden', visibility: 'draft' });
  const chainId = await makeChain(gyan.db, { ownerId, cardIds: [cardId] });
  const hiddenChain = await makeChain(gyan.db, { ownerId, cardIds: [hidden], visibility: 'unlisted' });
  const subjectId = await makeSubject(gyan.db, { ownerId, chainIds: [chainId] });
  // The second part after next begins with this card; the parts between are empty.
  await gyan.db.query(sql`
    insert into cards (id, url_text, owner_id, type, title)
    overriding system value values (${3 * partSize}, 'far-away', ${ownerId}, 'kCustom', 'Far away')`);

  const index = await readXml('/sitemap.xml');
  expect(index.name).toBe('sitemapindex');
  const parts = childrenOf(index, 'sitemap').map((part) => childOf(part, 'loc').text);
  expect(parts).toEqual(
    ['pages', 'pd-0', 'pd-2', 'ch-0', 'sub-0', 'up-0'].map(
      (name) => `https://gyan.example/sitemap/${name}.xml`,
    ),
  );
  const found: string[] = [];
  for (const part of parts) {
    const urls = childrenOf(await readXml(new URL(part).pathname), 'url');
    expect(urls.length).toBeLessThanOrEqual(partSize);
    found.push(...urls.map((url) => childOf(url, 'loc').text));
  }
  const paths = found.map((url) => url.replace('https://gyan.example', ''));
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/pd/far-away', `/ch/${chainId}`, `/sub/${subjectId}`, `/up/${ownerId}`]),
  );
  expect(paths.filter((path) => path.startsWith('/pd/'))).toHaveLength(2);
  expect(paths.join(' ')).not.toContain('zqhidden');
  expect(paths).not.toContain(`/ch/${hiddenChain}`);
  expect(paths).not.toContain(`/up/${silent}`);
  expect((await gyan.request('/sitemap/pd-1.xml')).status).toBe(404);
  expect((await gyan.request('/sitemap/xx-0.xml')).status).toBe(404);
});

it('is named in robots.txt', async () => {
  const { status, text, headers } = await gyan.request('/robots.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^User-agent: \*$/m);
  expect(text).toContain('\nSitemap: https://gyan.example/sitemap.xml\n');
});
