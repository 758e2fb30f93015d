import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript the landing page shows cards', async ({ page }) => {
  await page.goto('/');
  expect(await page.locator('main a[href^="/pd/"]').count()).toBeGreaterThanOrEqual(4);
});

test('without JavaScript a card, a chain and a subject can be read', async ({ page, request }) => {
  const { card, chain, subject } = await findDemoContent(request);
  for (const { path, words } of [
    { path: card.path, words: card.title },
    { path: chain.path, words: chain.title },
    { path: subject.path, words: subject.title },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
  }
});

test('without JavaScript a card is read where it stands in a chain or subject', async ({ page, request }) => {
  const { inChain, inSubject } = await findDemoContent(request);
  for (const { path, title } of [inChain, inSubject]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    const step = page
      .getByRole('navigation', { name: 'Cards in order' })
      .getByRole('link', { name: /^(Previous|Next): / })
      .last();
    const before = page.url();
    await step.click();
    await expect(page).not.toHaveURL(before);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', before.split('?')[0] ?? '');
  }
});

test('without JavaScript the sign-in and the sign-up say that they need it', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    // Searches by text leave out what is inside `noscript`.
    const message = page.locator('main noscript p');
    await expect(message, path).toBeVisible();
    await expect(message, path).toContainText('This form needs JavaScript.');
  }
});

test('without JavaScript the lists are lists, with links to their next pages', async ({ page }) => {
  for (const [path, linkPath] of [
    ['/tns', '/pd/'],
    ['/tgp', '/pd/'],
    ['/tgc', '/ch/'],
    ['/tgg', '/sub/'],
    ['/lsv', '/sub/'],
  ] as const) {
    await page.goto(path);
    expect(await page.locator(`main a[href^="${linkPath}"]`).count(), path).toBeGreaterThan(0);
  }
  await page.goto('/tns');
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  const first = await titles.allInnerTexts();
  await expect(page.getByRole('button', { name: 'Load More Visuals' })).toBeHidden();
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(/\/tns\?after=/);
  const next = await titles.allInnerTexts();
  expect(next.length).toBeGreaterThan(0);
  expect(next.filter((title) => first.includes(title))).toEqual([]);
});

test('every public page says who it is to those who share it', async ({ page, request, baseURL }) => {
  const { card, chain, subject } = await findDemoContent(request);
  for (const path of ['/', '/tns', '/tgc', '/tgg', card.path, chain.path, subject.path, '/privacy']) {
    await page.goto(path);
    expect((await page.title()).length, path).toBeGreaterThan(3);
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).first();
    await expect(meta('description'), path).toHaveAttribute('content', /\S{3}/);
    await expect(meta('og:title'), path).toHaveAttribute('content', /\S{3}/);
    await expect(meta('twitter:card'), path).toHaveAttribute('content', /summary/);
    await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute('href', `${baseURL}${path}`);
  }
});

test('the page is the same for everybody, byte for byte, whichever server makes it', async ({ request }) => {
  const getPage = (headers: Record<string, string>) => request.get('/', { headers });
  // Another journey may publish in between, or the minute may change.
  await expect(async () => {
    const first = await getPage({});
    const { etag = '' } = first.headers();
    const asMember = { authorization: 'Bearer somebody', cookie: 'a=b' };
    for (const headers of [asMember, {}, asMember])
      expect(await (await getPage(headers)).text()).toBe(await first.text());
    for (let tries = 0; tries < 3; tries += 1)
      expect((await getPage({ 'if-none-match': etag })).status()).toBe(304);
  }).toPass();
});
