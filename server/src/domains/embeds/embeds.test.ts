import { embedCode } from '@gyan/contract/embeds.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { posted } from '#test/cards.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { parseXml } from '#test/xml.ts';

const site = 'https://gyan.example';
let gyan: TestApp;
let ownerId: number;
beforeAll(async () => {
  gyan = await startApp({ publicUrl: site });
  ownerId = await makeUser(gyan.db, { firstName: 'Meera', lastName: 'Iyer', role: 'kCreator' });
});
afterAll(() => gyan.close());

const heading = (html: string) => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const link = (html: string, rel: 'prev' | 'next') =>
  new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

/** The titles that a reader sees who presses Next until the end. */
async function readThrough(path: string): Promise<string[]> {
  const seen: string[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const { status, text } = await gyan.request(at);
    expect(status, text).toBe(200);
    seen.push(heading(text) ?? '');
    at = link(text, 'next');
  }
  return seen;
}

describe('an embed', () => {
  it('may be framed by every site, sets no cookie and runs no script; other pages may not be framed', async () => {
    const id = await makeCard(gyan.db, { ownerId, title: 'Light & <shade>' });
    const { status, headers, text } = await gyan.request(`/embed/pd/${id}`);
    expect(status).toBe(200);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).not.toContain('<script');
    expect(heading(text)).toBe('Light &amp; &lt;shade&gt;');
    expect(text).toContain('Meera Iyer');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await gyan.request(`/embed/pd/${id}`, { headers: known });
    expect([again.status, again.headers.get('x-frame-options')]).toEqual([304, null]);
    for (const path of ['/robots.txt', '/feeds/all.rss', '/feed']) {
      const other = await gyan.request(path);
      expect(other.headers.get('x-frame-options'), path).toBe('DENY');
      expect(other.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    }
  });

  it('shows formulas', async () => {
    const { token } = await gyan.signedIn({ role: 'kCreator' });
    const plain = await posted(gyan, token, { title: 'Area', statusText: 'It is $r^2$,\nif it is round.' });
    const rich = await posted(gyan, token, {
      title: 'Area',
      htmlDesc: '<p>It is <strong>$r^2$</strong>.</p>',
    });
    for (const { id } of [plain, rich]) {
      const { text } = await gyan.request(`/embed/pd/${id}`);
      expect(text).toContain('<math');
      expect(text).not.toContain('$r');
    }
  });

  it('leads through a chain and a subject card by card, also if a card is in two chapters', async () => {
    const ids = await Promise.all(['A', 'B', 'C'].map((title) => makeCard(gyan.db, { ownerId, title })));
    const [a = 0, b = 0, c = 0] = ids;
    const one = await makeChain(gyan.db, { ownerId, title: 'One', cardIds: [a, b] });
    const two = await makeChain(gyan.db, { ownerId, title: 'Two', cardIds: [b, a, c] });
    const subject = await makeSubject(gyan.db, { ownerId, chainIds: [one, two] });
    expect(await readThrough(`/embed/ch/${two}`)).toEqual(['B', 'A', 'C']);
    expect(await readThrough(`/embed/sub/${subject}`)).toEqual(['A', 'B', 'B', 'A', 'C']);
    const last = await gyan.request(`/embed/ch/${two}?card=none`);
    expect(heading(last.text)).toBe('B');
    expect(link(last.text, 'prev')).toBeUndefined();
  });

  it('shows unlisted content to those who have the link, and no drafts', async () => {
    const title = 'zqhidden';
    const shown = await makeCard(gyan.db, { ownerId, title: 'Shown' });
    const unlisted = await makeCard(gyan.db, { ownerId, title, visibility: 'unlisted' });
    const draft = await makeCard(gyan.db, { ownerId, title, visibility: 'draft' });
    const cardIds = [unlisted, draft, shown];
    const open = await makeChain(gyan.db, { ownerId, cardIds });
    const secret = await makeChain(gyan.db, { ownerId, cardIds, visibility: 'unlisted' });
    const closed = await makeChain(gyan.db, { ownerId, title, cardIds, visibility: 'draft' });
    expect((await gyan.request(`/embed/pd/${unlisted}`)).status).toBe(200);
    expect(await readThrough(`/embed/ch/${open}`)).toEqual(['Shown']);
    expect(await readThrough(`/embed/ch/${secret}`)).toEqual([title, 'Shown']);
    for (const path of [`pd/${draft}`, `ch/${closed}`, 'ch/999999999', 'sub/x', 'pd/no-such-card']) {
      const answer = await gyan.request(`/embed/${path}`);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type'), path).toContain('text/html');
      expect(answer.text, path).not.toContain(title);
    }
  });
});

describe('oEmbed', () => {
  const ask = (url: string, more = '') => gyan.request(`/oembed?url=${encodeURIComponent(url)}${more}`);

  it('gives the frame of a card by its address, in JSON and XML, within the room there is', async () => {
    const id = await makeCard(gyan.db, { ownerId, title: 'Light "&" shade', visibility: 'unlisted' });
    const page = await gyan.request(`/embed/pd/${id}`);
    const href = /rel="canonical" href="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const urlText = href.split('/').at(-1) ?? '';
    const { status, headers, body } = await ask(`${href}?in=ch-1`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Light "&" shade',
      author_name: 'Meera Iyer',
      author_url: `${site}/up/${ownerId}`,
      provider_name: 'Gyan',
      provider_url: site,
      width: 640,
      height: 560,
      thumbnail_url: `${site}/share/pd/${id}.jpg`,
      html: embedCode({ publicUrl: site, kind: 'pd', id: urlText, title: 'Light "&" shade' }),
    });
    const small = (await ask(`${site}/pd/${id}`, '&maxwidth=320&maxheight=300')).body as {
      width: number;
      height: number;
      html: string;
      thumbnail_url?: string;
    };
    expect(small).toMatchObject({ width: 320, height: 300 });
    expect(small.html).toContain('width="320" height="300"');
    expect(small).not.toHaveProperty('thumbnail_url');
    const xml = await ask(`${site}/pd/${id}`, '&format=xml');
    expect(xml.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const members = Object.fromEntries(parseXml(xml.text).children.map(({ name, text }) => [name, text]));
    const known = Object.entries(body);
    expect(members).toEqual(Object.fromEntries(known.map(([name, value]) => [name, String(value)])));
  });

  it('shows a person as a picture, or as a link where the picture has no room', async () => {
    const url = `${site}/up/${ownerId}`;
    expect((await ask(url)).body).toMatchObject({
      type: 'photo',
      url: `${site}/share/up/${ownerId}.jpg`,
      width: 1200,
      height: 630,
    });
    expect((await ask(url, '&maxwidth=400')).body).toMatchObject({ type: 'link', title: 'Meera Iyer' });
  });

  it('refuses other formats with 501, other addresses with 404, and bad sizes with 400', async () => {
    const cardId = await makeCard(gyan.db, { ownerId });
    const draft = await makeChain(gyan.db, { ownerId, cardIds: [cardId], visibility: 'draft' });
    const chain = `${site}/ch/${await makeChain(gyan.db, { ownerId, cardIds: [cardId] })}`;
    expect((await ask(chain)).body).toMatchObject({ type: 'rich', height: 640 });
    expect((await ask(chain, '&format=yaml')).status).toBe(501);
    expect((await ask(chain, '&maxwidth=wide')).status).toBe(400);
    expect((await gyan.request('/oembed')).status).toBe(400);
    for (const url of [
      `${site}/ch/${draft}`,
      `${site}/ch/999999999`,
      `${site}/login`,
      chain.replace('gyan.example', 'gyan.example.org'),
      'javascript:alert(1)',
      'no address',
    ]) {
      expect((await ask(url)).status, url).toBe(404);
    }
  });
});
