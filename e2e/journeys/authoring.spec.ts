import type { Browser, Page } from '@playwright/test';
import { cardsAbout, uniqueWord } from '../support/content.ts';
import { newCreator, siteUrl } from '../support/creator.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { createPicture } from '../support/pictures.ts';
import { dragByFinger, dragByMouse, pickUpByKeyboard, rows, rowTitles, saved } from '../support/rows.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

async function onPhone(browser: Browser) {
  const context = await browser.newContext({
    baseURL: siteUrl(),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  return { context, page: await context.newPage() };
}

test('a creator makes a subject with a chapter, fills it by search, puts it in order, and a visitor reads it', async ({
  page,
  request,
  browser,
}) => {
  const creator = await newCreator();
  const word = uniqueWord();
  await cardsAbout(creator, word, ['Dawn', 'Noon', 'Dusk']);
  const [dawn, noon, dusk] = [`Dawn ${word}`, `Noon ${word}`, `Dusk ${word}`];
  await startSignedIn(page, request, creator);

  await page.goto('/csv');
  await button(page, 'Create').click();
  await expect(alertOf(page)).toContainText('Title needs to be specified');
  await expect(alertOf(page)).toContainText('Image needs to be uploaded');
  await expect(main(page).getByLabel('Title')).toHaveAccessibleDescription('Title needs to be specified');
  await main(page).getByLabel('Title').fill(`Times of day ${word}`);
  const buffer = await createPicture(page);
  await main(page)
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'day.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
  await button(page, 'Create').click();
  await expect(page).toHaveURL(/\/scev\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: `Subject: Times of day ${word}` })).toBeVisible();
  const subjectId = Number(new URL(page.url()).pathname.split('/').at(-1));

  await main(page).getByRole('link', { name: 'Add a Chapter' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Subject: Times of day ${word} / Create Chapter` }),
  ).toBeVisible();
  await button(page, 'Create Chapter').click();
  await expect(alertOf(page)).toContainText('Title needs to be specified');
  await main(page).getByLabel('Chapter title').fill('From dark to dark');
  await page.reload();
  await expect(main(page).getByLabel('Chapter title')).toHaveValue('From dark to dark');
  const sent = page.waitForRequest(/\/r\/chapter$/);
  await button(page, 'Create Chapter').click();
  expect((await sent).postDataJSON()).toEqual({ title: 'From dark to dark', desc: null, subjectId });
  await expect(page).toHaveURL(`/scev/${subjectId}`);
  await rowTitles(page).filter({ hasText: 'From dark to dark' }).click();
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: `Subject: Times of day ${word} / Chapter: From dark to dark`,
    }),
  ).toBeVisible();
  await expect(main(page).getByText('Not found any cards.')).toBeVisible();

  const searchbox = main(page).getByRole('searchbox', { name: 'Search for cards' });
  await searchbox.fill(uniqueWord());
  await expect(main(page).getByText('Not found any cards.')).toHaveCount(2);
  await searchbox.fill(word);
  const found = main(page).getByRole('table', { name: `Cards found for ${word}` });
  await expect(found.getByRole('button', { name: /^Add/ })).toHaveCount(3);
  await found.getByRole('checkbox', { name: `Choose ${dusk}` }).check();
  await found.getByRole('checkbox', { name: `Choose ${dawn}` }).check();
  await button(page, 'Add 2 cards').click();
  await found.getByRole('button', { name: `Add ${noon}` }).click();
  await expect(found.getByRole('button', { name: `Remove ${noon}` })).toBeFocused();
  await expect(rowTitles(page)).toHaveCount(3);
  await expect(saved(page)).toBeVisible();
  const chapter = page.url();

  // Noon was added last; the others are in the order of the results.
  const before = await rowTitles(page).allTextContents();
  expect(before[2]).toBe(noon);
  const handle = (name: string) => button(page, `Move ${name}`);
  await dragByMouse(page, handle(noon), handle(before[0] ?? ''));
  await expect(rowTitles(page)).toHaveText([noon, before[0] ?? '', before[1] ?? '']);
  await expect(saved(page)).toBeVisible();

  // To the end by keyboard, then one up by its button.
  const expectAnnounced = (words: string) => expect(page.getByText(words)).toBeAttached();
  await pickUpByKeyboard(page, handle(noon));
  await expectAnnounced(`Picked up ${noon}, position 1 of 3.`);
  await page.keyboard.press('ArrowDown');
  await expectAnnounced(`${noon} is at position 2 of 3.`);
  await page.keyboard.press('ArrowDown');
  await expectAnnounced(`${noon} is at position 3 of 3.`);
  await page.keyboard.press('Space');
  await expect(rowTitles(page)).toHaveText([before[0] ?? '', before[1] ?? '', noon]);
  await button(page, `Move ${noon} up`).click();
  await expect(rowTitles(page)).toHaveText([before[0] ?? '', noon, before[1] ?? '']);
  await expect(button(page, `Move ${noon} up`)).toBeFocused();

  // Removing a card moves the focus to the next one; undo restores its place.
  await rows(page).filter({ hasText: noon }).getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(rowTitles(page)).toHaveText([before[0] ?? '', before[1] ?? '']);
  await expect(button(page, `Remove ${before[1] ?? ''}`).first()).toBeFocused();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(rowTitles(page)).toHaveText([before[0] ?? '', noon, before[1] ?? '']);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(rowTitles(page)).toHaveText([before[0] ?? '', noon, before[1] ?? '']);

  const phone = await onPhone(browser);
  await startSignedIn(phone.page, phone.context.request, creator);
  await phone.page.goto(chapter);
  await expect(rowTitles(phone.page)).toHaveCount(3);
  const last = before[1] ?? '';
  await dragByFinger(phone.page, button(phone.page, `Move ${last}`), button(phone.page, `Move ${noon}`));
  await expect(rowTitles(phone.page)).toHaveText([before[0] ?? '', last, noon]);
  await expect(saved(phone.page)).toBeVisible();
  await phone.context.close();

  const visitor = await onPhone(browser);
  await visitor.page.goto(`/sub/${subjectId}`);
  await expect(visitor.page.getByRole('heading', { level: 1, name: `Times of day ${word}` })).toBeVisible();
  const answer = await request.get(`/api/v1/subject?subjectId=${subjectId}&includePosts=true`);
  const { subjectModel } = await answer.json();
  const storedOrder = subjectModel.chapterModelVec[0].feedItemModelVec.map(
    (item: { postModel: { title: string } }) => item.postModel.title,
  );
  expect(storedOrder).toEqual([before[0], last, noon]);
  await expect(visitor.page.getByText('From dark to dark').first()).toBeVisible();
  await visitor.context.close();
});
