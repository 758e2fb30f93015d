import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { siteUrl } from '../support/creator.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';

/** Serves one page from another site: `localhost` and `127.0.0.1` are different sites. */
async function foreignPage(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A blog</title><body>${html}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const isLocalhost = new URL(siteUrl()).hostname === 'localhost';
  return { url: `http://${isLocalhost ? '127.0.0.1' : 'localhost'}:${port}/`, close: () => server.close() };
}

/** What the frame could keep. */
const storageOf = (page: Page) =>
  page.frames()[1]?.evaluate(() => {
    try {
      return localStorage.length + sessionStorage.length + document.cookie.length;
    } catch {
      return 'blocked';
    }
  });

for (const [name, attributes, storage] of [
  // Some browsers give frames of other sites no storage.
  ['as the code says', '', [0, 'blocked']],
  ['in a sandbox without storage', 'sandbox="allow-popups allow-popups-to-escape-sandbox"', ['blocked']],
] as const) {
  test(`another site shows a chain, ${name}`, async ({ page, request, context }) => {
    const { chain, inChain } = await findDemoContent(request);
    const url = encodeURIComponent(siteUrl() + chain.path);
    const { html } = await (await request.get(`/oembed?url=${url}`)).json();
    const foreign = await foreignPage(String(html).replace('<iframe', `<iframe ${attributes}`));
    await page.goto(foreign.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: inChain.title })).toBeVisible();
    await expect(frame.getByText(/^1 of \d+$/)).toBeVisible();
    await frame.getByRole('link', { name: /^Next/ }).click();
    await expect(frame.getByText(/^2 of \d+$/)).toBeVisible();
    await expect(frame.getByRole('heading', { level: 1, name: inChain.title })).toBeHidden();
    await frame.getByRole('link', { name: /^Previous/ }).click();
    await expect(frame.getByRole('heading', { level: 1, name: inChain.title })).toBeVisible();
    expect(storage).toContain(await storageOf(page));
    expect(await context.cookies()).toEqual([]);
    foreign.close();
  });
}

test('axe finds nothing on embeds, and they fit a narrow frame', async ({ page, request }) => {
  const { card, chain, subject } = await findDemoContent(request);
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ colorScheme });
    for (const { path } of [card, chain, subject]) {
      await page.goto(`/embed${path}`);
      expect.soft(await axeViolations(page), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
    }
  }
});

test('pages name their feed and picture, and Share gives the feed of a chain', async ({ page, request }) => {
  const { chain } = await findDemoContent(request);
  await page.goto(chain.path);
  const feed = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
  const answer = await request.get(new URL(feed ?? '').pathname);
  expect(answer.headers()['content-type']).toContain('application/atom+xml');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await request.get(new URL(image ?? '').pathname)).headers()['content-type']).toBe('image/jpeg');
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: `Share “${chain.title}”` });
  await expect(dialog.getByRole('textbox', { name: 'Feed' })).toHaveValue(
    (feed ?? '').replace('.atom', '.rss'),
  );
});
