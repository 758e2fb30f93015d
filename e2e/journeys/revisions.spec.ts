import type { APIRequestContext, Page } from '@playwright/test';
import { axeViolations, memberAxeSettings } from '../support/axe.ts';
import { createChain, editCard, linkCards, titlesIn } from '../support/content.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { dragMouse } from '../support/drawing.ts';
import { expect, test } from '../support/journey.ts';
import { namedMember } from '../support/named-member.ts';
import { createPicture } from '../support/pictures.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function chooseInMenu(page: Page, item: string, menu: string | RegExp = 'More actions') {
  await main(page).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function expectAccessible(page: Page) {
  for (const { colorScheme, width } of memberAxeSettings) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await axeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a card is revised, and an earlier version is restored', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner, { statusText: 'Small things scatter blue light.' });
  await startSignedIn(page, request, owner);
  await page.goto(card.path);
  await chooseInMenu(page, 'History');
  await expect(dialog(page, /^History/).getByText('Not edited yet')).toBeVisible();
  await page.keyboard.press('Escape');

  await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = dialog(page, 'Edit card');
  await edit.getByRole('textbox', { name: 'Title' }).fill('The blue sky');
  await edit.getByRole('textbox', { name: 'Description' }).fill('Small particles scatter blue light most.');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heading(page)).toHaveText('The blue sky');

  await chooseInMenu(page, 'History');
  const history = dialog(page, /^History/);
  const revision = history.getByRole('listitem');
  await expect(revision).toHaveCount(1);
  await expect(revision).toContainText('Title, Description');
  await revision.getByText('Title, Description').click();
  await expect(revision.locator('del').filter({ hasText: 'things' })).toBeVisible();
  await expect(revision.locator('ins').filter({ hasText: 'particles' })).toBeVisible();
  await expectAccessible(page);

  await history.getByRole('button', { name: 'Restore the version before this edit' }).click();
  await expect(heading(page)).toHaveText(card.title);
  await expect(main(page).getByText('Small things scatter blue light.')).toBeVisible();
  await notifications(page).getByRole('button', { name: 'Undo' }).click();
  await expect(heading(page)).toHaveText('The blue sky');
  await expect(page).toHaveTitle(/The blue sky/);
});

test.describe('a connection lost after a restore', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('takes only the undo away', async ({ page, request }) => {
    const owner = await newCreator();
    const card = await publish(owner);
    await editCard(owner, card.id, { title: 'The blue sky' });
    await startSignedIn(page, request, owner);
    await page.goto(card.path);
    await chooseInMenu(page, 'History');
    const history = dialog(page, /^History/);
    await history.locator('summary').click();
    let isRestored = false;
    page.on('response', (response) => {
      if (response.url().endsWith('/r/post_restore')) isRestored = true;
    });
    await page.route('**/r/revisions?*', (route) => (isRestored ? route.abort() : route.continue()));
    await history.getByRole('button', { name: 'Restore the version before this edit' }).click();
    await expect(notifications(page)).toContainText('The earlier version is restored.');
    await expect(notifications(page).getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(heading(page)).toHaveText(card.title);
  });
});

test.describe('two editors', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('of one card see both texts, and none is lost', async ({ page, request }) => {
    const owner = await newCreator();
    const card = await publish(owner, { statusText: 'Small things scatter blue light.' });
    await startSignedIn(page, request, owner);
    await page.goto(card.path);
    await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = dialog(page, 'Edit card');
    const [title, text] = [
      edit.getByRole('textbox', { name: 'Title' }),
      edit.getByRole('textbox', { name: 'Description' }),
    ];
    await text.fill('Mine: tiny things scatter blue light.');
    await editCard(owner, card.id, { title: 'Their title', statusText: 'Theirs: air scatters blue light.' });

    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = edit.getByRole('region', { name: 'This card was edited elsewhere' });
    await expect(conflict.locator('del').filter({ hasText: 'Theirs' })).toBeVisible();
    await expect(conflict.locator('ins').filter({ hasText: 'Mine' })).toBeVisible();
    // The other editor left my text alone, and I did not change the title.
    await expect(title).toHaveValue('Their title');
    await expect(text).toHaveValue('Mine: tiny things scatter blue light.');
    await expectAccessible(page);

    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect(text).toHaveValue('Theirs: air scatters blue light.');
    await conflict.getByRole('button', { name: 'Go back to mine' }).click();
    await expect(text).toHaveValue('Mine: tiny things scatter blue light.');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(edit).toBeHidden();
    await expect(heading(page)).toHaveText('Their title');
    await expect(main(page).getByText('Mine: tiny things scatter blue light.')).toBeVisible();
  });

  test('of one picture choose between both, also after a reload', async ({ page, request }) => {
    const owner = await newCreator();
    const [first, later] = [await createPicture(page), await createPicture(page, '#a3221b')];
    const card = await publish(owner, { photoBase64: first.toString('base64') });
    await startSignedIn(page, request, owner);
    await page.goto(card.path);
    await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Label this picture' }).click();
    const editor = dialog(page, 'Label this picture');
    await editor.getByRole('button', { name: 'Label', exact: true }).click();
    await dragMouse(page, [30, 25], [65, 15]);
    await page.keyboard.insertText('Vein');
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Done' }).click();
    await editCard(owner, card.id, { photoBase64: later.toString('base64') });

    await page.reload();
    await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = dialog(page, 'Edit card');
    await expect(edit.getByRole('button', { name: 'Change the labels' })).toBeVisible();
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = edit.getByRole('region', { name: 'This card was edited elsewhere' });
    await expect(conflict.getByRole('heading', { name: 'Picture', exact: true })).toBeVisible();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect(edit.getByRole('button', { name: 'Label this picture' })).toBeVisible();
    await conflict.getByRole('button', { name: 'Go back to mine' }).click();
    await expect(edit.getByRole('button', { name: 'Change the labels' })).toBeVisible();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await expect(conflict.getByRole('heading', { name: 'Picture', exact: true })).toBeVisible();
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(edit).toBeHidden();
    const answer = await page.request.get(`${siteUrl()}/api/v1/scene?postId=${card.id}`);
    expect(answer.status()).toBe(404);
  });
});

test('a chain is remixed with its cards, the original changes, and one card takes it over', async ({
  page,
  request,
}) => {
  const [author, remixer] = [await newCreator(), await newCreator()];
  const license = 'cc-by';
  const one = await publish(author, { title: 'First step', statusText: 'Air is thin.', license });
  const two = await publish(author, { title: 'Second step', license });
  const chainId = await createChain(author, 'Steps to the sky');
  await linkCards(author, chainId, [one.id, two.id]);

  await startSignedIn(page, request, remixer);
  await page.goto(`/ch/${chainId}`);
  await main(page).getByRole('button', { name: 'Remix' }).click();
  const choice = dialog(page, 'Remix “Steps to the sky”');
  await expect(choice.getByRole('button', { name: 'Link the cards' })).toBeVisible();
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Copy them' }).click();
  await expect(page).toHaveURL(/\/ecpv\/\d+$/);
  await expect(heading(page)).toHaveText('Gyan Chain: Steps to the sky');
  const copyId = Number(/\d+$/.exec(page.url())?.[0]);
  expect(copyId).not.toBe(chainId);
  expect(await titlesIn(remixer, copyId)).toEqual(['First step', 'Second step']);

  await editCard(author, one.id, { title: 'The very first step', statusText: 'Air is thin up there.' });
  await page.reload();
  const notice = main(page).getByRole('status').filter({ hasText: 'The original changed: 1 card' });
  await notice.getByRole('button', { name: 'See what changed in First step' }).click();
  const changes = dialog(page, /^What changed in the original/);
  await expect(changes.locator('ins').filter({ hasText: 'up there' })).toBeVisible();
  await changes.getByRole('checkbox', { name: 'Take over Title' }).check();
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(notice).toBeHidden();
  await expect(main(page).getByRole('link', { name: 'The very first step' })).toBeVisible();
  expect(await titlesIn(remixer, copyId)).toEqual(['The very first step', 'Second step']);
  expect(await titlesIn(author, chainId)).toEqual(['The very first step', 'Second step']);
});

test('a copied card names its original, and its owner keeps their own version', async ({ page, request }) => {
  const [author, remixer] = [await newCreator(), await newCreator()];
  const original = await publish(author, { title: 'Light bends', license: 'cc-by' });
  await startSignedIn(page, request, remixer);
  await page.goto(original.path);
  await chooseInMenu(page, 'Remix');
  await expect(page).toHaveURL(/\/cp\?.*draft=\d+/);
  await expect(main(page).getByText('Remix of Light bends by Noor Haddad')).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Light bends');
  const copyId = Number(new URL(page.url()).searchParams.get('draft'));
  await editCard(remixer, copyId, { visibility: 'public', title: 'Light turns' });
  await editCard(author, original.id, { statusText: 'Light bends where it slows down.' });

  await page.goto(`/pd/${copyId}`);
  await expect(main(page).getByText('Remix of Light bends by Noor Haddad')).toBeVisible();
  const notice = main(page).getByRole('status').filter({ hasText: 'The original changed' });
  await notice.getByRole('button', { name: 'See what changed' }).click();
  await dialog(page, /^What changed/)
    .getByRole('button', { name: 'Keep mine' })
    .click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(main(page).getByRole('button', { name: 'More actions' })).toBeVisible();
  await expect(notice).toBeHidden();
});

/** A member with an unsent suggestion for another user's card. */
async function beginSuggestion(page: Page, request: APIRequestContext) {
  const owner = await newCreator();
  const card = await publish(owner, { statusText: 'Small things scater blue.' });
  const reader = await namedMember(siteUrl());
  await startSignedIn(page, request, reader);
  await page.goto(card.path);
  await chooseInMenu(page, 'Suggest a change');
  const form = dialog(page, 'Suggest a change');
  await form.getByRole('textbox', { name: 'Description' }).fill('Small things scatter blue.');
  return { owner, card, reader, form };
}

test('a member suggests a change, and the owner accepts it with credit', async ({
  page,
  request,
  browser,
}) => {
  const { owner, card, reader, form } = await beginSuggestion(page, request);
  await form.getByRole('textbox', { name: 'Why?' }).fill('A missing letter.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send' }).click();
  await notifications(page).getByRole('link', { name: 'Your suggestions' }).click();
  await expect(page).toHaveURL(/\/suggestions\?tab=sent$/);
  const sent = main(page).getByRole('listitem').filter({ hasText: card.title });
  await expect(sent).toContainText('Open');
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: siteUrl() });
  const owners = await context.newPage();
  await startSignedIn(owners, context.request, owner);
  await owners.goto(card.path);
  await chooseInMenu(owners, 'Suggestions (1)', 'More actions, 1 open suggestion');
  const suggestions = dialog(owners, /^Suggestions for/);
  await expect(suggestions.getByText('A missing letter.')).toBeVisible();
  await suggestions.getByRole('textbox', { name: `A word to ${reader.fullName}` }).fill('Well seen.');
  await suggestions.getByRole('button', { name: 'Accept' }).click();
  await expect(main(owners).getByText('Small things scatter blue.')).toBeVisible();
  await chooseInMenu(owners, 'History');
  await expect(dialog(owners, /^History/)).toContainText(`suggested by ${reader.fullName}`);
  await context.close();

  await page.reload();
  await expect(sent).toContainText('Accepted');
  await expect(sent).toContainText('Well seen.');
});

test('a kept suggestion leaves alone what the owner changed meanwhile', async ({
  page,
  request,
  browser,
}) => {
  const { owner, card, form } = await beginSuggestion(page, request);
  await editCard(owner, card.id, { title: 'The blue sky' });
  await page.reload();
  await expect(heading(page)).toHaveText('The blue sky');
  await chooseInMenu(page, 'Suggest a change');
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Small things scatter blue.');
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('The blue sky');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toBeHidden();

  const context = await browser.newContext({ baseURL: siteUrl() });
  const owners = await context.newPage();
  await startSignedIn(owners, context.request, owner);
  await owners.goto('/suggestions');
  const suggestion = main(owners).getByRole('article');
  await expect(suggestion.getByRole('heading', { level: 3 })).toHaveText(['Description']);
  await suggestion.getByRole('button', { name: 'Accept' }).click();
  await expect(suggestion).toContainText('Accepted');
  // The button that was pressed is gone.
  await expect(suggestion).toBeFocused();
  await context.close();
});
