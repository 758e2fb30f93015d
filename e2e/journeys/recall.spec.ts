import type { APIRequestContext, Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { newCreator, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callAs } from '../support/learning.ts';
import { member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';

const cell = 'Seven parts of a cell to know by heart';
const theka = 'Teental, said on the tabla';

async function findDemoCard(request: APIRequestContext, title: string) {
  const answer = await request.get('/api/v1/searchfeed', { params: { q: title, types: 'post' } });
  if (!answer.ok()) throw new Error(await answer.text());
  const { feedItemModelVec } = (await answer.json()) as {
    feedItemModelVec: { postModel: { id: number; title: string; urlText: string } }[];
  };
  const card = feedItemModelVec.find(({ postModel }) => postModel.title === title)?.postModel;
  if (!card) throw new Error(`The demo has no card “${title}”.`);
  return { id: card.id, path: `/pd/${card.urlText}` };
}

/** A member who studies drawn cards of the demo. */
async function newLearner(request: APIRequestContext, ...titles: string[]) {
  const person = await member(siteUrl());
  for (const title of titles) {
    const { id } = await findDemoCard(request, title);
    await callAs(person, 'PUT', 'r/reading', { postId: id });
    await callAs(person, 'PUT', 'r/study', { postId: id, studied: true });
  }
  return person;
}

const hidden = (page: Page) => page.getByRole('button', { name: /^Show label \d+$/ });

/**
 * The distances between the edges of each cover and of the drawn label below it, in shares of the picture. A label is
 * white inside its frame, which is looked for from the space beside the text.
 */
async function distances(page: Page) {
  return page.locator('.label-covers').evaluate(async (list) => {
    const picture = list.parentElement?.querySelector('img');
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!picture || !context) throw new Error('There is no picture.');
    await picture.decode();
    const ratio = picture.naturalWidth / picture.naturalHeight;
    const [width, height] = [1600, Math.round(1600 / ratio)];
    context.canvas.width = width;
    context.canvas.height = height;
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const isDark = (x: number, y: number) => {
      const at = (Math.round(y) * width + Math.round(x)) * 4;
      return (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 660;
    };
    // The picture is whole and in the middle of its frame.
    const frame = picture.getBoundingClientRect();
    const scale = Math.min(frame.width / width, frame.height / height);
    const left = frame.left + (frame.width - width * scale) / 2;
    const top = frame.top + (frame.height - height * scale) / 2;
    const findDark = (from: { x: number; y: number }, by: { x: number; y: number }) => {
      const at = { ...from };
      while (at.x >= 0 && at.x < width && at.y >= 0 && at.y < height && !isDark(at.x, at.y)) {
        at.x += by.x;
        at.y += by.y;
      }
      return at;
    };
    return [...list.querySelectorAll('button')].flatMap((cover) => {
      const box = cover.getBoundingClientRect();
      const [startX, endX] = [(box.left - left) / scale, (box.right - left) / scale];
      const [startY, endY] = [(box.top - top) / scale, (box.bottom - top) / scale];
      // Above the middle, where the line to the target begins.
      const y = startY + (endY - startY) * 0.32;
      const space = width * 0.008;
      return [
        Math.abs(findDark({ x: startX + space, y }, { x: -1, y: 0 }).x - startX) / width,
        Math.abs(findDark({ x: endX - space, y }, { x: 1, y: 0 }).x - endX) / width,
        Math.abs(findDark({ x: startX + space, y }, { x: 0, y: -1 }).y - startY) / height,
        Math.abs(findDark({ x: startX + space, y }, { x: 0, y: 1 }).y - endY) / height,
      ];
    });
  });
}

/** The goal is one per cent. The text of a label is further than this from its frame. */
const tolerance = 0.0075;

test('a visitor hides the labels of a picture and uncovers them one by one', async ({ page, request }) => {
  const { path } = await findDemoCard(request, cell);
  await page.goto(path);
  const picture = page.getByRole('img', { name: /^Diagram: .*labelled Vacuole, Endoplasmic reticulum/ });
  await expect(picture).toBeVisible();
  await page.getByText('7 labels').click();
  await expect(page.getByRole('listitem').filter({ hasText: /^Golgi body$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Hide labels' }).click();
  await expect(hidden(page)).toHaveCount(7);
  // What is hidden is not read out either.
  await expect(page.getByText('Golgi body', { exact: true })).toHaveCount(0);
  await expect(picture).toHaveCount(0);
  await hidden(page).nth(4).press('Enter');
  await expect(page.getByRole('button', { name: 'Nucleus: hide again' })).toBeFocused();
  await expect(page.getByText('1 of 7 shown')).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await axeViolations(page), `${width}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(picture).toBeVisible();
  await expect(hidden(page)).toHaveCount(0);
});

test('covers lie on the labels at any width and zoom, also in Devanagari', async ({ page, request }) => {
  for (const title of [cell, theka]) {
    const { path } = await findDemoCard(request, title);
    await page.goto(path);
    await page.getByRole('button', { name: 'Hide labels' }).click();
    // A zoom of 400 % leaves a quarter of the pixels.
    for (const width of [360, 768, 1280, 320]) {
      await page.setViewportSize({ width, height: 700 });
      for (const distance of await distances(page))
        expect(distance, `${title}, ${width}`).toBeLessThan(tolerance);
    }
  }
});

test('a drawing from a template is recalled part by part', async ({ page, request }) => {
  const creator = await newCreator();
  await startSignedIn(page, request, creator);
  await page.goto('/cp?tab=draw');
  const title = `The water cycle ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Templates' }).click();
  const gallery = page.getByRole('dialog', { name: 'Templates' });
  await gallery.getByRole('radio', { name: 'Cycle' }).focus();
  expect(await axeViolations(page)).toEqual([]);
  await gallery.getByRole('textbox', { name: 'Parts' }).fill('Evaporation\nबादल\nRain\nनदी\nGround water');
  await gallery.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('button', { name: 'Hide labels' }).click();
  await expect(hidden(page)).toHaveCount(5);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 });
    for (const distance of await distances(page)) expect(distance).toBeLessThan(tolerance);
  }
  await hidden(page).nth(1).click();
  await expect(page.getByRole('button', { name: 'बादल: hide again' })).toBeVisible();
});

test('a review recalls a picture by keyboard, and proposes a grade for what was missed', async ({
  page,
  request,
}) => {
  const person = await newLearner(request, cell);
  await startSignedIn(page, request, person);
  await page.goto('/learn/review');
  await expect(page.getByRole('heading', { name: cell })).toBeVisible();
  await expect(hidden(page)).toHaveCount(7);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Vacuole: recalled/ })).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: /^Endoplasmic reticulum: missed/ })).toBeVisible();
  for (let count = 0; count < 5; count += 1) await page.keyboard.press('Space');
  await expect(hidden(page)).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByText('6 of 7 labels recalled')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Hard/ })).toHaveAccessibleDescription(/6 of 7 labels/);
  expect(await axeViolations(page)).toEqual([]);
  const sent = page.waitForRequest((asked) => asked.url().endsWith('/r/reviews'));
  await page.keyboard.press('2');
  expect((await sent).postDataJSON()).toMatchObject({ reviewVec: [{ grade: 2, missedVec: ['reticulum'] }] });
  await expect(page.getByRole('main')).toContainText('Done for today');
});

test('a review recalls a picture by touch @phone', async ({ page, request }) => {
  const person = await newLearner(request, theka);
  await startSignedIn(page, request, person);
  await page.goto('/learn/review');
  await hidden(page).first().tap();
  await expect(page.getByRole('button', { name: /^सम: recalled/ })).toBeVisible();
  await page.getByRole('button', { name: /^सम: recalled/ }).tap();
  await expect(page.getByRole('button', { name: /^सम: missed/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show answer' }).tap();
  await expect(hidden(page)).toHaveCount(0);
  await expect(page.getByText('7 of 8 labels recalled')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Hard/ }).tap();
  await expect(page.getByRole('main')).toContainText('Done for today');
});
