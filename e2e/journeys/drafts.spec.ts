import type { Browser, Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { type Creator, newCreator, publish, siteUrl } from '../support/creator.ts';
import { alertOf, collectBrowserErrors, expect, test } from '../support/journey.ts';
import { createPicture } from '../support/pictures.ts';
import { startSignedIn, storeSession } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const title = (page: Page) => main(page).getByLabel('Title');
const description = (page: Page) => main(page).getByLabel('Description', { exact: true });
const saved = (page: Page) => main(page).getByText('Saved as a draft');
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const draftRow = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Another device of the same person. */
async function openPhone(browser: Browser, person: Creator) {
  const context = await browser.newContext({
    baseURL: siteUrl(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  await storeSession(page, context.request, person.token);
  return { page, browserErrors: collectBrowserErrors(page) };
}

test.describe('two devices', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('a card is begun on the phone, finished on the desktop and published', async ({
    page,
    request,
    browser,
  }) => {
    const person = await newCreator();
    const { page: phone, browserErrors } = await openPhone(browser, person);
    await phone.goto('/cp?tab=custom');
    await title(phone).fill('Why the moon pulls');
    await expect(saved(phone)).toBeVisible();
    await expect(phone).toHaveURL(/draft=\d+$/);
    const buffer = await createPicture(phone);
    await main(phone)
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'moon.png', mimeType: 'image/png', buffer });
    await phone.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
    await expect(main(phone).getByText('Saving…')).toBeVisible();
    await expect(saved(phone)).toBeVisible();

    await startSignedIn(page, request, person);
    await page.goto('/mgp');
    await main(page).getByRole('link', { name: 'Drafts' }).click();
    await main(page).getByRole('link', { name: 'Edit Why the moon pulls' }).focus();
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveValue('Why the moon pulls');
    await expect(main(page).getByRole('img', { name: 'The one there now' })).toBeVisible();
    await title(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Mass attracts mass.');
    await expect(main(page).getByText('Saving…')).toBeVisible();
    await expect(saved(page)).toBeVisible();

    // The phone still has the version without the text.
    await title(phone).fill('Why the moon pulls us');
    await expect(phone.getByRole('heading', { name: 'This draft was also changed elsewhere' })).toBeVisible();
    await expect(main(phone).locator('del').filter({ hasText: 'Mass attracts mass.' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await phone.emulateMedia({ colorScheme });
      expect.soft(await axeViolations(phone), colorScheme).toEqual([]);
    }
    await main(phone)
      .getByRole('button', { name: /^Publishing/ })
      .tap();
    await main(phone).getByRole('radio', { name: 'Keep as draft' }).check();
    await button(phone, 'Keep as draft').tap();
    await expect(alertOf(phone)).toContainText('Choose a version first.');
    await expect(main(phone).getByText('Not saved: changed elsewhere too')).toBeVisible();
    await expect(phone).toHaveURL(/\/cp\?/);
    await button(phone, 'Take the other version').tap();
    await expect(description(phone)).toHaveValue('Mass attracts mass.');
    await expect(title(phone)).toHaveValue('Why the moon pulls');

    await button(page, 'Post').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
    await notifications(page).getByRole('link', { name: 'Why the moon pulls' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Why the moon pulls' })).toBeVisible();
    await expect(main(page)).toContainText('Mass attracts mass.');

    await title(phone).fill('Too late');
    await expect(main(phone).getByText('This card is published now')).toBeVisible();
    expect(browserErrors.filter((error) => !error.includes('status of 409'))).toEqual([]);
  });
});

test.describe('a schedule', () => {
  // A time in the past is refused.
  test.use({ expectedErrors: [/status of 400/] });

  test('a draft is published at a chosen time, unless that is cancelled', async ({ page, request }) => {
    const person = await newCreator();
    await publish(person, { title: 'Dew at dawn', visibility: 'draft' });
    await startSignedIn(page, request, person);
    await page.goto('/mgp?tab=drafts');
    await expect(draftRow(page, 'Dew at dawn')).toContainText('Small things scatter blue.');
    await button(page, 'Publish Dew at dawn').click();
    const dialog = page.getByRole('dialog', { name: 'Publish “Dew at dawn”' });
    const when = dialog.getByLabel('Publish later');
    await when.fill('2001-01-01T09:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(when).toHaveAccessibleDescription(/Please choose a time in the future/);
    const nextYear = new Date().getFullYear() + 1;
    await when.fill(`${nextYear}-03-04T09:30`);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    const schedule = `Will be published on 4 March ${nextYear} at 09:30`;
    await expect(draftRow(page, 'Dew at dawn')).toContainText(schedule);

    await main(page).getByRole('link', { name: 'Edit Dew at dawn' }).click();
    await expect(main(page).getByText(`${schedule}.`)).toBeVisible();
    await button(page, 'Cancel the schedule').click();
    await expect(main(page).getByText(`${schedule}.`)).toHaveCount(0);
    const panel = main(page).getByRole('button', { name: /^Publishing/ });
    await expect(panel).toBeFocused();
    await panel.click();
    const later = main(page).getByLabel('Publish later');
    await expect(later).toHaveValue('');
    // A date without a time.
    await later.focus();
    await page.keyboard.type(`0304${nextYear}`);
    await button(page, 'Post').click();
    await expect(later).toHaveAccessibleDescription(/Give both a date and a time/);
    await expect(later).toBeFocused();
    await later.fill(`${nextYear}-03-04T09:30`);
    await button(page, 'Schedule').click();

    await expect(draftRow(page, 'Dew at dawn')).toContainText(schedule);
    await button(page, 'Cancel the schedule of Dew at dawn').click();
    await expect(main(page).getByText(schedule)).toHaveCount(0);
    await expect(main(page).getByRole('link', { name: 'Dew at dawn', exact: true })).toBeFocused();
  });
});

test('a draft is deleted, brought back, and deleted for good', async ({ page, request }) => {
  const person = await newCreator();
  await publish(person, { title: 'A thought too many', visibility: 'draft' });
  await publish(person, { title: 'A thought to keep', visibility: 'draft' });
  await startSignedIn(page, request, person);
  await page.goto('/mgp?tab=drafts');
  const unwanted = draftRow(page, 'A thought too many');
  await button(page, 'Delete A thought too many').click();
  await expect(unwanted).toHaveCount(0);
  const wanted = draftRow(page, 'A thought to keep');
  await expect(wanted.getByRole('link', { name: 'A thought to keep', exact: true })).toBeFocused();
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await expect(unwanted).toBeVisible();
  await expect(wanted.getByRole('link', { name: 'A thought to keep', exact: true })).toBeFocused();

  await button(page, 'Delete A thought too many').click();
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await notifications(page).getByRole('button', { name: 'Dismiss' }).click();
  expect((await deleted).status()).toBe(200);
  await button(page, 'Delete A thought to keep').click();
  await expect(main(page).getByText('No drafts')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Create', exact: true })).toBeFocused();
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await page.reload();
  await expect(wanted).toBeVisible();
  await expect(unwanted).toHaveCount(0);
});

test('an unlisted card says so, with its licence and source', async ({ page, request }) => {
  const person = await newCreator();
  await startSignedIn(page, request, person);
  await page.goto('/set?tab=licence');
  await main(page).getByLabel('Licence of new cards').selectOption('cc-by-sa');
  await button(page, 'Save licence').click();
  await expect(notifications(page)).toContainText('Attribution, share alike');

  await page.goto('/cp?tab=custom');
  await title(page).fill('Rain shadow');
  await main(page).getByLabel('Description').fill('Behind the mountain it is dry.');
  const panel = main(page).getByRole('button', { name: /^Publishing/ });
  await expect(panel).toContainText('Public · Attribution, share alike');
  await panel.click();
  await main(page).getByRole('radio', { name: 'Unlisted' }).check();
  await main(page).getByLabel('Licence').selectOption('cc-by');
  await main(page).getByLabel('Source').fill('https://example.org/rain');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await axeViolations(page), colorScheme).toEqual([]);
  }
  await button(page, 'Post').click();
  await notifications(page).getByRole('link', { name: 'Rain shadow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rain shadow' })).toBeVisible();
  await expect(main(page)).toContainText('Everybody with the link can read this.');
  await expect(main(page).getByRole('link', { name: 'Attribution', exact: true })).toHaveAttribute(
    'href',
    '/terms#cc-by',
  );
  const source = main(page).getByRole('link', { name: 'https://example.org/rain' });
  await expect(source).toHaveAttribute('rel', 'nofollow ugc noopener');
  const html = await (await request.get(page.url())).text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).toContain('Unlisted');

  await page.goto('/mgp');
  await expect(main(page).getByRole('article').filter({ hasText: 'Rain shadow' })).toContainText('Unlisted');

  // Taken back, it is a draft again and its page is gone.
  await main(page).getByRole('link', { name: 'Rain shadow' }).click();
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit card' });
  await dialog.getByRole('radio', { name: 'Take back to draft' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/mgp\?tab=drafts$/);
  await expect(draftRow(page, 'Rain shadow')).toBeVisible();
});

test('a public card tells machines its licence', async ({ request }) => {
  const { path } = await publish(await newCreator(), { license: 'cc0' });
  const html = await (await request.get(path)).text();
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(data)).toMatchObject({
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
  });
  expect(html).toContain('No rights reserved');
});

test('older drafts are loaded on request', async ({ page, request }) => {
  const person = await newCreator();
  for (const name of ['First', 'Second', 'Third'])
    await publish(person, { title: name, visibility: 'draft' });
  await startSignedIn(page, request, person);
  await page.route('**/r/drafts?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
  );
  await page.goto('/mgp?tab=drafts');
  await expect(draftRow(page, 'Second')).toBeVisible();
  await expect(draftRow(page, 'First')).toHaveCount(0);
  await button(page, 'Load More').click();
  await expect(draftRow(page, 'First')).toBeVisible();
  await expect(main(page).getByText('These are all your drafts.')).toBeFocused();
});

test('axe finds nothing on the drafts and their dialog @phone', async ({ page, request }) => {
  const person = await newCreator();
  await startSignedIn(page, request, person);
  await publish(person, { title: 'Dew at dawn', visibility: 'draft' });
  await page.goto('/mgp?tab=drafts');
  await expect(draftRow(page, 'Dew at dawn')).toBeVisible();
  for (const [state, colorScheme] of [
    ['list', 'light'],
    ['list', 'dark'],
    ['dialog', 'light'],
    ['dialog', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    if (state === 'dialog' && colorScheme === 'light') await button(page, 'Publish Dew at dawn').tap();
    expect.soft(await axeViolations(page), `${state}, ${colorScheme}`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});
