import { startFaultProxy } from '../../torture/support/fault-proxy.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';

test('a visitor sees real cards on the landing page and opens one', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const cards = page.getByRole('main').locator('a[href^="/pd/"]');
  expect(await cards.count()).toBeGreaterThanOrEqual(4);
  const feed = page.getByRole('region', { name: 'Worth seeing now' });
  await expect(feed.locator('article a[href^="/ch/"], article a[href^="/sub/"]')).toHaveCount(0);
  const first = feed.getByRole('article').first();
  const title = await first.getByRole('heading').innerText();
  await first.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(/\/pd\//);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a visitor may sign up at once, and install the app where the browser offers it', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const name of ['Sign up', 'Sign in with e-mail'])
    await expect(main.getByRole('link', { name }).first()).toBeInViewport();
  await expect(main.getByRole('button', { name: 'Sign in with google' }).first()).toBeInViewport();

  const manifest = await request.get(
    (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '/none',
  );
  const { icons, start_url: start } = (await manifest.json()) as {
    icons: { src: string }[];
    start_url: string;
  };
  for (const path of [start, ...icons.map(({ src }) => src)])
    expect((await request.get(path)).status(), path).toBe(200);
  const install = main.getByRole('button', { name: 'Install the app' });
  await expect(install).toHaveCount(0);
  const asked = page.evaluate(
    () =>
      new Promise((resolve) => {
        const prompt = async () => resolve('asked');
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
      }),
  );
  await install.click();
  expect(await asked).toBe('asked');
  await expect(install).toHaveCount(0);
});

test('the bar and the hero lead to cards, chains and subjects', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Cards', 'Chains', 'Subjects']);
  await bar.getByRole('link', { name: 'Chains' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trending Gyan Chains' })).toBeVisible();
  await page.goBack();
  await page.locator('main a[href="/tns"]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trending Gyan Cards' })).toBeVisible();
  await page.goBack();
  await page.locator('main a[href="/lsv"]').first().click();
  await expect(page).toHaveURL(/\/lsv$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a visitor walks from a subject to its chain and on to a card', async ({ page, request }) => {
  const { subject, chain, card } = await findDemoContent(request);
  await page.goto('/tgg');
  const link = page.getByRole('main').getByRole('link', { name: subject.title }).first();
  // Other journeys may have created newer subjects.
  await expect(async () => {
    if (!(await link.isVisible()))
      await page.getByRole('button', { name: /^Load More/ }).click({ timeout: 1_000 });
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${subject.path}$`));
  await expect(page.getByRole('heading', { level: 1, name: subject.title })).toBeVisible();
  await page.goto(chain.path);
  await expect(page.getByRole('heading', { level: 1, name: chain.title })).toBeVisible();
  await expect(page.locator('main a[href^="/pd/"]').first()).toBeVisible();
  await page.goto(card.path);
  await expect(page.getByRole('heading', { level: 1, name: card.title })).toBeVisible();
});

test('a visitor is offered no like and no comment box', async ({ page, request }) => {
  const { card } = await findDemoContent(request);
  await page.goto(card.path);
  await expect(page.getByRole('heading', { level: 1, name: card.title })).toBeVisible();
  await expect(page.getByRole('button', { name: /^like/i })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /comment/i })).toHaveCount(0);
});

test('a visitor searches from the top bar', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search' });
  await expect(box).toHaveAttribute('placeholder', 'What are you curious about?');
  await box.fill('light');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/psl\?q=light$/);
});

for (const [path, heading] of [
  ['/privacy', /privacy/i],
  ['/terms', /terms/i],
] as const) {
  test(`a visitor reads ${path} from the footer`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: heading }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    await expect(title).toBeFocused();
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(1500);
  });
}

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_|Failed to fetch/] });

  test('a visitor gets our own page in our own look, and goes on when the network is back', async ({
    page,
    baseURL,
  }) => {
    // Playwright's offline mode does not reach service workers.
    const proxy = await startFaultProxy({ port: Number(new URL(baseURL ?? '').port) });
    const site = `http://127.0.0.1:${proxy.port}`;
    await page.goto(`${site}/terms`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await proxy.set({ kind: 'down' });
    await page.goto(`${site}/tns?x=1`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'You seem to be offline' })).toBeVisible();
    const font = await page
      .getByRole('heading', { level: 1 })
      .evaluate((h1) => getComputedStyle(h1).fontFamily);
    expect(font).toContain('Fraunces');
    await proxy.set({ kind: 'none' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${site}/tns?x=1`);
    await expect(page.getByRole('heading', { level: 1, name: 'Trending Gyan Cards' })).toBeVisible();
    await proxy.stop();
  });
});

test.describe('lost', () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const path of ['/no-such-page', '/pd/no-such-card', '/ch/999999999', '/sub/999999999']) {
    test(`a visitor at ${path} is told so and shown the way`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    });
  }
});
