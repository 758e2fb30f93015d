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
  const { postModelVec } = (await answer.json()) as {
    postModelVec: { id: number; title: string; urlText: string }[];
  };
  const card = postModelVec.find((post) => post.title === title);
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
 * The distance between each cover and the edge of the drawn label below it, in shares of the picture: the first dark
 * pixel of the label's frame, in the middle of its height.
 */
async function distances(page: Page) {
  return page.locator('.label-covers').evaluate(async (list) => {
    const picture = list.parentElement?.querySelector('img');
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!picture || !context) throw new Error('no picture');
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    context.canvas.width = width;
    context.canvas.height = height;
    context.drawImage(picture, 0, 0, width, height);
    const frame = picture.getBoundingClientRect();
    // The picture is whole and in the middle of its frame.
    const scale = Math.min(frame.width / width, frame.height / height);
    const start = {
      x: frame.x + (frame.width - width * scale) / 2,
      y: frame.y + (frame.height - height * scale) / 2,
    };
    const isDark = (x: number, y: number) => {
      const [red = 255, green = 255, blue = 255] = context.getImageData(
        Math.round(x),
        Math.round(y),
        1,
        1,
      ).data;
      return red + green + blue < 600;
    };
    return [...list.querySelectorAll('button')].flatMap((cover) => {
      const box = cover.getBoundingClientRect();
      const left = (box.left - start.x) / scale;
      const right = (box.right - start.x) / scale;
      const y = (box.top + box.height / 2 - start.y) / scale;
      const firstDark = (from: number, step: 1 | -1) => {
        for (let x = from; Math.abs(x - from) < width * 0.04; x += step) if (isDark(x, y)) return x;
        return Number.POSITIVE_INFINITY;
      };
      const reach = width * 0.015;
      return [
        Math.abs(firstDark(left - reach, 1) - left) / width,
        Math.abs(firstDark(right + reach, -1) - right) / width,
      ];
    });
  });
}

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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
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
      for (const distance of await distances(page)) expect(distance, `${title}, ${width}`).toBeLessThan(0.01);
    }
  }
});

test('a drawing from a template is recalled part by part', async ({ page, request }) => {
  const creator = await newCreator();
  await startSignedIn(page, request, creator);
  await page.goto('/cp?tab=draw');
  await page.getByLabel('Title').fill(`The water cycle ${Date.now()}`);
  await page.getByRole('button', { name: 'Templates' }).click();
  const gallery = page.getByRole('dialog', { name: 'Templates' });
  await gallery.getByRole('radio', { name: 'Cycle' }).focus();
  expect(await axeViolations(page)).toEqual([]);
  await gallery.getByLabel('Parts').fill('Evaporation\nबादल\nRain\nनदी\nGround water');
  await gallery.getByRole('button', { name: 'Insert' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/pd\//);
  await page.getByRole('button', { name: 'Hide labels' }).click();
  await expect(hidden(page)).toHaveCount(5);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 700 });
    for (const distance of await distances(page)) expect(distance).toBeLessThan(0.01);
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
