import { beforeEach, expect, it, vi } from 'vitest';

const page = { title: '' };

async function titleModule() {
  vi.resetModules();
  return import('./title.ts');
}

beforeEach(() => {
  page.title = '(3) things · Gyan';
  vi.stubGlobal('document', page);
  return () => vi.unstubAllGlobals();
});

it('puts the count before the title that the server sent', async () => {
  const { setTitleCount } = await titleModule();
  setTitleCount(2);
  expect(page.title).toBe('(2) (3) things · Gyan');
  setTitleCount(0);
  expect(page.title).toBe('(3) things · Gyan');
});

it('keeps the count on the next page', async () => {
  const { setTitle, setTitleCount } = await titleModule();
  setTitleCount(7);
  setTitle('Feed');
  expect(page.title).toBe('(7) Feed · Gyan');
  setTitleCount(8);
  expect(page.title).toBe('(8) Feed · Gyan');
});

it('shows no more than two digits', async () => {
  const { setTitleCount, shortCount } = await titleModule();
  expect([0, 1, 99].map(shortCount)).toEqual(['0', '1', '99']);
  setTitleCount(100);
  expect(page.title).toBe('(99+) (3) things · Gyan');
});
