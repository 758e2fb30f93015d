import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { roleGroup, sessionKey } from '#features/session/store.ts';
import { TilePicture, tileSizes } from '#features/tiles/TilePicture.tsx';
import { takePreloaded } from '#lib/preloaded-calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Runs the boot script in a browser with this storage. */
async function boot(storage: Record<string, string> | 'forbidden', script: Record<string, string> = {}) {
  const style = new Map<string, string>();
  const root = {
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => style.set(name, value) },
  };
  const links: object[] = [];
  vi.stubGlobal('document', {
    documentElement: root,
    currentScript: { dataset: script, src: '/assets/boot.js' },
    createElement: () => ({}),
    head: { append: (link: object) => links.push(link) },
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (storage === 'forbidden') throw new Error('SecurityError');
      return storage[key] ?? null;
    },
  });
  await import('./boot.ts');
  return { dataset: root.dataset, name: style.get('--first-name'), style, links };
}

const session = (userModel: object) => ({ [sessionKey]: JSON.stringify({ authdata: 'secret', userModel }) });

it('marks a visitor', async () => {
  expect((await boot({})).dataset).toEqual({ session: 'out' });
});

it.each(['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin'] as const)(
  'marks a signed-in %s as the store does',
  async (userRole) => {
    const user = { userId: 7, firstName: 'Asha', userRole };
    const { dataset, name } = await boot(session(user));
    expect(dataset).toEqual({ session: 'in', role: roleGroup(user) });
    expect(name).toBe('"Asha"');
  },
);

it('quotes a name so that it stays text', async () => {
  expect((await boot(session({ userId: 7, firstName: '";x' }))).name).toBe(String.raw`"\";x"`);
});

it('applies the stored theme and no other value', async () => {
  expect((await boot({ theme: 'dark' })).dataset.theme).toBe('dark');
  vi.resetModules();
  expect((await boot({ theme: 'purple' })).dataset.theme).toBeUndefined();
});

it.each(['{', 'null', '7', '{"authdata":"x"}', '{"authdata":"","userModel":{"userId":7}}'])(
  'takes a broken record %s for a visitor',
  async (text) => {
    expect((await boot({ [sessionKey]: text })).dataset).toEqual({ session: 'out' });
  },
);

it('survives forbidden storage', async () => {
  expect((await boot('forbidden')).dataset).toEqual({ session: 'out' });
});

const script = { modules: '/assets/a.js /assets/b.js', calls: '/api/v1/r/feed?limit=7' };
const user = { userId: 7, firstName: 'Asha', emailVerified: true };

function stubFetch() {
  const sent: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return Response.json({ url });
  });
  return sent;
}

it('starts the imports and reads of a signed-in user, and the page takes each answer once', async () => {
  const sent = stubFetch();
  const { links } = await boot(session(user), script);
  expect(links).toEqual([
    { rel: 'modulepreload', href: '/assets/a.js' },
    { rel: 'modulepreload', href: '/assets/b.js' },
  ]);
  const headers = { accept: 'application/json', authorization: 'Bearer secret' };
  expect(sent).toEqual([[script.calls, { headers }]]);
  expect(await takePreloaded(script.calls, 'another')).toBeUndefined();
  expect(await (await takePreloaded(script.calls, 'secret'))?.json()).toEqual({ url: script.calls });
  expect(await takePreloaded(script.calls, 'secret')).toBeUndefined();
});

it.each([
  ['cached', 0, ['/assets/text.woff2', '/assets/title.woff2']],
  ['not cached', 756, []],
])('preloads the fonts if its own file is %s', async (_, transferSize, preloaded) => {
  vi.stubGlobal('performance', { getEntriesByName: () => [{ transferSize }] });
  const { links } = await boot(session(user), { fonts: '/assets/text.woff2 /assets/title.woff2' });
  expect(links).toEqual(preloaded.map((href) => ({ rel: 'preload', as: 'font', crossOrigin: '', href })));
});

it('knows the own photo of a signed-in user', async () => {
  const photoModel = { specMap: { sm: { url: '/photos/me/sm' } } };
  const { style } = await boot(session({ ...user, photoModel }));
  expect(style.get('--own-photo')).toBe('url("/photos/me/sm")');
});

/** Loads the first candidate, as a small screen does. */
class FakeImage {
  srcset = '';
  sizes = '';
  get currentSrc() {
    return this.srcset.split(' ')[0];
  }
  async decode() {
    decoded.push(this);
  }
}
const decoded: FakeImage[] = [];

const specMap = {
  sm: { url: '/photos/a/sm', width: 480, height: 270 },
  md: { url: '/photos/a/md', width: 960, height: 540 },
};
const withPhotos = { photoModelVec: [{ specMap }] };

it.each([
  ['a feed', { feedItemModelVec: [{ connectionModel: {}, chapterModel: withPhotos }] }],
  ['a list of chains', { chapterModelVec: [withPhotos] }],
  ['a review', { reviewItemVec: [{ postModel: withPhotos }] }],
  ['what to continue', { continueVec: [{ photoModel: { specMap } }] }],
])(
  'shows the first picture of %s in the skeleton, loaded as the page does and before the modules',
  async (_, body) => {
    decoded.length = 0;
    vi.stubGlobal('Image', FakeImage);
    vi.stubGlobal('fetch', async () => Response.json(body));
    const { style, links } = await boot(session(user), { ...script, pictureSizes: tileSizes });
    expect(links).toEqual([]);
    await vi.waitFor(() => expect(links).toHaveLength(2));
    expect(style.get('--first-picture')).toBe('url("/photos/a/sm")');
    const tile = renderToStaticMarkup(
      createElement(TilePicture, { id: 1, title: 'Sea', photo: { specMap } }),
    );
    expect(tile).toContain(`srcSet="${decoded[0]?.srcset}" sizes="${decoded[0]?.sizes}"`);
    expect(await (await takePreloaded(script.calls, 'secret'))?.json()).toEqual(body);
  },
);

it('shows no picture if the first entry has none', async () => {
  vi.stubGlobal('Image', FakeImage);
  vi.stubGlobal('fetch', async () => Response.json({ chapterModelVec: [{ photoModelVec: [] }] }));
  const { style, links } = await boot(session(user), { ...script, pictureSizes: tileSizes });
  await vi.waitFor(() => expect(links).toHaveLength(2));
  expect(style.has('--first-picture')).toBe(false);
});

it.each([
  ['a visitor', {}],
  ['a user without a verified address', session({ ...user, emailVerified: false })],
  ['an admin', session({ ...user, userRole: 'kAdmin' })],
])('sends nothing for %s', async (_, storage) => {
  const sent = stubFetch();
  await boot(storage, script);
  expect(sent).toEqual([]);
});

it('leaves a refused or failed read to the page', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await boot(session(user), script);
  expect(await takePreloaded(script.calls, 'secret')).toBeUndefined();
  vi.resetModules();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await boot(session(user), script);
  expect(await takePreloaded(script.calls, 'secret')).toBeUndefined();
});
