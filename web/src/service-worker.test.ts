import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

const source = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');

type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>();
const openWindow = vi.fn<(address: string) => Promise<void>>();
let tabs: { focus: () => Promise<void>; navigate: (address: string) => Promise<void> }[];

beforeEach(() => {
  listeners.clear();
  showNotification.mockReset().mockResolvedValue(undefined);
  openWindow.mockReset().mockResolvedValue(undefined);
  tabs = [];
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
    location: { origin: 'https://gyan.example' },
  };
  runInNewContext(source, { self, URL });
});

async function dispatch(name: string, event: object) {
  let done: Promise<unknown> | undefined;
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
  await done;
}

it('shows what is pushed', async () => {
  const pushed = {
    title: 'Gyan',
    body: 'Somebody answered you.',
    path: '/notices?kind=comment',
    tag: 'comment',
  };
  await dispatch('push', { data: { json: () => pushed } });
  expect(showNotification).toHaveBeenCalledWith(
    'Gyan',
    expect.objectContaining({ body: 'Somebody answered you.', tag: 'comment', data: { path: pushed.path } }),
  );
});

it.each([
  null,
  {
    json: () => {
      throw new SyntaxError('no JSON');
    },
  },
])('shows a general sentence when a push has no text it knows', async (data) => {
  await dispatch('push', { data });
  expect(showNotification).toHaveBeenCalledWith(
    'Gyan',
    expect.objectContaining({ body: 'You have a new notice.', data: { path: '/notices' } }),
  );
});

const click = (path: string | undefined) =>
  dispatch('notificationclick', { notification: { close: () => undefined, data: { path } } });

it.each([
  ['/pd/orion#comment-7', 'https://gyan.example/pd/orion#comment-7'],
  [undefined, 'https://gyan.example/notices'],
  ['https://elsewhere.example/', 'https://gyan.example/notices'],
  ['//elsewhere.example/', 'https://gyan.example/notices'],
])('opens %s of this site only', async (path, address) => {
  await click(path);
  expect(openWindow).toHaveBeenCalledWith(address);
});

it('uses a tab that is open', async () => {
  const tab = { focus: vi.fn(async () => undefined), navigate: vi.fn(async () => undefined) };
  tabs = [tab];
  await click('/notices');
  expect(tab.focus).toHaveBeenCalledOnce();
  expect(tab.navigate).toHaveBeenCalledWith('https://gyan.example/notices');
  expect(openWindow).not.toHaveBeenCalled();
});
