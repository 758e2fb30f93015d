import type { Page } from '@playwright/test';
import { alertOf, expect, test } from '../support/journey.ts';
import { endSession, member } from '../support/new-user.ts';
import { regular } from '../support/people.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}').authdata);

test.describe('a session that ends', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('in the middle of writing loses nothing', async ({ page, baseURL }) => {
    const person = await member(baseURL ?? '');
    await page.goto('/login?returnUrl=%2Fcp');
    await submitSignInForm(page, person);
    await expect(page).toHaveURL(/\/cp$/);
    const message = page.getByRole('main').getByRole('textbox', { name: /^Message/ });
    await message.fill('I draw how bridges carry their load.');
    // The session ends while the request is on its way: any earlier request would lead to the sign-in page too.
    const token = await tokenOf(page);
    await page.route(
      /\/r\/creator_request$/,
      async (route) => {
        await endSession(baseURL ?? '', token);
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Request creator access' }).click();

    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fcp$/);
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await submitSignInForm(page, person);
    await expect(page).toHaveURL(/\/cp$/);
    await expect(message).toHaveValue('I draw how bridges carry their load.');
    await page.getByRole('button', { name: 'Request creator access' }).click();
    await expect(page.getByText('Your request is waiting')).toBeVisible();
  });

  test('leaves a reader on the public page they are reading', async ({ page, baseURL }) => {
    await page.goto('/login?returnUrl=%2Fterms');
    await submitSignInForm(page, regular);
    await expect(page).toHaveURL(/\/terms$/);
    await endSession(baseURL ?? '', await tokenOf(page));
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page).toHaveURL(/\/terms$/);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await submitSignInForm(page, regular);
    await expect(page).toHaveURL(/\/terms$/);
  });
});

test.describe('signing out', () => {
  // A request that is answered after the sign-out is refused.
  test.use({ expectedErrors: [/status of 401/] });

  test('leaves nothing of the sign-in behind', async ({ page }) => {
    await page.goto('/login');
    await submitSignInForm(page, regular);
    await expect(page.getByRole('banner').getByRole('button', { name: regular.firstName })).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('returnUrl', '"/terms"');
      sessionStorage.setItem('googleToken', '{}');
      sessionStorage.setItem('googleAttempt', '{}');
    });
    await page.getByRole('banner').getByRole('button', { name: regular.firstName }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(left.filter((key) => /^(?:userData|returnUrl|google|session)/.test(key))).toEqual([]);
  });
});

test.describe('a refused sign-in', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('says why for five seconds, and beside the field for as long as it takes', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.clock.pauseAt(Date.now() + 60_000);
    await submitSignInForm(page, { email: regular.email, password: 'not the password' });
    const alert = alertOf(page);
    await expect(alert).toBeVisible();
    const password = page.getByRole('main').getByLabel('Password', { exact: true });
    await expect(password).toHaveValue('');
    await expect(password).toBeEnabled();
    await page.clock.runFor(4900);
    await expect(alert).toBeVisible();
    await page.clock.runFor(200);
    await expect(alert).toHaveCount(0);
    await expect(password).toHaveAccessibleDescription(/\S+ \S+/);
    await password.fill(regular.password);
    await expect(password).not.toHaveAttribute('aria-invalid');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: regular.firstName })).toBeVisible();
  });
});

test('both fields of the sign-in say what is wrong with them, and an alert says it at once', async ({
  page,
}) => {
  await page.goto('/login');
  await submitSignInForm(page, { email: 'asha@home', password: 'short' });
  const main = page.getByRole('main');
  await expect(alertOf(page)).toHaveText(/Invalid email address.*Password should be atleast 6 characters/s);
  await expect(main.getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription(
    'Invalid email address',
  );
  await expect(main.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Password should be atleast 6 characters',
  );
});

test('nobody is sent to another host after signing in', async ({ page, baseURL }) => {
  await page.goto(`/login?returnUrl=${encodeURIComponent('//evil.example/')}`);
  await submitSignInForm(page, regular);
  await expect(page.getByRole('banner').getByRole('button', { name: regular.firstName })).toBeVisible();
  await expect(page).toHaveURL(/\/(?:feed|stv|inv)$/);
  expect(page.url().startsWith(`${baseURL}/`)).toBe(true);
});
