import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { namedMember } from '../support/named-member.ts';
import { admin, type Person } from '../support/people.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

/** Opens a page in another browser context with this user signed in. */
async function openAs(browser: Browser, baseURL: string | undefined, person: Person, path: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signInAndOpen(page, person, path);
  return page;
}

async function signInAndOpen(page: Page, person: Person, path: string) {
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`);
  await submitSignInForm(page, person);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

test('an admin makes a creator, who sees Create at once', async ({ page, browser, baseURL }) => {
  const person = await namedMember(baseURL ?? '');
  const creatorPage = await openAs(browser, baseURL, person, '/cp');
  await expect(creatorPage.getByRole('heading', { name: 'Become a creator' })).toBeVisible();

  await signInAndOpen(page, admin, '/us');
  await expect(page.getByRole('heading', { name: 'Role assignment' })).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search for users' });
  await box.fill(person.lastName.toUpperCase());
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/us\\?q=${person.lastName.toUpperCase()}$`));

  const role = page.getByRole('group', { name: `Role of ${person.fullName}` });
  await expect(role.getByText('Regular', { exact: true })).toBeVisible();
  await expect(role.getByRole('button')).toHaveText([/^Make creator/, /^Make admin/]);
  await role.getByRole('button', { name: /^Make creator/ }).click();
  const question = page.getByRole('alertdialog', { name: `Make ${person.fullName} a creator?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(role.getByText('Regular', { exact: true })).toBeVisible();
  await role.getByRole('button', { name: /^Make creator/ }).click();
  await question.getByRole('button', { name: 'Make creator' }).click();
  await expect(role.getByText('Creator', { exact: true })).toBeVisible();
  await expect(role.getByRole('button')).toHaveText([/^Make regular/, /^Make admin/]);

  await expect(creatorPage.getByRole('heading', { name: 'Become a creator' })).toHaveCount(0);
  await expect(creatorPage.getByRole('heading', { name: 'Create Card' })).toBeVisible();
  expect(await creatorPage.evaluate(() => document.documentElement.dataset.role)).toBe('creator');
  await creatorPage.context().close();

  await page.getByRole('banner').getByRole('button', { name: admin.firstName }).click();
  await page.getByRole('menuitem', { name: 'Admin List Users' }).click();
  await page.getByRole('link', { name: 'Creators' }).click();
  const listed = page.getByRole('list', { name: 'Creators' }).getByRole('link', { name: person.fullName });
  // The newest are last, and other journeys create creators too.
  await expect(async () => {
    const more = page.getByRole('button', { name: 'Load More' });
    if (!(await listed.isVisible()) && (await more.isVisible())) await more.click();
    await expect(listed).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: `changed the role of ${person.fullName}` }),
  ).toBeVisible();
});

test('a request to create, with its draft, is granted', async ({ page, browser, baseURL }) => {
  const person = await namedMember(baseURL ?? '');
  const creatorPage = await openAs(browser, baseURL, person, '/cp');
  const message = creatorPage.getByRole('textbox', { name: /^Message/ });
  await message.fill('I would draw how tides work.');
  await creatorPage.reload();
  await expect(message).toHaveValue('I would draw how tides work.');
  await creatorPage.getByRole('button', { name: 'Request creator access' }).click();
  await expect(creatorPage.getByText('Your request is waiting')).toBeVisible();
  await creatorPage.reload();
  await expect(creatorPage.getByText('Your request is waiting')).toBeVisible();

  await signInAndOpen(page, admin, '/ul');
  await page.getByRole('link', { name: 'Creator requests' }).click();
  await expect(page).toHaveURL(/\/ul\?tab=requests$/);
  const entry = page.getByRole('listitem').filter({ hasText: person.fullName });
  await expect(entry.getByText('I would draw how tides work.')).toBeVisible();
  await entry.getByRole('button', { name: /^Grant/ }).click();
  await page
    .getByRole('alertdialog', { name: `Make ${person.fullName} a creator?` })
    .getByRole('button', { name: 'Grant' })
    .click();
  await expect(page.getByText(`${person.fullName} is now a creator.`)).toBeVisible();
  await expect(entry).toHaveCount(0);
  await expect(creatorPage.getByRole('heading', { name: 'Create Card' })).toBeVisible();
  await creatorPage.context().close();
});

test('a declined request leaves the asker as they were', async ({ page, browser, baseURL }) => {
  const person = await namedMember(baseURL ?? '');
  const creatorPage = await openAs(browser, baseURL, person, '/cp');
  await creatorPage.getByRole('button', { name: 'Request creator access' }).click();
  await expect(creatorPage.getByText('Your request is waiting')).toBeVisible();

  await signInAndOpen(page, admin, '/ul');
  await page.getByRole('link', { name: 'Creator requests' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: person.fullName });
  await entry.getByRole('button', { name: /^Decline/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect(entry).toHaveCount(0);
  await expect(creatorPage.getByRole('button', { name: 'Request creator access' })).toBeVisible();
  await creatorPage.context().close();
});

test.describe('a role change the server refuses', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('is taken back, with the reason', async ({ page, baseURL }) => {
    const person = await namedMember(baseURL ?? '');
    await signInAndOpen(page, admin, '/us');
    await page.goto(`/us?q=${person.firstName}`);
    await page.route('**/r/updateuserrole', (route) =>
      route.fulfill({
        status: 503,
        json: { type: 'about:blank', title: '', status: 503, code: 'unavailable', detail: 'We are resting.' },
      }),
    );
    const role = page.getByRole('group', { name: `Role of ${person.fullName}` });
    await role.getByRole('button', { name: /^Make admin/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click();
    await expect(role.getByRole('alert')).toContainText('We are resting.');
    await expect(role.getByText('Regular', { exact: true })).toBeVisible();
  });
});

test('nobody is offered a change of a super admin or of themselves', async ({ page }) => {
  await signInAndOpen(page, admin, '/ul');
  const admins = page.getByRole('list', { name: 'Admins' });
  await expect(admins.getByText('Super admin')).toBeVisible();
  const me = admins.getByRole('listitem').filter({ hasText: admin.firstName });
  await expect(me.getByText('Admin', { exact: true })).toBeVisible();
  await expect(me.getByRole('button')).toHaveCount(0);
  await expect(
    admins.getByRole('listitem').filter({ hasText: 'Super admin' }).getByRole('button'),
  ).toHaveCount(0);
});

test('a search that finds nobody says so', async ({ page }) => {
  await signInAndOpen(page, admin, '/us');
  await page.getByRole('searchbox', { name: 'Search for users' }).fill('xyzzyxyzzy');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('No results')).toBeVisible();
});
