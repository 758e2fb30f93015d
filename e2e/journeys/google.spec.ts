import type { Page } from '@playwright/test';
import { demoPeople } from '../../demo/people.ts';
import { demoLink } from '../support/demo-key.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { regular } from '../support/people.ts';

const google = (page: Page) => page.getByRole('main').getByRole('button', { name: /with google$/i });
const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();
const accountMenu = (page: Page, firstName: string) =>
  page.getByRole('banner').getByRole('button', { name: firstName });

test.beforeEach(async ({ page }) => void (await page.goto(demoLink())));

test('somebody who asked for a page signs in with Google and is back there', async ({ page }) => {
  const authRequest = page.waitForRequest(/\/demo\/openid\/auth\?/);
  await page.goto('/set');
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await google(page).click();
  const query = new URL((await authRequest).url()).searchParams;
  expect(query.get('response_type')).toBe('code');
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('scope')).toBe('openid profile email');
  expect(query.get('nonce')).toHaveLength(45);
  expect(query.get('state')?.length).toBeGreaterThan(20);

  const sent = page.waitForRequest(/\/api\/v1\/glogin/);
  await choose(page, regular.firstName);
  expect(Object.keys((await sent).postDataJSON()).toSorted()).toEqual(['accessToken', 'googleJWT', 'nonce']);
  await expect(page).toHaveURL(/\/set$/);
  await expect(accountMenu(page, regular.firstName)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('google'))),
  ).toEqual([]);
  const record = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}'));
  expect(Object.keys(record).toSorted()).toEqual(['authdata', 'userModel']);
});

for (const path of ['/', '/register']) {
  test(`the button on ${path} leads in as well`, async ({ page }) => {
    const person = demoPeople.find(({ role }) => role === 'kCreator');
    await page.goto(path);
    await google(page).first().click();
    await choose(page, person?.firstName ?? '');
    await expect(accountMenu(page, person?.firstName ?? '')).toBeVisible();
    await expect(page).toHaveURL(/\/(?:feed|stv|inv)$/);
    await page.goto(path);
    await expect(google(page), 'nothing to offer to who is in').toHaveCount(0);
  });
}

test('who turns back at Google is told so quietly and can try again', async ({ page }) => {
  await page.goto('/login?returnUrl=%2Fterms');
  await google(page).click();
  await choose(page, 'Cancel');
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fterms$/);
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'You stopped signing in' }),
  ).toBeVisible();
  await expect(alertOf(page)).toHaveCount(0);
  await google(page).click();
  await choose(page, regular.firstName);
  await expect(page).toHaveURL(/\/terms$/);
});

test('an answer that nobody here asked for is refused', async ({ page }) => {
  await page.goto('/login?code=stolen&state=made-up');
  await expect(alertOf(page)).toContainText('begun in another window');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull();
});

test('a token for another sign-in is refused', async ({ page }) => {
  await page.goto('/login');
  await google(page).click();
  await expect(page.getByRole('heading', { name: 'Choose who you are' })).toBeVisible();
  await page.evaluate(() => {
    const attempt = JSON.parse(sessionStorage.getItem('googleAttempt') ?? '{}');
    sessionStorage.setItem('googleAttempt', JSON.stringify({ ...attempt, nonce: 'another one' }));
  });
  await choose(page, regular.firstName);
  await expect(alertOf(page)).toContainText('We could not make sure');
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull();
});

test.describe('when something on the way fails', () => {
  test.use({ expectedErrors: [/status of 400|ERR_FAILED/] });

  test('a provider out of reach is named under the button', async ({ page }) => {
    await page.route(/well-known/, (route) => route.abort());
    await page.goto('/login');
    await google(page).click();
    await expect(alertOf(page)).toContainText('We could not reach Google');
    await page.unroute(/well-known/);
    await google(page).click();
    await expect(page.getByRole('heading', { name: 'Choose who you are' })).toBeVisible();
  });

  test('a code that the provider does not take is no way in', async ({ page }) => {
    await page.route(/\/demo\/openid\/token/, (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
    );
    await page.goto('/login');
    await google(page).click();
    await choose(page, regular.firstName);
    await expect(alertOf(page)).toContainText('Google did not complete this sign-in');
  });

  test('a server out of reach gets the same token on the second try', async ({ page }) => {
    await page.route(/\/api\/v1\/glogin/, (route) => route.abort());
    await page.goto('/login?returnUrl=%2Fterms');
    await google(page).click();
    await choose(page, regular.firstName);
    await expect(alertOf(page)).toContainText('We could not reach the server');
    await page.unroute(/\/api\/v1\/glogin/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/terms$/);
    await expect(accountMenu(page, regular.firstName)).toBeVisible();
  });
});
