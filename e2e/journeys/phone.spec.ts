import type { Page } from '@playwright/test';
import { cardsAbout, createChain, createSubject, linkCards, uniqueWord } from '../support/content.ts';
import { newCreator } from '../support/creator.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';
import { regular } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Quick access' });
const banner = (page: Page) => page.getByRole('banner');

/** The URLs that the two bars link to. */
const barLinks = (page: Page) =>
  page
    .locator('header a, nav[aria-label="Quick access"] a')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href')),
    );

test('a visitor on a phone reaches subjects, cards, chains and search by thumb @phone', async ({ page }) => {
  await page.goto('/');
  const bar = bottomBar(page);
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('link')).toHaveText(['Subjects', 'Cards', 'Chains', 'Learn', 'Search']);
  for (const [name, address] of [
    ['Subjects', /\/lsv$/],
    ['Cards', /\/tns$/],
    ['Chains', /\/tgc$/],
    ['Search', /\/psl$/],
  ] as const) {
    await bar.getByRole('link', { name }).tap();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a member on a narrow screen finds each place once, by its name @phone @tablet', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, regular);
  await page.goto('/feed');
  await expect(bottomBar(page).getByRole('link')).toHaveText([
    'Subjects',
    'Cards',
    'Chains',
    'Learn',
    'Search',
  ]);
  await expect(banner(page).getByRole('searchbox', { name: 'Search' })).toBeVisible();
  await expect(banner(page).getByRole('link')).toHaveCount(2);
  await expect(banner(page).getByRole('link', { name: 'Gyan', exact: true })).toBeVisible();
  await expect(banner(page).getByRole('link', { name: /^Notices/ })).toBeVisible();
  const links = await barLinks(page);
  expect(new Set(links).size).toBe(links.length);

  const account = banner(page).getByRole('button', { name: regular.firstName });
  await account.click();
  for (const name of ['Home', 'Grow', 'Create', 'My Subjects', 'Logout'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', /./);
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});

test('a creator on a phone sees their own subjects above everybody’s, each once @phone', async ({
  page,
  request,
}) => {
  const [creator, other] = [await newCreator(), await newCreator()];
  const word = uniqueWord();
  const fillSubject = async (owner: typeof creator, title: string) => {
    const subject = await createSubject(owner, title);
    const chain = await createChain(owner, title, subject);
    await linkCards(
      owner,
      chain,
      (await cardsAbout(owner, word, [title])).map(({ id }) => id),
    );
  };
  await fillSubject(other, `Theirs ${word}`);
  await fillSubject(creator, `Mine ${word}`);
  await createChain(creator, `Alone ${word}`);
  await startSignedIn(page, request, creator);
  await page.goto('/feed');
  await expect(bottomBar(page).getByRole('link')).toHaveText([
    'Create',
    'Subjects',
    'Learn',
    'Grow',
    'Search',
  ]);
  await bottomBar(page).getByRole('link', { name: 'Subjects' }).tap();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: 'My Subjects' })).toBeVisible();
  const everybodys = main.getByRole('region', { name: 'Everybody’s subjects' });
  const theirs = everybodys.getByRole('link', { name: `Theirs ${word}`, exact: true });
  // Other journeys may have made subjects that trend more.
  await expect(async () => {
    if (!(await theirs.isVisible()))
      await everybodys.getByRole('button', { name: 'Load More' }).click({ timeout: 1_000 });
    await expect(theirs).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(main.getByRole('link', { name: `Mine ${word}`, exact: true })).toHaveCount(1);
  await expect(everybodys.getByRole('link', { name: `Mine ${word}`, exact: true })).toHaveCount(0);

  for (const [path, create, edit] of [
    ['/lsv', 'Create a Subject', 'Edit Subjects'],
    ['/mgc', 'Create a Chain', 'Edit Chains'],
  ] as const) {
    await page.goto(path);
    // The list above may arrive between the two measurements.
    await expect(async () => {
      const [first, second] = await Promise.all(
        [create, edit].map((name) => main.getByRole('link', { name }).boundingBox()),
      );
      expect(first?.y, `${path}: one row`).toBe(second?.y);
    }).toPass();
  }
});

test('everything a thumb presses is large enough @phone', async ({ page, request }) => {
  const { card } = await findDemoContent(request);
  for (const path of ['/', card.path]) {
    await page.goto(path);
    const small = await page.locator('nav a, button, [role="button"]').evaluateAll((targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    expect(small, path).toEqual([]);
  }
});

test('a subject can be read on a tablet @tablet', async ({ page, request }) => {
  const { subject } = await findDemoContent(request);
  await page.goto(subject.path);
  await expect(page.getByRole('heading', { level: 1, name: subject.title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
});
