import type { Page } from '@playwright/test';
import { expect, test, untilHydrated } from '../support/journey.ts';
import { admin, type Person, regular } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

async function fillIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page
    .getByRole('main')
    .getByRole('textbox', { name: /e-?mail/i })
    .fill(email);
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(login|log in|sign in)$/i })
    .click();
}

const accountMenu = (page: Page, { firstName }: Person) =>
  page.getByRole('banner').getByRole('button', { name: firstName });

test('an admin signs in, finds the admin entries and signs out', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Contact us' })).toHaveCount(0);
  await fillIn(page, admin);
  await expect(accountMenu(page, admin)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
  for (const name of ['Home', 'Grow', 'Create']) {
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible();
  }

  await page.getByRole('banner').getByRole('button', { name: 'Trending' }).click();
  await expect(page.getByRole('menuitem', { name: 'Latest Cards' })).toBeVisible();
  await page.keyboard.press('Escape');

  await accountMenu(page, admin).click();
  for (const name of [
    'My Profile',
    'Admin Create Topic',
    'Admin Select Topics',
    'Admin List Topics',
    'Admin Load Chains',
    'Admin Search for Users',
    'Admin List Users',
    'Settings',
  ]) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull();
});

test('a user who leaves the landing page before it is hydrated signs in all the same', async ({ page }) => {
  await page.route(/LandingPage-[^/]*\.js/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await fillIn(page, regular);
  await expect(accountMenu(page, regular)).toBeVisible();
});

test.describe('before the page is hydrated', () => {
  /** Opens the page, and hydrates it only when the function is called. */
  async function openUnhydrated(page: Page): Promise<() => void> {
    const { promise: released, resolve: hydrate } = Promise.withResolvers<void>();
    await page.route(/LoginPage-[^/]*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    return hydrate;
  }

  test('a press on Login counts', async ({ page }) => {
    const hydrate = await openUnhydrated(page);
    await fillIn(page, regular);
    await expect(page.locator('form[data-early]')).toHaveCount(1);
    hydrate();
    await expect(accountMenu(page, regular)).toBeVisible();
  });

  test('a press on Login does not count if the password is changed after it', async ({ page }) => {
    const hydrate = await openUnhydrated(page);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await fillIn(page, { ...regular, password: 'lamp-lit' });
    await page.getByRole('main').getByLabel('Password', { exact: true }).fill(regular.password);
    hydrate();
    await untilHydrated(page);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(accountMenu(page, regular)).toBeVisible();
    expect(posts.filter((url) => url.endsWith('/login'))).toHaveLength(1);
  });
});

test('a regular person sees their own entries and none of the admins', async ({ page, request }) => {
  await startSignedIn(page, request, regular);
  await page.goto('/');
  await accountMenu(page, regular).click();
  await expect(page.getByRole('menuitem', { name: 'My Network' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /admin/i })).toHaveCount(0);
});

test.describe('a wrong password', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('is refused, keeps the e-mail and clears the password', async ({ page }) => {
    await page.goto('/login');
    await fillIn(page, { email: regular.email, password: 'not the password' });
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox', { name: /e-?mail/i })).toHaveValue(
      regular.email,
    );
    await expect(page.getByRole('main').getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

test('an address without a dot is refused before it is sent', async ({ page }) => {
  await page.goto('/login');
  await fillIn(page, { email: 'asha@home', password: 'long enough' });
  await expect(page.getByText('Invalid email address').first()).toBeVisible();
});

test('a member who asked for a page comes back to it after signing in', async ({ page }) => {
  await page.goto('/terms');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await fillIn(page, regular);
  await expect(page).toHaveURL(/\/terms$/);
  await expect(accountMenu(page, regular)).toBeVisible();
});

declare global {
  interface Window {
    loginFrames: number;
    frameCount: number;
  }
}

test('a member who reloads never sees the Login button, not for a frame', async ({ page, request }) => {
  await startSignedIn(page, request, regular);
  await page.addInitScript(() => {
    window.loginFrames = 0;
    window.frameCount = 0;
    const countFrame = () => {
      window.frameCount += 1;
      const logins = [...document.querySelectorAll('header a')].filter(
        (link) => link.textContent === 'Login',
      );
      if (logins.some((link) => link.checkVisibility())) window.loginFrames += 1;
      requestAnimationFrame(countFrame);
    };
    requestAnimationFrame(countFrame);
  });
  await page.goto('/');
  await page.reload();
  await expect(accountMenu(page, regular)).toBeVisible();
  expect(await page.evaluate(() => window.frameCount)).toBeGreaterThan(1);
  expect(await page.evaluate(() => window.loginFrames)).toBe(0);
});

test('before the page is hydrated a member already sees their own top bar', async ({ page, request }) => {
  await startSignedIn(page, request, regular);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/entry-client/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Login' })).toBeHidden();
  const before = await banner.boundingBox();
  release();
  await expect(accountMenu(page, regular)).toBeVisible();
  expect(await banner.boundingBox()).toEqual(before);
});
