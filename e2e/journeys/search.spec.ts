import { axeViolations } from '../support/axe.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { namedMember } from '../support/named-member.ts';
import { regular } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

test('a visitor finds while typing, by the beginning of a word and with a typing error', async ({ page }) => {
  await page.goto('/psl');
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Search' });
  await box.pressSequentially('eclip', { delay: 40 });
  await expect(page).toHaveURL(/\/psl\?q=eclip$/);
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first.locator('mark').first()).toHaveText(/^eclipse/i);
  await expect(box).toBeFocused();
  await box.fill('lihgt');
  await expect(page).toHaveURL(/q=lihgt$/);
  await expect(
    page
      .getByRole('main')
      .locator('mark', { hasText: /^light$/i })
      .first(),
  ).toBeVisible();
  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pd\//);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('lihgt');
});

test('the box says what was found, also when the last letter goes again and after Back', async ({ page }) => {
  await page.goto('/psl?q=light');
  const box = page.getByRole('main').getByRole('searchbox', { name: 'Search' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/searchfeed?*q=lights*', async (route) => {
    await released;
    await route.continue();
  });
  const isSearching = page.waitForRequest((sent) => sent.url().includes('q=lights'));
  await box.press('End');
  await box.press('s');
  await isSearching;
  const searchesAgain = page.waitForRequest((sent) => /q=light(&|$)/.test(sent.url()));
  await box.press('Backspace');
  await searchesAgain;
  release();
  await expect(page.getByRole('main').locator('form')).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(/q=light$/);

  await box.fill('eclipse');
  await box.press('Enter');
  await expect(page).toHaveURL(/q=eclipse$/);
  await page.goBack();
  await expect(page).toHaveURL(/q=light$/);
  await expect(box).toHaveValue('light');
});

test('a search has tabs, an end, and somewhere to go when nothing is found', async ({ page }) => {
  await page.goto('/psl?q=light');
  const tabs = page.getByRole('navigation', { name: 'What to look for' });
  await expect(tabs.getByRole('link')).toHaveText([
    /^Cards\s*\d+\+?$/,
    /^Chains\s*\d+$/,
    /^Subjects\s*\d+$/,
    'People',
  ]);
  await tabs.getByRole('link', { name: /^Subjects/ }).click();
  await expect(page).toHaveURL(/q=light&t=subjects$/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await tabs.getByRole('link', { name: 'People' }).click();
  await expect(page.getByText('Sign in to find people')).toBeVisible();
  await page.goto('/psl?q=qqqzzzxxx');
  await expect(page.getByRole('main').getByText('Not found any.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Trending cards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trending Gyan Cards' })).toBeVisible();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the search page is rendered with what was found, and its box works', async ({ page }) => {
    await page.goto('/psl?q=moon');
    await expect(page.getByRole('main').getByRole('article').first().locator('mark').first()).toBeVisible();
    await page.getByRole('main').getByRole('searchbox').fill('sound');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/q=sound/);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  });
});

test('a tag leads to all cards that carry it, at once after they are published', async ({ page }) => {
  const tag = `marker${Date.now()}`;
  const card = await publish(await newCreator(), { tagsText: `#${tag}` });
  await page.goto(card.path);
  await page
    .getByRole('main')
    .getByRole('link', { name: `#${tag}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`q=%23${tag}`));
  await expect(page.getByRole('main').getByRole('link', { name: card.title })).toBeVisible();
});

test('a member finds people by name', async ({ page, request }) => {
  const person = await namedMember(siteUrl());
  await startSignedIn(page, request, regular);
  await page.goto(`/psl?q=${person.lastName}&t=people`);
  await expect(page.getByRole('main').getByRole('link', { name: person.fullName })).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Send Connection Request to ${person.fullName}` }),
  ).toBeVisible();
});

test.describe('a request that is refused', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('is taken back with the reason, also among the people found', async ({ page, request }) => {
    const person = await namedMember(siteUrl());
    await startSignedIn(page, request, regular);
    await page.route('**/r/connreq', (route) => {
      const json = { type: 'about:blank', title: '', status: 503, code: 'unavailable', detail: 'We rest.' };
      return route.fulfill({ status: 503, json });
    });
    await page.goto(`/psl?q=${person.lastName}&t=people`);
    await page.getByRole('button', { name: /^Send Connection Request/ }).click();
    await expect(page.getByRole('log')).toContainText('We rest.');
    await expect(page.getByRole('button', { name: /^Send Connection Request/ })).toBeVisible();
  });
});

test('the top bar suggests cards, chains, subjects and people while a member types', async ({
  page,
  request,
}) => {
  const person = await namedMember(siteUrl());
  await startSignedIn(page, request, regular);
  await page.goto('/tns');
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' });
  await page.getByRole('banner').getByLabel('Search', { exact: true }).pressSequentially('light');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('group', { name: 'Cards' }).getByRole('option').first()).toBeVisible();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(box).toHaveValue('light');

  await box.fill(person.lastName);
  const option = list.getByRole('group', { name: 'People' }).getByRole('option', { name: person.fullName });
  await expect(option).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: person.fullName })).toBeVisible();
  await expect(list).toBeHidden();

  await box.fill(person.lastName);
  await expect(option).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/psl\?q=/);
});
