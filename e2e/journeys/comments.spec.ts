import type { Page } from '@playwright/test';
import { comment, newCreator, publish, siteUrl } from '../support/creator.ts';
import { alertOf, expect, test, untilSaved } from '../support/journey.ts';
import { endSession, member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

const main = (page: Page) => page.getByRole('main');
const box = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' });
const send = (page: Page) => main(page).getByRole('button', { name: 'Comment', exact: true });
const entry = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text });

test('a comment is written, changed and deleted', async ({ page, request, browser }) => {
  const card = await publish(await newCreator());
  const person = await member(siteUrl());
  await startSignedIn(page, request, person);
  await page.goto(card.path);
  await expect(main(page)).not.toContainText(/\d Comments?/);

  await box(page).fill('Now I see why.\nAnd the sea?');
  await send(page).click();
  await expect(entry(page, 'Now I see why.')).toContainText('About a Minute Ago');
  await expect(entry(page, 'Now I see why.')).toContainText(person.firstName);
  await expect(box(page)).toHaveValue('');
  await expect(main(page).getByText('1 Comment', { exact: true })).toBeVisible();

  await box(page).fill('A second thought.');
  await box(page).press('Control+Enter');
  await expect(main(page).getByText('2 Comments', { exact: true })).toBeVisible();
  await expect(
    main(page)
      .getByRole('listitem')
      .filter({ hasText: /thought|see why/ })
      .first(),
  ).toContainText('A second thought.');

  await entry(page, 'Now I see why.').getByRole('button', { name: /^Edit/ }).click();
  const again = page.getByRole('textbox', { name: 'Your comment' });
  await expect(again).toBeFocused();
  await again.fill('Now I know why.');
  await main(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(entry(page, 'Now I know why.')).toContainText('Edited');
  await expect(entry(page, 'Now I know why.').getByRole('button', { name: /^Edit/ })).toBeFocused();

  const visitor = await (await browser.newContext({ baseURL: siteUrl() })).newPage();
  await visitor.goto(card.path);
  await expect(entry(visitor, 'Now I know why.')).toContainText(person.firstName);
  await expect(main(visitor).getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await visitor.context().close();

  await entry(page, 'Now I know why.')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Delete your comment?' });
  await expect(question).toContainText('“Now I know why.” cannot be brought back.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(entry(page, 'Now I know why.')).toBeHidden();
  await expect(main(page).getByText('1 Comment', { exact: true })).toBeVisible();
  await page.reload();
  await expect(entry(page, 'A second thought.')).toBeVisible();
  await expect(entry(page, 'Now I know why.')).toBeHidden();
});

test('nothing is posted that says nothing', async ({ page, request }) => {
  const card = await publish(await newCreator());
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(card.path);
  await box(page).fill('   ');
  await send(page).click();
  await expect(main(page).getByText('Comment needs to be specified')).toBeVisible();
  await expect(main(page)).not.toContainText(/\d Comments?/);
});

test('whoever owns the card keeps order below it, but changes nobody’s words', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  await comment(await newCreator(), card.id, 'Buy my lamps!');
  await startSignedIn(page, request, owner);
  await page.goto(card.path);
  const spam = entry(page, 'Buy my lamps!');
  await expect(spam.getByRole('button', { name: /^Delete/ })).toBeVisible();
  await expect(spam.getByRole('button', { name: /^Edit/ })).toBeHidden();
});

test.describe('when something goes wrong', () => {
  test.use({ expectedErrors: [/status of 401|ERR_FAILED/] });

  test('a draft survives a reload and a session that ended meanwhile', async ({ page }) => {
    const card = await publish(await newCreator());
    const person = await member(siteUrl());
    await page.goto(`/login?returnUrl=${encodeURIComponent(card.path)}`);
    await submitSignInForm(page, person);
    await box(page).fill('A thought that took a while.');
    await page.reload();
    await expect(box(page)).toHaveValue('A thought that took a while.');

    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}').authdata);
    await endSession(siteUrl(), token);
    await send(page).click();
    await expect(
      page.getByText('Your session has ended. Your comment is kept for when you are back.'),
    ).toBeVisible();
    await expect(box(page)).toBeHidden();

    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await submitSignInForm(page, person);
    await expect(page).toHaveURL(card.path);
    await expect(box(page)).toHaveValue('A thought that took a while.');
    await send(page).click();
    await expect(entry(page, 'A thought that took a while.')).toBeVisible();
    await untilSaved(page);
    await page.reload();
    await expect(box(page)).toHaveValue('');
  });

  test('an answer that got lost does not double a comment', async ({ page, request }) => {
    const card = await publish(await newCreator());
    await startSignedIn(page, request, await member(siteUrl()));
    let lost = false;
    await page.route('**/r/comment', async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort();
    });
    await page.goto(card.path);
    await box(page).fill('Once is enough.');
    await send(page).click();
    await expect(alertOf(page)).toContainText('Your comment was not posted. We could not reach');
    await expect(box(page)).toHaveValue('Once is enough.');
    await send(page).click();
    await expect(entry(page, 'Once is enough.')).toBeVisible();
    await expect(main(page).getByText('1 Comment', { exact: true })).toBeVisible();
    await page.reload();
    await expect(entry(page, 'Once is enough.')).toHaveCount(1);
  });
});

test.describe('an answer on its way', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('leaves another answer alone, and says so when it is refused', async ({ page, request }) => {
    const owner = await newCreator();
    const card = await publish(owner);
    for (const text of ['The first remark.', 'The second remark.']) await comment(owner, card.id, text);
    await startSignedIn(page, request, await member(siteUrl()));
    let { promise: held, resolve: release } = Promise.withResolvers<void>();
    let isRefused = false;
    await page.route('**/r/comment', async (route) => {
      await held;
      if (!isRefused) return route.continue();
      const detail = 'Gyan is briefly unavailable.';
      return route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'unavailable', status: 503, detail }),
      });
    });
    await page.goto(card.path);
    const openAnswer = (text: string) =>
      main(page)
        .getByRole('article')
        .filter({ hasText: text })
        .last()
        .getByRole('button', { name: /^Reply/ })
        .click();
    const answer = page.getByRole('textbox', { name: /^Your answer to/ });
    const reply = main(page).getByRole('button', { name: 'Reply', exact: true });

    await openAnswer('The first remark.');
    await answer.fill('An answer to the first.');
    await reply.click();
    await openAnswer('The second remark.');
    await answer.fill('An answer to the second.');
    release();
    await expect(page.getByText('Your answer is posted.')).toBeAttached();
    await expect(answer).toHaveValue('An answer to the second.');
    await expect(answer).toBeFocused();

    ({ promise: held, resolve: release } = Promise.withResolvers<void>());
    isRefused = true;
    await reply.click();
    await openAnswer('The first remark.');
    release();
    const refusal = 'Your comment was not posted. Gyan is briefly unavailable.';
    await expect(page.getByText(refusal)).toBeVisible();
    await openAnswer('The second remark.');
    await expect(answer).toHaveValue('An answer to the second.');
  });
});

test('older comments come when they are asked for', async ({ page, request }) => {
  const owner = await newCreator();
  const card = await publish(owner);
  for (let number = 1; number <= 23; number += 1) {
    await comment(owner, card.id, `Remark number ${number}.`);
  }
  const comments = main(page).getByText(/^Remark number/);
  await page.goto(card.path);
  await expect(comments).toHaveCount(20);
  await expect(comments.first()).toHaveText('Remark number 23.');
  await main(page).getByRole('button', { name: 'Older comments' }).click();
  await expect(comments).toHaveCount(23);
  await expect(comments.last()).toHaveText('Remark number 1.');

  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto(card.path);
  await expect(box(page)).toBeVisible();
  await expect(comments).toHaveCount(20);
  await main(page).getByRole('button', { name: 'Older comments' }).click();
  await expect(comments).toHaveCount(23);
});
