import { axeViolations, axeViolationsInBothThemes, memberAxeSettings } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { callApi, tokenOf } from '../support/named-member.ts';
import { member } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

test.describe('a session ended from another browser', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('is over there at once', async ({ page, browser, baseURL }) => {
    const person = await member(baseURL ?? '');
    const context = await browser.newContext({
      baseURL,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0',
    });
    const other = await context.newPage();
    await other.goto('/login?returnUrl=%2Fterms');
    await submitSignInForm(other, person);
    await expect(other).toHaveURL(/\/terms$/);

    await page.goto('/login?returnUrl=%2Fset%3Ftab%3Dsecurity');
    await submitSignInForm(page, person);
    const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
    const thisDevice = sessions.filter({ hasText: 'This device' });
    await expect(thisDevice).toHaveCount(1);
    const otherDevice = sessions.filter({ hasText: 'Firefox 142 on Windows' });
    await otherDevice.getByRole('button', { name: /^Sign out/ }).click();
    await expect(otherDevice).toHaveCount(0);
    await page.reload();
    await expect(thisDevice).toHaveCount(1);
    await expect(otherDevice).toHaveCount(0);

    await other.goto('/set');
    await expect(other).toHaveURL(/\/login\?returnUrl=%2Fset$/);
    await context.close();
  });
});

test.describe('an account', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('is deleted with its password, and comes back by signing in again', async ({ page, baseURL }) => {
    const person = await member(baseURL ?? '');
    await page.goto('/login?returnUrl=%2Fset%3Ftab%3Daccount');
    await submitSignInForm(page, person);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const question = page.getByRole('alertdialog', { name: /^Delete the account of Noor/ });
    for (const sentence of [
      /hidden from everybody, now/,
      /After 30 days all of it is erased/,
      /signing in again/,
    ]) {
      await expect(question.getByText(sentence)).toBeVisible();
    }
    expect((await question.boundingBox())?.width).toBeLessThan(600);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(question).toHaveCount(0);

    const userId = await page.evaluate(
      () => JSON.parse(localStorage.getItem('userData') ?? '{}').userModel.userId,
    );
    const token = await tokenOf(baseURL ?? '', admin);
    const profileStatus = async () =>
      (await callApi(baseURL ?? '', 'GET', `r/user?userId=${userId}`, { token })).status;
    expect(await profileStatus()).toBe(200);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const password = question.getByLabel('Current password', { exact: true });
    await expect(password).toBeFocused();
    const { width } = (await question.boundingBox()) ?? {};
    await password.fill('not the password');
    await question.getByRole('button', { name: 'Delete my account' }).click();
    await expect(question.getByText('This is not your current password.')).toBeVisible();
    expect((await question.boundingBox())?.width).toBe(width);
    await password.fill(person.password);
    await question.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await profileStatus()).toBe(404);

    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    await submitSignInForm(page, person);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Noor' })).toBeVisible();
    expect(await profileStatus()).toBe(200);
  });
});

test('everything of mine comes as a zip', async ({ page, baseURL }) => {
  const person = await member(baseURL ?? '');
  await page.goto('/login?returnUrl=%2Fset%3Ftab%3Daccount');
  await submitSignInForm(page, person);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^gyan-\d{4}-\d\d-\d\d\.zip$/);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  const zip = Buffer.concat(parts);
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  expect(zip.includes('account.json')).toBe(true);
});

test('a script reads with a token, until the token is deleted', async ({ page, request, baseURL }) => {
  const person = await member(baseURL ?? '');
  await startSignedIn(page, request, person);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/set?tab=account');
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Name of the token needs to be specified')).toBeVisible();
  await dialog.getByLabel('Name').fill('Backup script');
  await expect(dialog.getByLabel('Read', { exact: true })).toBeChecked();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const created = page.getByRole('alertdialog', { name: /Backup script/ });
  const token = await created.getByLabel('Token').inputValue();
  expect(token).toMatch(/^gyan_[0-9a-f]{64}$/);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await created.getByRole('button', { name: 'Copy token' }).click();
  await expect(created.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await created.getByRole('button', { name: 'Done' }).click();

  const status = async () => (await callApi(baseURL ?? '', 'GET', 'r/user', { token })).status;
  expect(await status()).toBe(200);
  await page.reload();
  const rows = page.getByRole('list', { name: 'Your API tokens' }).getByRole('listitem');
  await expect(rows).toHaveText([/Backup script.*Read.*Last used/]);
  await expect(page.getByText(token)).toHaveCount(0);
  await rows.getByRole('button', { name: 'Delete the token Backup script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete token' }).click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeFocused();
  expect(await status()).toBe(401);
});

test.describe('a sign-in of long ago', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('exports with the current password, which is in no address', async ({ page, baseURL }) => {
    const person = await member(baseURL ?? '');
    await page.goto('/login?returnUrl=%2Fset%3Ftab%3Daccount');
    await submitSignInForm(page, person);
    const detail = 'Please enter your current password.';
    // The server's answer ten minutes after sign-in; the next request, with the password, reaches it.
    await page.route('**/r/export', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            json: { type: 'about:blank', title: '', status: 403, code: 'reauth_required', detail },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Export my data' }).click();
    const current = page.getByLabel('Current password', { exact: true });
    await expect(current).toHaveAccessibleDescription(
      'You signed in a while ago, so please show that it is you.',
    );
    await current.fill(person.password);
    const [sent, file] = [page.waitForRequest('**/r/export'), page.waitForEvent('download')];
    await page.getByRole('button', { name: 'Export my data' }).click();
    expect((await sent).postDataJSON()).toEqual({ currentPasswd: person.password });
    expect((await sent).url()).toMatch(/\/r\/export$/);
    expect((await file).suggestedFilename()).toMatch(/\.zip$/);
  });
});

const privateScreens = [
  '/set?tab=photo',
  '/set?tab=name',
  '/set?tab=password',
  '/set?tab=social',
  '/set?tab=tags',
  '/set?tab=security',
  '/set?tab=account',
  '/ul',
  '/ul?tab=creators',
  '/ul?tab=requests',
  '/ul?tab=activity',
  '/ul?tab=signins',
  '/us?q=a',
];

for (const { width, colorScheme } of memberAxeSettings) {
  test(`axe finds nothing in settings and roles, ${colorScheme}, ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await startSignedIn(page, request, admin);
    for (const path of privateScreens) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect.soft(await axeViolations(page), path).toEqual([]);
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
        .toBeLessThanOrEqual(width);
    }
  });
}
