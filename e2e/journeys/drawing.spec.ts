import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { newCreator, siteUrl } from '../support/creator.ts';
import { dragMouse, type Place } from '../support/drawing.ts';
import { expect, test } from '../support/journey.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const parts = (page: Page) => main(page).getByRole('list', { name: 'Parts' }).getByRole('listitem');
const names = ['Leaf', 'Stem', 'Root', 'Flower', 'Soil'];

interface Region {
  id: string;
  text: string;
  box: { x: number; y: number; w: number; h: number };
}

/** What readers get of a card. */
async function readScene(page: Page, title: string) {
  await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const answer = await page.request.get(`${siteUrl()}/api/v1/scene?postId=${page.url().split('/pd/')[1]}`);
  return (await answer.json()) as { scene: { items: { id: string; type: string }[] }; regionVec: Region[] };
}

/** A hand that counts what it does: a press, a drag, a text. */
function countingHand(page: Page) {
  let actions = 0;
  const hand = {
    count: () => actions,
    press: async (name: string) => {
      actions += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    type: async (text: string) => {
      actions += 1;
      await page.keyboard.insertText(text);
    },
    key: async (key: string) => {
      actions += 1;
      await page.keyboard.press(key);
    },
    fill: async (label: string, text: string) => {
      actions += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    /** In per cent of the page. */
    drag: async (...path: Place[]) => {
      actions += 1;
      await dragMouse(page, ...path);
    },
  };
  return hand;
}

test('a newcomer draws and labels a plant by hand, comes back to it and changes a label', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/cp?tab=draw');
  await expect(page.getByRole('img', { name: 'Drawing with 0 parts' })).toBeVisible();
  const hand = countingHand(page);
  await hand.fill('Title', 'Parts of a plant');
  await hand.drag([50, 85], [49, 60], [51, 40]);
  await hand.drag([50, 85], [40, 93]);
  await hand.drag([50, 85], [60, 93]);
  await hand.press('Ellipse');
  await hand.drag([42, 15], [58, 36]);
  await hand.press('Label');
  for (const [index, target] of (
    [
      [50, 55],
      [50, 70],
      [42, 91],
      [50, 25],
      [70, 95],
    ] as Place[]
  ).entries()) {
    await hand.drag(target, [index % 2 === 0 ? 82 : 16, 15 + index * 15]);
    await hand.type(names[index] ?? '');
    await hand.key('Enter');
  }
  await expect(parts(page)).toHaveCount(9);

  // Nothing is lost, whether the server has it or not.
  await page.reload();
  await expect(parts(page)).toHaveCount(9);
  await expect(main(page).getByRole('button', { name: 'Label: Flower' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeViolations(page)).toEqual([]);
  }

  await hand.press('Post');
  expect(hand.count()).toBeLessThanOrEqual(80);
  const before = await readScene(page, 'Parts of a plant');
  expect(before.regionVec.map(({ text }) => text)).toEqual(names);

  await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Change the drawing' }).click();
  const editor = page.getByRole('dialog', { name: 'Change the drawing' });
  await editor.getByRole('button', { name: 'Label: Flower' }).click();
  await editor.getByRole('textbox', { name: 'Text', exact: true }).fill('Blossom');
  await editor.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(async () => {
    const answer = await page.request.get(`${siteUrl()}/api/v1/scene?postId=${page.url().split('/pd/')[1]}`);
    const { regionVec } = (await answer.json()) as { regionVec: Region[] };
    expect(regionVec.map(({ text }) => text)).toEqual(['Leaf', 'Stem', 'Root', 'Blossom', 'Soil']);
    expect(regionVec.map(({ id }) => id)).toEqual(before.regionVec.map(({ id }) => id));
  }).toPass();
});

test('a newcomer fills a template with five parts', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/cp?tab=draw');
  const hand = countingHand(page);
  await hand.fill('Title', 'A plant in a year');
  await hand.press('Templates');
  await hand.fill('Parts', names.join('\n'));
  await hand.press('Insert');
  await hand.press('Post');
  expect(hand.count()).toBeLessThanOrEqual(40);
  const { regionVec } = await readScene(page, 'A plant in a year');
  expect(regionVec.map(({ text }) => text)).toEqual(names);
});

test('the same diagram is made with the keyboard alone', async ({ page, request }) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/cp?tab=draw');
  await expect(page.getByRole('img', { name: 'Drawing with 0 parts' })).toBeVisible();
  await page.getByLabel('Title').focus();
  await page.keyboard.insertText('A plant by keys');
  await tabTo(page, 'Add ellipse', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await page.keyboard.insertText('Plant');
  for (const name of names) {
    await tabTo(page, 'Add label', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
    await page.keyboard.insertText(name);
    await tabTo(page, 'Points at');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Move: down');
    for (let step = 0; step < names.indexOf(name); step += 1) await page.keyboard.press('Enter');
  }

  // The focus stays in the editor, where the keys undo.
  await tabTo(page, 'Delete this part');
  await page.keyboard.press('Enter');
  await expect(parts(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Label: Flower' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(parts(page)).toHaveCount(6);
  await page.keyboard.press('Enter');
  await tabTo(page, 'Delete', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(parts(page)).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(parts(page)).toHaveCount(6);
  await tabTo(page, 'Redo', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(parts(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Redo' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(parts(page)).toHaveCount(6);
  await tabTo(page, 'Post');
  await page.keyboard.press('Enter');
  const { regionVec, scene } = await readScene(page, 'A plant by keys');
  expect(regionVec.map(({ text }) => text)).toEqual(names);
  expect(scene.items[0]).toMatchObject({ type: 'ellipse', text: 'Plant' });
});

const tabLimit = 150;

async function tabTo(page: Page, name: string, key = 'Tab') {
  for (let presses = 0; presses < tabLimit; presses += 1) {
    const found = await page.evaluate(() => {
      const { activeElement } = document;
      const label = (activeElement as HTMLInputElement | null)?.labels?.[0]?.firstElementChild?.textContent;
      return label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
    if (found.trim() === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
