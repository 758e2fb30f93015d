import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { roleGroup, sessionKey } from '#features/session/store.ts';
import { TilePicture } from '#features/tiles/TilePicture.tsx';
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
    currentScript: { dataset: script },
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
  return { dataset: root.dataset, name: style.get('--first-name'), links };
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

it('loads the first picture of a feed as its tile does', async () => {
  const specMap = {
    sm: { url: '/photos/a/sm', width: 480, height: 270 },
    md: { url: '/photos/a/md', width: 960, height: 540 },
  };
  const feedItemModelVec = [{ connectionModel: {}, chapterModel: { photoModelVec: [{ specMap }] } }];
  vi.stubGlobal('fetch', async () => Response.json({ feedItemModelVec }));
  const { links } = await boot(session(user), { calls: script.calls });
  const tile = renderToStaticMarkup(createElement(TilePicture, { id: 1, title: 'Sea', photo: { specMap } }));
  await vi.waitFor(() => expect(links).toHaveLength(1));
  const [link] = links as [{ imageSrcset: string; imageSizes: string }];
  expect(tile).toContain(`srcSet="${link.imageSrcset}" sizes="${link.imageSizes}"`);
  expect(await (await takePreloaded(script.calls, 'secret'))?.json()).toEqual({ feedItemModelVec });
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
