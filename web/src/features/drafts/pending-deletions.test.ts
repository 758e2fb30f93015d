import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addDeletion, commitDeletion, undoDeletion } from './pending-deletions.ts';

let sent: string[];
const deletion = (name: string) => ({
  send: async (keepalive: boolean) => {
    sent.push(`${name}${keepalive ? ' while leaving' : ''}`);
  },
});

let page: EventTarget;

beforeEach(() => {
  sent = [];
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const leave = () => page.dispatchEvent(new Event('pagehide'));

it('a deletion is sent once, when it can no longer be undone', async () => {
  addDeletion('card 1', deletion('card 1'));
  expect(sent).toEqual([]);
  await commitDeletion('card 1');
  await commitDeletion('card 1');
  leave();
  expect(sent).toEqual(['card 1']);
});

it('a deletion that was undone is not sent', async () => {
  addDeletion('card 1', deletion('card 1'));
  undoDeletion('card 1');
  await commitDeletion('card 1');
  leave();
  expect(sent).toEqual([]);
});

it('all deletions are sent when the page is left', async () => {
  addDeletion('card 1', deletion('card 1'));
  addDeletion('chain 2', deletion('chain 2'));
  leave();
  await commitDeletion('card 1');
  expect(sent).toEqual(['card 1 while leaving', 'chain 2 while leaving']);
});
