import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { connect } from '../support/connect.ts';
import { createChain, titlesIn, uniqueWord } from '../support/content.ts';
import { type Card, newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { type Member, member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Save/ });
const choice = (page: Page, name: string | RegExp) => dialog(page).getByRole('checkbox', { name });

/** Saves a card by API. */
async function saveCard({ token }: Member, { id }: Card, listId?: number) {
  const body = { kind: 'post', id, saved: true, listId };
  expect((await callApi(siteUrl(), 'PUT', 'r/saved', { body, token })).ok).toBe(true);
}

async function createList({ token }: Member, title: string): Promise<number> {
  const answer = await callApi(siteUrl(), 'POST', 'r/saved_list', { body: { title }, token });
  const { savedListModel } = (await answer.json()) as AnswerOf<'POST /r/saved_list'>;
  return savedListModel.listId;
}

/** Keeps changes from the server until the returned function is called; then the first may be refused. */
async function holdChanges(page: Page, call: string, { refuseFirst = false } = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(`**/r/${call}`, async (route) => {
    await released;
    const json = { type: 'about:blank', title: '', status: 503, code: 'unavailable', detail: 'We rest.' };
    await (refuseFirst && count++ === 0 ? route.fulfill({ status: 503, json }) : route.continue());
  });
  return release;
}

/** Waits until the page has sent its change. */
const sent = (page: Page, call: string) =>
  page.waitForResponse((response) => response.url().includes(`/r/${call}`) && response.ok());

test('a card of the feed is added to two chains by keyboard', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const [reader, friend] = [await newCreator(), await newCreator()];
  await connect(reader.token, friend.token);
  const card = await publish(friend, { title: `A card to collect ${uniqueWord()}` });
  const chains = [await createChain(reader, 'Skies'), await createChain(reader, 'Colours')];
  await startSignedIn(page, request, reader);
  await page.goto('/feed');
  const save = main(page).getByRole('button', { name: `Save ${card.title}` });
  await save.focus();
  const row = save.locator('..');
  expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await page.keyboard.press('Enter');
  await expect(choice(page, /^Colours/)).not.toBeChecked();
  for (const name of [/^Colours/, /^Skies/]) {
    const added = sent(page, 'link_chapter_post');
    await choice(page, name).focus();
    await page.keyboard.press('Space');
    await expect(choice(page, name)).toBeChecked();
    await added;
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(save).toBeFocused();
  for (const chain of chains) expect(await titlesIn(reader, chain)).toEqual([card.title]);

  await page.keyboard.press('Enter');
  await expect(choice(page, 'Skies 1 card')).toBeChecked();
  const removed = sent(page, 'unlink_chapter_post');
  await choice(page, /^Skies/).press('Space');
  await removed;
  await dialog(page).getByRole('button', { name: 'New chain…' }).press('Enter');
  await page.keyboard.type('Evening light');
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Evening light 1 card')).toBeChecked();
  expect(await titlesIn(reader, chains[0] as number)).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a search result is saved into a list, and the list is kept in order', async ({ page, request }) => {
    const word = uniqueWord();
    const card = await publish(await newCreator(), { title: `A card about ${word}` });
    await startSignedIn(page, request, await member(siteUrl()));
    await page.goto(`/psl?q=${word}`);
    await main(page)
      .getByRole('button', { name: `Save ${card.title}` })
      .tap();
    await expect(choice(page, 'Saved')).not.toBeChecked();
    // Regular members have no chains.
    await expect(dialog(page).getByText('Add to chain')).toBeHidden();
    await dialog(page).getByRole('button', { name: 'New list…' }).tap();
    await dialog(page).getByRole('textbox', { name: 'New list' }).fill('For later');
    await dialog(page).getByRole('button', { name: 'Create' }).tap();
    await expect(choice(page, 'For later 1')).toBeChecked();
    await expect(choice(page, 'Saved')).toBeChecked();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await dialog(page).getByRole('button', { name: 'Close' }).tap();

    await page.goto('/saved');
    await main(page).getByRole('link', { name: 'For later 1' }).tap();
    await expect(main(page).getByRole('link', { name: card.title })).toBeVisible();
    await main(page).getByRole('button', { name: 'Rename' }).tap();
    const rename = page.getByRole('dialog', { name: 'Rename “For later”' });
    await rename.getByRole('textbox').fill('Evenings');
    await rename.getByRole('button', { name: 'Rename' }).tap();
    await expect(main(page).getByRole('link', { name: 'Evenings 1' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }

    await main(page)
      .getByRole('button', { name: `Remove ${card.title}` })
      .tap();
    await expect(main(page).getByText('Nothing in this list yet')).toBeVisible();
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    // With the focus in it the toast stays.
    await undo.focus();
    expect(await axeViolations(page)).toEqual([]);
    await undo.tap();
    await expect(main(page).getByRole('link', { name: card.title })).toBeVisible();
    await main(page).getByRole('button', { name: 'Delete list' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).tap();
    await expect(page).toHaveURL(/\/saved$/);
    await expect(main(page).getByRole('link', { name: card.title })).toBeVisible();
  });
});

test('what was taken out before the dialog closed is gone from the list', async ({ page, request }) => {
  const reader = await member(siteUrl());
  const card = await publish(await newCreator());
  await saveCard(reader, card, await createList(reader, 'For later'));
  await startSignedIn(page, request, reader);
  await page.goto('/saved');
  const release = await holdChanges(page, 'saved');
  await main(page)
    .getByRole('button', { name: `Save ${card.title}` })
    .click();
  await choice(page, /^For later/).uncheck();
  await choice(page, 'Saved').uncheck();
  // The list is fetched when the dialog closes, before the server has the changes.
  const fetched = page.waitForResponse((response) => response.url().includes('/r/saved?'));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await fetched;
  release();
  await expect(main(page).getByText('Nothing saved yet')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'For later 0' })).toBeVisible();
});

test('a pressed checkbox does not flicker', async ({ page, request }) => {
  const reader = await newCreator();
  const card = await publish(await newCreator());
  await createList(reader, 'For later');
  await createChain(reader, 'Skies');
  await startSignedIn(page, request, reader);
  await page.goto(card.path);
  await main(page).getByRole('button', { name: 'Save or add to a chain' }).click();
  for (const name of [/^For later/, /^Skies/]) {
    const isShown = choice(page, name).evaluate(async (input: HTMLInputElement) => {
      input.click();
      // The browser paints nothing between microtasks.
      for (let microtask = 0; microtask < 100; microtask++) await Promise.resolve();
      return input.checked;
    });
    expect(await isShown).toBe(true);
  }
});

test.describe('a refused change', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('leaves the one after it on the screen', async ({ page, request }) => {
    const reader = await member(siteUrl());
    const card = await publish(await newCreator());
    for (const title of ['Mornings', 'Evenings']) await createList(reader, title);
    await startSignedIn(page, request, reader);
    await page.goto(card.path);
    await main(page).getByRole('button', { name: 'Save or add to a chain' }).click();
    const release = await holdChanges(page, 'saved', { refuseFirst: true });
    await choice(page, /^Mornings/).check();
    await choice(page, /^Evenings/).check();
    const stored = sent(page, 'saved');
    release();
    await expect(dialog(page).getByRole('alert')).toContainText('It was not saved. We rest.');
    await stored;
    await expect(choice(page, 'Mornings 0')).not.toBeChecked();
    await expect(choice(page, 'Evenings 1')).toBeChecked();
  });

  test('leaves the chain that was ticked after it', async ({ page, request }) => {
    const reader = await newCreator();
    const card = await publish(await newCreator());
    const chains = [await createChain(reader, 'Mornings'), await createChain(reader, 'Evenings')];
    await startSignedIn(page, request, reader);
    await page.goto(card.path);
    await main(page).getByRole('button', { name: 'Save or add to a chain' }).click();
    const release = await holdChanges(page, 'link_chapter_post', { refuseFirst: true });
    await choice(page, /^Mornings/).check();
    await choice(page, /^Evenings/).check();
    const stored = sent(page, 'link_chapter_post');
    release();
    await expect(dialog(page).getByRole('alert')).toContainText('We rest.');
    await stored;
    await expect(choice(page, 'Mornings 0 cards')).not.toBeChecked();
    await expect(choice(page, 'Evenings 1 card')).toBeChecked();
    expect(await Promise.all(chains.map((chain) => titlesIn(reader, chain)))).toEqual([[], [card.title]]);
  });

  test('does not make a second chain when its creation is tried again', async ({ page, request }) => {
    const reader = await newCreator();
    const card = await publish(await newCreator());
    await startSignedIn(page, request, reader);
    await page.goto(card.path);
    await main(page).getByRole('button', { name: 'Save or add to a chain' }).click();
    (await holdChanges(page, 'link_chapter_post', { refuseFirst: true }))();
    await dialog(page).getByRole('button', { name: 'New chain…' }).click();
    await dialog(page).getByRole('textbox', { name: 'New chain' }).fill('Evenings');
    const create = dialog(page).getByRole('button', { name: 'Create' });
    await create.click();
    await expect(dialog(page)).toContainText('We rest.');
    await create.click();
    await expect(choice(page, 'Evenings 1 card')).toBeChecked();
    await expect(choice(page, /^Evenings/)).toHaveCount(1);
  });
});

test('removing saved content by keyboard moves the focus to the next one, at last to the heading', async ({
  page,
  request,
}) => {
  const [reader, author] = [await member(siteUrl()), await newCreator()];
  const cards = [await publish(author, { title: 'First' }), await publish(author, { title: 'Second' })];
  for (const card of cards) await saveCard(reader, card);
  await startSignedIn(page, request, reader);
  await page.goto('/saved');
  await main(page).getByRole('button', { name: 'Remove Second' }).press('Enter');
  await expect(main(page).getByRole('button', { name: 'Remove Second' })).toBeHidden();
  await expect(main(page).getByRole('button', { name: 'Remove First' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Nothing saved yet')).toBeVisible();
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
});

test('a visitor who saves or remixes signs in first', async ({ page }) => {
  const card = await publish(await newCreator(), { license: 'cc-by' });
  await page.goto(card.path);
  await expect(main(page).getByRole('link', { name: 'Remix' })).toHaveAttribute(
    'href',
    `/login?${new URLSearchParams({ returnUrl: card.path })}`,
  );
  await main(page).getByRole('button', { name: 'Save or add to a chain' }).click();
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ returnUrl: card.path })}`);
});
