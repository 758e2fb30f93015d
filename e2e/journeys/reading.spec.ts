import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { makeChain, makeSubject } from '../support/chains-and-subjects.ts';
import { newCreator, siteUrl } from '../support/creator.ts';
import { alertOf, expect, test, untilSaved } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const reads = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const step = (page: Page, way: 'Next' | 'Previous') =>
  main(page)
    .getByRole('navigation', { name: 'Cards in order' })
    .getByRole('link', { name: new RegExp(`^${way}: `) });

test('a visitor on a phone reads a subject by thumb, with the contents in a sheet @phone', async ({
  page,
}) => {
  const subject = await makeSubject(await newCreator());
  await page.goto(subject.path);
  await expect(main(page).getByRole('link', { name: /Waves/ })).toBeVisible();
  await expect(reads(page, 'Flood')).toBeHidden();
  await main(page).getByRole('link', { name: 'Start reading' }).tap();
  await expect(reads(page, 'Flood')).toBeVisible();
  await step(page, 'Next').tap();
  await expect(reads(page, 'Ebb')).toBeFocused();
  await expect(main(page).getByText('2 of 2')).toBeVisible();

  await button(page, 'Contents').tap();
  const sheet = page.getByRole('dialog', { name: 'Contents' });
  const current = sheet.locator('[aria-current="page"]');
  await expect(current.locator('.outline-card-title')).toHaveText('Ebb');
  await expect(current).toContainText('What there is to say about Ebb.');
  await sheet.getByRole('button', { name: /Waves/ }).tap();
  await expect(sheet.getByRole('link', { name: 'What there is to say about Surf.' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await sheet.getByRole('link', { name: 'What there is to say about Surf.' }).tap();
  await expect(sheet).toBeHidden();
  await expect(reads(page, 'Surf')).toBeFocused();
  await expect(main(page).getByText('You have reached the end of this subject.')).toBeVisible();
  await expect(step(page, 'Next')).toBeHidden();

  await page.goBack();
  await expect(reads(page, 'Ebb')).toBeVisible();
  await main(page).getByRole('link', { name: subject.title }).tap();
  await expect(main(page).getByRole('link', { name: 'Start reading' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('arrow keys lead through a subject, from chapter to chapter', async ({ page }) => {
  const subject = await makeSubject(await newCreator());
  await page.goto(subject.path);
  const contents = main(page).getByRole('navigation', { name: 'Contents' });
  const chapter = (name: RegExp) => contents.getByRole('button', { name });
  await expect(reads(page, 'Flood')).toBeVisible();
  await expect(chapter(/Waves/)).toHaveAttribute('aria-expanded', 'false');
  for (const name of ['Ebb', 'Swell']) {
    await page.keyboard.press('ArrowRight');
    await expect(reads(page, name)).toBeFocused();
  }
  await expect(page).toHaveURL(/card=swell/);
  await expect(page).toHaveTitle(/^Swell · The sea/);
  await expect(chapter(/Waves/)).toHaveAttribute('aria-expanded', 'true');
  await expect(contents.locator('[aria-current="page"]')).toContainText('What there is to say about Swell.');
  await page.keyboard.press('ArrowLeft');
  await expect(reads(page, 'Ebb')).toBeFocused();

  await chapter(/Tides/).press('Enter');
  await expect(contents.getByRole('link', { name: /Flood/ })).toBeHidden();
  await contents.getByRole('link', { name: /Surf/ }).press('Enter');
  await expect(reads(page, 'Surf')).toBeFocused();
  await page.goBack();
  await expect(reads(page, 'Ebb')).toBeVisible();
});

test('a chain is read card by card', async ({ page }) => {
  const chain = await makeChain(await newCreator(), 'Rain', ['Cloud', 'Drop']);
  await page.goto(chain.path);
  await expect(main(page).getByRole('heading', { level: 2, name: 'Cloud' })).toBeVisible();
  await main(page).getByRole('link', { name: 'Read card by card' }).click();
  await expect(page).toHaveURL(/card=cloud/);
  await expect(main(page).getByText('1 of 2')).toBeVisible();
  await expect(reads(page, 'Cloud')).toBeVisible();
  await step(page, 'Next').click();
  await expect(reads(page, 'Drop')).toBeFocused();
  await expect(main(page).getByText('You have reached the end of this chain.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(reads(page, 'Cloud')).toBeFocused();
  await main(page).getByRole('link', { name: 'All cards' }).click();
  await expect(main(page).getByRole('link', { name: 'Read card by card' })).toBeVisible();
});

test('a member likes a chain and a subject, and saves them to their lists', async ({ page, request }) => {
  const creator = await newCreator();
  const [subject, chain] = [await makeSubject(creator), await makeChain(creator, 'Rain', ['Cloud'])];
  await startSignedIn(page, request, await member(siteUrl()));
  for (const [{ path }, list] of [
    [chain, 'My Chains'],
    [subject, 'My Subjects'],
  ] as const) {
    await page.goto(path);
    await button(page, 'Like').click();
    await expect(button(page, 'Liked')).toBeVisible();
    await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();
    await button(page, `Save to ${list}`).click();
    await expect(button(page, 'Saved')).toBeVisible();
    await expect(button(page, 'Great')).toBeHidden();
    await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toBeHidden();
    await untilSaved(page);
    await page.reload();
    await expect(button(page, 'Liked')).toBeVisible();
    await expect(button(page, 'Saved')).toBeVisible();
  }
  await page.goto('/lsv');
  await expect(page.getByRole('heading', { level: 1, name: 'My Subjects' })).toBeVisible();
  // Once: it is not repeated among those of everybody.
  await expect(main(page).locator(`h2 a[href="${subject.path}"]`)).toBeVisible();
  await expect(main(page).locator(`h3 a[href="${subject.path}"]`)).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: 'Edit Subjects' })).toHaveAttribute('href', '/esv');

  await page.goto(subject.path);
  await button(page, 'Like this card').click();
  await expect(button(page, 'Liked this card')).toBeVisible();
  await expect(main(page).locator('.open-card')).toContainText('1 Like');
  await button(page, 'Comment').click();
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
  await page.keyboard.type('Said where I read it.');
  await page.keyboard.press('Control+Enter');
  await expect(button(page, '1 Comment')).toHaveAttribute('aria-expanded', 'true');
  await expect(main(page).getByText('Said where I read it.')).toBeVisible();
  await main(page).locator('.next-card').click();
  await expect(reads(page, 'Ebb')).toBeFocused();
  await expect(main(page).getByText('Said where I read it.')).toBeHidden();

  await button(page, 'Saved').click();
  await expect(button(page, 'Save to My Subjects')).toBeVisible();
  await untilSaved(page);
  await page.goto('/lsv');
  await expect(main(page).getByText('Welcome to your subjects')).toBeVisible();
});

test.describe('when the server does not take it', () => {
  test.use({ expectedErrors: [/link_user_subject|subject_like|ERR_FAILED/] });

  test('a like and a saving are taken back, with the reason', async ({ page, request }) => {
    const subject = await makeSubject(await newCreator());
    await startSignedIn(page, request, await member(siteUrl()));
    await page.route(/link_user_subject|subject_like/, (route) => route.abort());
    await page.goto(subject.path);
    const notifications = page.getByRole('region', { name: 'Notifications' });
    await button(page, 'Like').click();
    await expect(notifications.getByText(/Your like did not arrive/)).toBeVisible();
    await expect(button(page, 'Like')).toBeVisible();
    await button(page, 'Save to My Subjects').click();
    await expect(notifications.getByText(/It was not saved/)).toBeVisible();
    await expect(button(page, 'Save to My Subjects')).toBeVisible();
  });
});

test.describe('when it cannot be read for the viewer', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('a chain says so, and its buttons work after Retry', async ({ page, request }) => {
    const chain = await makeChain(await newCreator(), 'Rain', ['Cloud']);
    await startSignedIn(page, request, await member(siteUrl()));
    const json = { type: 'about:blank', title: '', status: 500, code: 'internal', detail: 'We rest.' };
    await page.route('**/r/chapter?*', (route) => route.fulfill({ status: 500, json }), { times: 1 });
    await page.goto(chain.path);
    await expect(alertOf(page)).toContainText('We rest.');
    await button(page, 'Retry').click();
    await expect(alertOf(page)).toBeHidden();
    await button(page, 'Save to My Chains').click();
    await expect(button(page, 'Saved')).toBeVisible();
  });
});

test('an admin marks a chain and a subject great; their owner finds the way to edit them', async ({
  page,
  request,
  browser,
}) => {
  const creator = await newCreator();
  const subject = await makeSubject(creator);
  const items = [subject, subject.chapters[0]].filter((item) => item !== undefined);
  await startSignedIn(page, request, admin);
  const pressed = (name: string) => main(page).getByRole('button', { name, exact: true, pressed: true });
  for (const { path } of items) {
    await page.goto(path);
    await expect(pressed('Regular')).toBeVisible();
    await button(page, 'Great').click();
    await expect(pressed('Great')).toBeVisible();
    await untilSaved(page);
    await page.reload();
    await expect(pressed('Great')).toBeVisible();
  }

  const context = await browser.newContext({ baseURL: siteUrl() });
  const owners = await context.newPage();
  await startSignedIn(owners, context.request, creator);
  for (const [{ path }, editor] of [
    [subject, `/scev/${subject.id}`],
    [subject.chapters[0] ?? subject, `/ecpv/${subject.chapters[0]?.id}`],
  ] as const) {
    await owners.goto(path);
    await expect(main(owners).getByRole('link', { name: 'Edit', exact: true })).toHaveAttribute(
      'href',
      editor,
    );
    await expect(button(owners, 'Great')).toBeHidden();
    await expect(main(owners).getByRole('button', { name: /^Save to My/ })).toBeHidden();
  }
  await context.close();
});
