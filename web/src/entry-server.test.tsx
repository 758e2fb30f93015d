import { describe, expect, it, vi } from 'vitest';
import type { InProcessApi } from '#lib/in-process-api.ts';
import { render } from './entry-server.tsx';

const site = {
  publicUrl: 'https://gyan.example',
  demo: false,
  ai: false,
  appStores: { apple: null, google: null },
  google: null,
};
const owner = { userId: 3, firstName: 'Asha', lastName: 'Rao' };
const createdAt = 1_790_000_000_000_000_000;
const photo = (name: string) => {
  const spec = (width: number) => ({ url: `/media/${name}-${width}.webp`, width, height: (width * 9) / 16 });
  return { specMap: { sm: spec(480), md: spec(960), lg: spec(1920) }, placeholder: null };
};

const post = (id: number, more: object = {}) => ({
  id,
  urlText: `card-${id}`,
  type: 'kCustom',
  title: `Card ${id}`,
  text: `Words of card ${id}.`,
  likeCount: 0,
  commentCount: 0,
  locked: false,
  visibility: 'public',
  version: 1,
  license: 'cc-by',
  createdAt,
  photoModelVec: [],
  hasScene: false,
  ownerModel: owner,
  ...more,
});

const nasty = '</script><script>alert(1)</script><!--';
const cards = [
  post(1, { title: nasty, likeCount: 1, photoModelVec: [photo('a')], altText: 'A "quoted" sky' }),
  post(2, { type: 'kVideo', embedVideoUrl: 'https://www.youtube-nocookie.com/embed/abcdefghijk' }),
  post(3, {
    type: 'kAIAssisted',
    aiModelName: 'small-model',
    text: null,
    htmlDesc: '<p>Made <b>up</b></p>',
    source: 'A book on light',
    remixOf: {
      id: 9,
      urlText: 'card-9',
      title: 'Where it began',
      ownerModel: { ...owner, firstName: 'Kofi' },
    },
  }),
];
const comment = { id: 5, postId: 1, text: `${nasty} I see`, createdAt, ownerModel: owner };
const chain = {
  id: 11,
  title: 'Light, step by step',
  desc: 'From a candle to the sky.',
  visibility: 'public',
  likeCount: 2,
  createdAt,
  postCount: 3,
  photoModelVec: [],
  ownerModel: owner,
  feedItemModelVec: cards.map((postModel) => ({
    feedItemType: 'kPostCreate',
    createdAt,
    connectionModel: owner,
    postModel,
  })),
};
const subject = {
  id: 21,
  title: 'Optics',
  ownerId: 3,
  visibility: 'public',
  likeCount: 0,
  createdAt,
  chapterCount: 1,
  postCount: 3,
  photoModelVec: [photo('s')],
  ownerModel: owner,
  chapterModelVec: [chain],
};

const problem = (status: number, code: string) => ({ status, body: { status, code, detail: 'No.' } });

const answers: Record<string, unknown> = {
  '/feed': { feedItemModelVec: chain.feedItemModelVec, nextCursor: 'more' },
  '/posts': { postModelVec: cards },
  '/chapters': { chapterModelVec: [chain] },
  '/subjects': { subjectModelVec: [subject] },
  '/chapter': { chapterModel: chain },
  '/subject_outline': {
    subjectModel: subject,
    outlineVec: [
      {
        id: 11,
        title: chain.title,
        postVec: cards.map(({ urlText, text, title }) => ({ urlText, title, label: text ?? title })),
      },
      {
        id: 12,
        title: 'Shadows',
        postVec: [{ urlText: 'card-4', title: 'Where light is not', label: 'Dark.' }],
      },
    ],
  },
};

const api: InProcessApi = async ({ path }) => {
  const url = new URL(path, 'http://api.invalid');
  if (url.pathname === '/post') {
    const found = cards.find((card) =>
      [card.urlText, String(card.id)].includes(url.searchParams.get('postId') ?? ''),
    );
    if (!found) return problem(404, 'not_found');
    return {
      status: 200,
      body: { postModel: found, photoModelVec: [], ownerModel: owner, commentModelVec: [comment] },
    };
  }
  if (url.pathname === '/chapter' && url.searchParams.get('id') === 'x') return problem(400, 'invalid_input');
  const body = answers[url.pathname];
  return body ? { status: 200, body } : problem(404, 'not_found');
};

/** Marks everything with a count of likes. */
const markGreat = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'likeCount' in value
    ? { ...value, quality: 'kQualityGreat' }
    : value;

const get = (url: string, answer = api) => render({ url, site, api: answer, manifest: undefined });

const publicPages = [
  '/',
  '/land1',
  '/tns',
  '/tgp',
  '/tgc',
  '/tgg',
  '/lsv',
  '/pd/card-1',
  '/ch/11',
  '/sub/21',
  '/ch/11?card=card-2',
  '/sub/21?card=card-3',
];
const plainPages = [
  '/privacy',
  '/terms',
  '/login',
  '/psl?q=light',
  '/feed',
  '/set',
  '/ul',
  '/notices',
  '/unsubscribe?t=token',
  '/nm?t=token',
  '/ce?t=token',
];

describe.each([...publicPages, ...plainPages])('%s', (url) => {
  it('is a whole document that the content security policy lets through', async () => {
    const { status, html } = await get(url);
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).not.toMatch(/\sstyle=/);
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map((match) => match[1] ?? '');
    for (const attributes of scripts) {
      expect(attributes).toMatch(/\bsrc="\/|type="application\/(?:ld\+)?json"/);
    }
    expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html.match(/<title>/g)).toHaveLength(1);
  });
});

describe('the landing page', () => {
  it('leads to the app stores that are configured, and to no other', async () => {
    expect((await get('/')).html).not.toContain('App Store');
    const appStores = { apple: 'https://apps.example/gyan', google: null };
    const { html } = await render({ url: '/', site: { ...site, appStores }, api, manifest: undefined });
    expect(html).toContain('href="https://apps.example/gyan"');
    expect(html).not.toContain('Google Play');
  });

  it('without a store says that it runs in the browser', async () => {
    expect((await get('/')).html).toContain('Gyan runs in the browser of every phone');
  });

  it('asks for cards and for videos, and shows no card twice', async () => {
    const asked: string[] = [];
    const videos = [2, 4, 5, 6, 7, 8].map((id) => post(id, { type: 'kVideo' }));
    const { html } = await get('/', async (call) => {
      asked.push(call.path);
      return call.path.startsWith('/posts') ? { status: 200, body: { postModelVec: videos } } : api(call);
    });
    expect(asked).toContainEqual(expect.stringMatching(/^\/feed\?.*postsOnly=true/));
    expect(asked).toContainEqual(expect.stringMatching(/^\/posts\?.*videoOnlyPosts=true/));
    const count = (text: string) => html.split(text).length - 1;
    for (const id of [2, 3, 4, 7]) expect(count(`>Card ${id}<`), `card ${id}`).toBe(1);
    expect(count('>Card 8<')).toBe(0);
  });

  it('shows which cards, chains and subjects are great', async () => {
    const count = async (url: string, answer = api) =>
      (await get(url, answer)).html.split('Great</span>').length - 1;
    expect(await count('/')).toBe(0);
    const great: InProcessApi = async (call) => {
      const { status, body } = await api(call);
      return { status, body: JSON.parse(JSON.stringify(body), markGreat) };
    };
    expect(await count('/', great)).toBe(5);
    for (const url of ['/pd/card-1', '/ch/11?card=card-2', '/sub/21?card=card-3'])
      expect(await count(url, great), url).toBeGreaterThan(0);
  });

  it('comes with its content', async () => {
    const { html } = await get('/');
    for (const text of ['Card 2', 'Light, step by step', 'Optics', 'Asha Rao', '1 Like', 'Load More']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('href="/pd/card-2"');
    expect(html).toContain('/media/a-960.webp');
  });

  it('holds both top bars, for styles to choose from', async () => {
    const { html } = await get('/');
    expect(html).toContain('href="/login"');
    expect(html).toContain('href="/inv"');
  });

  it('carries its state without letting it break out', async () => {
    const { html } = await get('/');
    expect(html).not.toContain(nasty);
    const state = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(state).not.toContain('<');
    const { loaderData, errors } = JSON.parse(state) as {
      loaderData: Record<string, unknown>;
      errors: unknown;
    };
    expect(errors).toBeNull();
    expect(JSON.stringify(loaderData)).toContain(JSON.stringify(nasty).slice(1, -1));
  });

  it('is the same for everybody, whichever server makes it within the same minute', async () => {
    const minute = 1_790_000_100_000;
    const at = async (now: number) => {
      vi.useFakeTimers({ now });
      const { html } = await get('/');
      vi.useRealTimers();
      return html;
    };
    const first = await at(minute);
    expect(await at(minute + 59_999)).toBe(first);
    expect(await at(minute + 60_000)).not.toBe(first);
  });

  it('comes even when nothing else does', async () => {
    const { status, html } = await get('/', async () => problem(503, 'unavailable'));
    expect(status).toBe(200);
    expect(html).toContain('Gyan Cards');
    expect(html).not.toContain('Load More');
  });
});

describe('a card', () => {
  it('tells the world about itself', async () => {
    const { html } = await get('/pd/card-1');
    expect(html).toContain('<link rel="canonical" href="https://gyan.example/pd/card-1"');
    expect(html).toContain('property="og:image" content="https://gyan.example/share/pd/1.jpg"');
    expect(html).toContain('alt="A &quot;quoted&quot; sky"');
    expect(html).toContain('"license":"https://creativecommons.org/licenses/by/4.0/"');
    expect(html).toContain('href="/terms#cc-by"');
  });

  it('comes with its newest comments, and with a way to sign in and back', async () => {
    const { html } = await get('/pd/card-2?in=ch-11');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- I see</p>');
    expect(html).toContain('href="/login?returnUrl=%2Fpd%2Fcard-2%3Fin%3Dch-11"');
  });

  it('shows answers beneath their comment, and links to the people they name', async () => {
    const answer = {
      ...comment,
      id: 6,
      answerTo: 5,
      text: 'As @[9] and @[10] say',
      mentionVec: [{ userId: 9, name: 'Kofi Mensah' }],
    };
    const { html } = await get('/pd/card-1', async (call) => {
      const { status, body } = await api(call);
      return { status, body: { ...(body as object), commentModelVec: [answer, comment] } };
    });
    const beneath = /<ol class="comment-answers">(.*?)<\/ol>/s.exec(html)?.[1] ?? '';
    expect(beneath).toContain('id="comment-6"');
    expect(beneath).toMatch(/<a [^>]*href="\/up\/9"[^>]*>@(?:<!-- -->)?Kofi Mensah<\/a>/);
    expect(beneath).toContain('@someone');
    expect(beneath).not.toContain('id="comment-5"');
  });

  it('has one address', async () => {
    expect(await get('/pd/1')).toMatchObject({ status: 301, redirect: '/pd/card-1' });
  });

  it('loads no player before it is asked to', async () => {
    const { html } = await get('/pd/card-2');
    expect(html).not.toContain('<iframe');
    expect(html).toContain('Play the video');
  });

  it('says that AI had a hand in it, and shows its rich text', async () => {
    const { html } = await get('/pd/card-3');
    expect(html).toContain('AI · small-model');
    expect(html).toContain('<p>Made <b>up</b></p>');
  });
});

describe('the page that stops e-mails', () => {
  it('posts to its own address without JavaScript', async () => {
    const { html } = await get('/unsubscribe?t=a%26b');
    expect(html).toContain('action="/unsubscribe?t=a%26b" method="post">');
    expect(html).toContain('name="List-Unsubscribe" value="One-Click"');
    expect(html).toContain('<meta name="robots" content="noindex"');
  });

  it.each([
    ['7-digest-abc', 'the digest of your notices by e-mail'],
    ['7-connection_request-abc', 'e-mails about this: Connection requests'],
    ['anything', 'e-mails of the kind that brought you here'],
  ])('says what the link stops: %s', async (t, text) => {
    expect((await get(`/unsubscribe?t=${t}`)).html).toContain(text);
  });

  it('says when it is done, or when the link lacks its token', async () => {
    expect((await get('/unsubscribe?done=1')).html).toContain('These e-mails are stopped');
    expect((await get('/unsubscribe')).html).not.toContain('method="post"');
  });
});

describe('a card that was reached from somewhere', () => {
  const steps = (html: string) =>
    [...html.matchAll(/rel="(prev|next)" aria-label="[^"]*" href="([^"]*)"/g)].map((match) => match.slice(1));

  it.each(['ch-11', 'sub-21'])('leads on from there: %s', async (place) => {
    const { html } = await get(`/pd/card-2?in=${place}`);
    expect(steps(html)).toEqual([
      ['prev', `/pd/card-1?in=${place}`],
      ['next', `/pd/card-3?in=${place}`],
    ]);
    expect(html).toContain('<link rel="canonical" href="https://gyan.example/pd/card-2"');
  });

  it('ends where the chain ends', async () => {
    expect(steps((await get('/pd/card-3?in=ch-11')).html)).toEqual([['prev', '/pd/card-2?in=ch-11']]);
  });

  it.each(['ch-0', 'ch-x', 'up-1', ''])('is just a card when the place is none: %s', async (place) => {
    const { status, html } = await get(`/pd/card-2?in=${place}`);
    expect(status).toBe(200);
    expect(steps(html)).toEqual([]);
  });
});

describe('a subject', () => {
  it('lists every chapter, and the cards of the first by title and words', async () => {
    const { html } = await get('/sub/21');
    expect(html).toContain('href="/sub/21?card=card-4"');
    expect(html).toContain('>Card 2<');
    expect(html).toContain('>Words of card 2.<');
    expect(html).not.toContain('Where light is not');
  });

  it('opens at the card its address names, and leads on from there', async () => {
    const { html } = await get('/sub/21?card=card-3');
    expect(html).toContain('<p>Made <b>up</b></p>');
    expect(html).toContain('rel="prev" aria-label="Previous: Card 2"');
    expect(html).toContain('aria-label="Next: Where light is not" href="/sub/21?card=card-4"');
    expect(html).toContain('href="/pd/card-3?in=sub-21"');
    expect(html).toContain('<link rel="canonical" href="https://gyan.example/sub/21"');
    expect(html).toContain('<title>Card 3 · Optics');
  });

  it('carries only the cards it shows', async () => {
    const { html } = await get('/sub/21?card=card-3');
    const state = /id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(state).toContain('Words of card 2.');
    expect(state).not.toContain('"comments"');
    // The link to the next chapter, and no other data of it.
    expect(state.match(/Where light is not/g)).toHaveLength(1);
  });

  it.each(['card-9', 'card-1%2F'])('goes back to its beginning without a card: %s', async (card) => {
    expect(await get(`/sub/21?card=${card}`)).toMatchObject({ status: 302, redirect: '/sub/21' });
  });
});

describe('a chain', () => {
  it('is read card by card', async () => {
    expect((await get('/ch/11')).html).toContain('href="/ch/11?card=card-1"');
    const { html } = await get('/ch/11?card=card-2');
    expect(html).toContain('2<!-- --> of <!-- -->3');
    expect(html).toContain('href="/ch/11?card=card-3"');
    expect(html).toContain('<link rel="canonical" href="https://gyan.example/ch/11"');
    expect(await get('/ch/11?card=card-9')).toMatchObject({ status: 302, redirect: '/ch/11' });
  });

  it.each(['/pd/card-3', '/ch/11?card=card-3', '/sub/21?card=card-3'])(
    'names the licence, the source and the original of a card at %s',
    async (url) => {
      const text = (await get(url)).html.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<[^>]*>/g, '');
      expect(text).toContain('Remix of Where it began by Kofi Rao');
      expect(text).toMatch(/CC BY \S.*Source: A book on light/);
    },
  );
});

describe('a chain or subject without cards', () => {
  it.each([
    ['/ch/11', '/chapter', { chapterModel: { ...chain, postCount: 0, feedItemModelVec: [] } }],
    ['/sub/21', '/subject_outline', { subjectModel: { ...subject, postCount: 0 }, outlineVec: [] }],
  ])('%s is not for search engines, and with cards it is', async (url, call, body) => {
    const empty = await get(url, async (request) =>
      request.path.startsWith(`${call}?`) ? { status: 200, body } : api(request),
    );
    expect(empty.status).toBe(200);
    expect(empty.html).toContain('name="robots" content="noindex"');
    expect((await get(url)).html).not.toContain('name="robots"');
  });
});

describe('what is unlisted', () => {
  const unlisted = { visibility: 'unlisted' };
  it.each([
    ['/pd/card-1', '/post', { postModel: { ...cards[0], ...unlisted }, commentModelVec: [] }],
    ['/ch/11', '/chapter', { chapterModel: { ...chain, ...unlisted } }],
    [
      '/sub/21',
      '/subject_outline',
      { ...(answers['/subject_outline'] as object), subjectModel: { ...subject, ...unlisted } },
    ],
  ])('%s says so, and is not for search engines', async (url, call, body) => {
    const { status, html } = await get(url, async (request) =>
      request.path.startsWith(`${call}?`) ? { status: 200, body } : api(request),
    );
    expect(status).toBe(200);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).toContain('Everybody with the link can read this.');
  });
});

describe('an address with nothing behind it', () => {
  it.each(['/nowhere', '/pd/gone', '/sub', '//evil.example/x', '/pd/%E0%A4%A', '/ch/x', '/a%0Ab'])(
    '%s answers 404',
    async (url) => {
      const { status, html, redirect } = await get(url);
      expect(status).toBe(404);
      expect(redirect).toBeUndefined();
      expect(html).toContain('We looked everywhere');
      expect(html).toContain('name="robots" content="noindex"');
    },
  );
});

describe('a failure', () => {
  it('keeps the status and says nothing of our insides', async () => {
    const down: InProcessApi = async () => problem(503, 'unavailable');
    const { status, html } = await get('/tns', down);
    expect(status).toBe(503);
    expect(html).toContain('catching our breath');
    expect(html).toContain('Retry');
    const broken: InProcessApi = async () => {
      throw new Error('password of the database');
    };
    const unexpected = await get('/tns', broken);
    expect(unexpected.status).toBe(500);
    expect(unexpected.html).not.toContain('password of the database');
  });
});

describe('without JavaScript', () => {
  it('a list has a link to its next page, and the next page begins where the link says', async () => {
    const requested: string[] = [];
    const paged: InProcessApi = async (request) => {
      requested.push(request.path);
      const { status, body } = await api(request);
      return { status, body: { ...(body as object), nextCursor: 'a b' } };
    };
    for (const url of ['/tns', '/tgc', '/tgg', '/lsv', '/ch/11']) {
      const { html } = await get(url, paged);
      expect(html, url).toMatch(/<noscript>.*rel="next" href="\?after=a\+b"/s);
      requested.length = 0;
      await get(`${url}?after=a+b`, paged);
      expect(
        requested.some((path) => path.includes('cursor=a+b')),
        url,
      ).toBe(true);
    }
    expect((await get('/tns')).html).not.toContain('rel="next"');
    const refusing: InProcessApi = async () => problem(400, 'invalid_cursor');
    expect((await get('/tns?after=made-up', refusing)).status).toBe(404);
  });

  it('forms and private pages say that they need it', async () => {
    for (const url of ['/login', '/register', '/rpr', '/rp?rpt=x', '/ve?rt=x', '/feed']) {
      expect((await get(url)).html, url).toMatch(/<noscript><p[^>]*>[^<]*<?[^<]*needs JavaScript/);
    }
  });
});

describe('a private page', () => {
  it('is an outline that no search engine keeps', async () => {
    const requested: string[] = [];
    const { html } = await get('/feed', async (request) => {
      requested.push(request.path);
      return api(request);
    });
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).toContain('<h1>Feed</h1>');
    expect(requested).toEqual([]);
  });
});
