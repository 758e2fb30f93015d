import type { Browser, Page } from '@playwright/test';
import { axeViolations, memberAxeSettings } from '../support/axe.ts';
import { createChain, linkCards } from '../support/content.ts';
import { type Card, comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test, untilSaved } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { admin, type Person } from '../support/people.ts';
import { createPicture, delayRequest, ratioOf } from '../support/pictures.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const notification = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Another user in another browser context. */
async function elsewhere(browser: Browser, person: Person, card: Card) {
  const context = await browser.newContext({ baseURL: siteUrl() });
  const page = await context.newPage();
  await startSignedIn(page, context.request, person);
  await page.goto(card.path);
  return page;
}

test('two people like a card and see one count', async ({ page, request, browser }) => {
  const card = await publish(await newCreator());
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(card.path);
  await expect(main(page)).not.toContainText(/\d Likes?/);
  await button(page, 'Like').click();
  await expect(button(page, 'Liked')).toBeVisible();
  await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();

  const other = await elsewhere(browser, await member(siteUrl()), card);
  await button(other, 'Like').click();
  await expect(main(other).getByText('2 Likes', { exact: true })).toBeVisible();

  await page.reload();
  await expect(button(page, 'Liked')).toBeVisible();
  await expect(main(page).getByText('2 Likes', { exact: true })).toBeVisible();
  await button(page, 'Liked').click();
  await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();

  await button(other, 'Liked').click();
  await expect(button(other, 'Like')).toBeVisible();
  await expect(main(other)).not.toContainText(/\d Likes?/);
  await other.context().close();
});

test('presses in a hurry end where the last one left them', async ({ page, request }) => {
  const card = await publish(await newCreator());
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(card.path);
  const like = main(page).getByRole('button', { name: /^Liked?$/ });
  await expect(like).toBeEnabled();
  for (let press = 0; press < 7; press += 1) await like.click();
  await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();
  await untilSaved(page);
  await page.reload();
  await expect(button(page, 'Liked')).toBeVisible();
  await expect(main(page).getByText('1 Like', { exact: true })).toBeVisible();
});

test.describe('when the server does not take it', () => {
  test.use({ expectedErrors: [/post_like|ERR_FAILED/] });

  test('a like is taken back, with the reason', async ({ page, request }) => {
    const card = await publish(await newCreator());
    await startSignedIn(page, request, await member(siteUrl()));
    await page.route('**/r/post_like', (route) => route.abort());
    await page.goto(card.path);
    await button(page, 'Like').click();
    await expect(
      notification(page, /Your like did not arrive\. We could not reach the server/),
    ).toBeVisible();
    await expect(button(page, 'Like')).toBeVisible();
    await expect(main(page)).not.toContainText(/\d Likes?/);
  });
});

test('an admin locks a card, and nobody can delete or edit it', async ({ page, request, browser }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  await startSignedIn(page, request, admin);
  await page.goto(card.path);
  await expect(button(page, 'Delete')).toBeVisible();
  await expect(main(page).getByText('Locked', { exact: true })).toBeHidden();
  await button(page, 'Lock').click();
  await expect(main(page).getByText('Locked', { exact: true })).toBeVisible();
  await expect(button(page, 'Delete')).toBeHidden();
  await expect(button(page, 'Edit')).toBeHidden();

  const owners = await elsewhere(browser, owner, card);
  await expect(button(owners, 'Like')).toBeEnabled();
  await expect(button(owners, 'Delete')).toBeHidden();
  await expect(button(owners, 'Lock')).toBeHidden();

  await button(page, 'Unlock').click();
  await expect(button(page, 'Delete')).toBeVisible();
  await owners.reload();
  await expect(button(owners, 'Delete')).toBeVisible();
  await owners.context().close();
});

test('an admin marks a card great, and regular again', async ({ page, request }) => {
  const card = await publish(await newCreator());
  await startSignedIn(page, request, admin);
  await page.goto(card.path);
  const pressed = (name: string) => main(page).getByRole('button', { name, exact: true, pressed: true });
  await expect(pressed('Regular')).toBeVisible();
  await button(page, 'Great').click();
  await expect(pressed('Great')).toBeVisible();
  await untilSaved(page);
  await page.reload();
  await expect(pressed('Great')).toBeVisible();
  await button(page, 'Regular').click();
  await expect(pressed('Regular')).toBeVisible();
});

test.describe('deleting', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('asks first, naming the card, and ends at the feed', async ({ page, request }) => {
    const owner = await newCreator();
    const [card, other] = [
      await publish(owner, { title: `To be deleted ${Date.now()}` }),
      await publish(owner),
    ];
    await startSignedIn(page, request, owner);
    await page.goto('/feed');
    const inFeed = ({ title }: Card) => page.getByRole('main').getByRole('link', { name: title }).first();
    await inFeed(card).click();
    await expect(page).toHaveURL(card.path);
    await button(page, 'Delete').click();
    const question = page.getByRole('alertdialog', { name: `Delete “${card.title}”?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await button(page, 'Delete').click();
    await question.getByRole('button', { name: 'Delete card' }).click();
    await expect(page).toHaveURL(/\/feed$/);
    await expect(notification(page, `“${card.title}” is deleted.`)).toBeVisible();
    await expect(inFeed(other)).toBeVisible();
    await expect(inFeed(card)).toBeHidden();
    const afterDelete = await page.goto(card.path);
    expect(afterDelete?.status()).toBe(404);
  });
});

test('a stranger is offered none of the owner’s controls', async ({ page, request }) => {
  const card = await publish(await newCreator());
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(card.path);
  await expect(button(page, 'Like')).toBeEnabled();
  for (const name of ['Edit', 'Delete', 'Lock', 'Great', 'Regular'])
    await expect(button(page, name)).toBeHidden();
});

test('its owner edits a card, and what was typed survives a reload', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  await startSignedIn(page, request, owner);
  await page.goto(card.path);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit card' });
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Card title needs to be specified').first()).toBeVisible();
  await dialog.getByLabel('Title').fill('Why evenings are red');
  await dialog.getByLabel('Description', { exact: true }).fill('The blue has gone elsewhere.');

  // A selection dragged out of a field leaves the dialog open, a click beside it does not.
  await dialog.getByLabel('Title').hover();
  await page.mouse.down();
  await page.mouse.move(4, 400, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 400);
  await expect(dialog).toBeHidden();
  await page.reload();
  await button(page, 'Edit').click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Why evenings are red');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Why evenings are red' })).toBeVisible();
  await expect(main(page).getByText('The blue has gone elsewhere.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Why evenings are red' })).toBeVisible();
});

test('its owner gives a card a picture and tags, and takes the picture away', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  await startSignedIn(page, request, owner);
  await page.goto(card.path);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit card' });
  await dialog.getByLabel('Choose a picture').setInputFiles({
    name: 'evening.png',
    mimeType: 'image/png',
    buffer: await createPicture(page, '#b4500a'),
  });
  await page.getByRole('dialog', { name: 'Crop' }).getByRole('button', { name: 'Use this crop' }).click();
  await dialog.getByLabel('Describe the picture').fill('A red evening');
  await dialog.getByLabel('Tags').fill('#sky light');
  const release = await delayRequest(page, '**/r/post');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByRole('img', { name: 'A red evening' })).toBeVisible();
  await expect(main(page).getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText([
    '#sky',
    '#light',
  ]);

  await button(page, 'Edit').click();
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByRole('img', { name: 'A red evening' })).toBeHidden();
});

test('rich text stays rich when its words change', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner, { statusText: '', htmlDesc: '<p>Some <strong>bold</strong> words.</p>' });
  await startSignedIn(page, request, owner);
  await page.goto(card.path);
  await button(page, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit card' });
  await dialog.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And more.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(main(page).getByText('Some bold words. And more.')).toBeVisible();
  await expect(main(page).locator('strong')).toHaveText('bold');
});

test('a visitor is invited to sign in and comes back', async ({ page }) => {
  const card = await publish(await newCreator());
  await page.goto(card.path);
  await expect(button(page, 'Share')).toBeVisible();
  await expect(button(page, 'Like')).toBeHidden();
  await main(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(card.path)}`);
});

test('a visitor copies the link and the code for another site', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const { card } = await findDemoContent(request);
  await page.goto(card.path);
  await button(page, 'Share').click();
  const dialog = page.getByRole('dialog', { name: `Share “${card.title}”` });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(siteUrl() + card.path);
  await dialog.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(dialog.getByText('Copied.')).toHaveCount(2);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`<iframe src="${siteUrl()}/embed${card.path}"`);
  // A card has no feed.
  await expect(dialog.getByRole('button', { name: 'Copy feed address' })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('the picture fills the screen, is zoomed and closes again, by keyboard', async ({ page, request }) => {
  const answer = await request.get('/api/v1/posts?imageOnlyPosts=true');
  const { postModelVec } = await answer.json();
  const card = postModelVec.find((post: { type: string }) => post.type !== 'kVideo');
  await page.goto(`/pd/${card.urlText}`);
  const opens = main(page).getByRole('button', { name: /Open the picture/ });
  await opens.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: card.title });
  const picture = large.getByRole('img');
  await expect.poll(() => ratioOf(picture)).toBeGreaterThan(0);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await large.boundingBox();
  // The page reserves up to 20 pixels for its scrollbar.
  expect(box?.width).toBeGreaterThan(width - 20);
  expect(Math.round(box?.height ?? 0)).toBe(height);
  const widthNow = async () => (await picture.boundingBox())?.width ?? 0;
  const fitted = await widthNow();
  await page.keyboard.press('+');
  await expect.poll(widthNow).toBeGreaterThan(fitted * 1.4);
  await large.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(widthNow).toBe(fitted);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(opens).toBeFocused();
});

test('a swipe over the large picture opens the next card of the chain', async ({ page }) => {
  const creator = await newCreator();
  const chainId = await createChain(creator, 'Two pictures');
  const cards: Card[] = [];
  for (const [title, color] of [
    ['A red square', '#a3221b'],
    ['A blue square', '#2b3a67'],
  ] as const) {
    const photoBase64 = (await createPicture(page, color)).toString('base64');
    cards.push(await publish(creator, { title, photoBase64 }));
  }
  await linkCards(
    creator,
    chainId,
    cards.map(({ id }) => id),
  );
  const [first, second] = cards.map(({ path }) => path.replace('/pd/', ''));
  await page.goto(`/ch/${chainId}?card=${first}`);
  await main(page).getByRole('button', { name: 'Open the picture of “A red square” large' }).click();
  const large = (name: string) => page.getByRole('dialog', { name });
  await expect(large('A red square').getByRole('link', { name: /^Next/ })).toBeVisible();
  await expect(large('A red square').getByRole('link', { name: /^Previous/ })).toHaveCount(0);
  const drag = async (from: number, to: number) => {
    await page.mouse.move(from, 300);
    await page.mouse.down();
    await page.mouse.move(to, 310, { steps: 4 });
    await page.mouse.up();
  };
  await drag(600, 400);
  await expect(large('A blue square')).toBeVisible();
  await expect(page).toHaveURL(`/ch/${chainId}?card=${second}`);
  await drag(400, 600);
  await expect(large('A red square')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(large('A blue square')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large('A blue square')).toBeHidden();
  await expect(
    main(page).getByRole('button', { name: 'Open the picture of “A blue square” large' }),
  ).toBeFocused();
});

test('somebody who comes from a chain steps through it with the arrow keys', async ({ page, request }) => {
  const { chain } = await findDemoContent(request);
  const id = chain.path.split('/').at(-1) ?? '';
  const answer = await request.get(`/api/v1/chapter?id=${id}`);
  const [first, second] = (await answer.json()).chapterModel.feedItemModelVec.map(
    (item: { postModel: { title: string; urlText: string } }) => item.postModel,
  );
  await page.goto(chain.path);
  await main(page).getByRole('link', { name: first.title }).first().click();
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  // A key pressed before hydration has no effect: press again.
  const step = (key: string, from: string, to: string) =>
    expect(async () => {
      if (await title(from).isVisible()) await page.keyboard.press(key);
      await expect(title(to)).toBeVisible({ timeout: 1000 });
    }).toPass();
  await expect(title(first.title)).toBeVisible();
  await step('ArrowRight', first.title, second.title);
  await expect(title(second.title)).toBeFocused();
  await expect(page).toHaveURL(`/pd/${second.urlText}?in=ch-${id}`);
  await page.reload();
  await step('ArrowLeft', second.title, first.title);
  await expect(main(page).getByRole('link', { name: /^Previous/ })).toBeHidden();
  await main(page)
    .getByRole('link', { name: `Next: ${second.title}` })
    .click();
  await expect(title(second.title)).toBeVisible();
  await main(page)
    .getByRole('navigation', { name: 'Cards in order' })
    .getByRole('link', { name: chain.title, exact: true })
    .click();
  await expect(page).toHaveURL(chain.path);
});

test('arrows stay with whoever is typing', async ({ page, request }) => {
  const { chain } = await findDemoContent(request);
  const id = chain.path.split('/').at(-1) ?? '';
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(chain.path);
  await main(page).locator('a[href*="/pd/"]').first().click();
  await expect(page).toHaveURL(new RegExp(`in=ch-${id}$`));
  const url = page.url();
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('left and right');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  expect(page.url()).toBe(url);
});

for (const { width, colorScheme } of memberAxeSettings) {
  test(`axe finds nothing for those who act, ${colorScheme}, ${width} px`, async ({ page, request }) => {
    const owner = await newCreator();
    const card = await publish(owner);
    await comment(owner, card.id, 'The first word.');
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await startSignedIn(page, request, admin);
    await page.goto(card.path);
    await button(page, 'Lock').click();
    await expect(main(page).getByText('Locked', { exact: true })).toBeVisible();
    await button(page, 'Like').click();
    expect.soft(await axeViolations(page), 'locked and liked').toEqual([]);
    await button(page, 'Unlock').click();
    const account = page.getByRole('banner').getByRole('button', { name: admin.firstName });
    for (const opener of [button(page, 'More actions'), account]) {
      await opener.click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect.soft(await axeViolations(page), 'menu').toEqual([]);
      await page.keyboard.press('Escape');
    }
    await button(page, 'Edit').click();
    await expect(page.getByRole('dialog', { name: 'Edit card' })).toBeVisible();
    expect.soft(await axeViolations(page), 'editing').toEqual([]);
    await page.keyboard.press('Escape');
    await main(page)
      .getByRole('button', { name: /^Delete comment of/ })
      .click();
    expect.soft(await axeViolations(page), 'asking').toEqual([]);
    await page.goto('/mgp');
    await expect(page.getByRole('link', { name: 'Create a Gyan Card' })).toBeVisible();
    expect.soft(await axeViolations(page), 'my cards').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
