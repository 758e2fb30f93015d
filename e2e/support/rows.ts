import { expect, type Locator, type Page } from '@playwright/test';

/** Rows of a sortable list. */
export const rows = (page: Page) => page.getByRole('main').locator('[data-row]');
export const rowTitles = (page: Page) => rows(page).locator('.content-row-title');
export const saved = (page: Page) => page.getByRole('main').getByText('Saved', { exact: true });

async function centreOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function dragByMouse(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await centreOf(from), await centreOf(to)];
  const beyond = Math.sign(end.y - start.y) * 10;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 2 * beyond, { steps: 4 });
  await page.mouse.move(end.x, end.y + beyond, { steps: 8 });
  await page.mouse.up();
}

/** Playwright's own touchscreen can only tap. */
export async function dragByFinger(page: Page, from: Locator, to: Locator) {
  const client = await page.context().newCDPSession(page);
  // Not under the bars at the edges of the screen.
  await from.evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const [start, end] = [await centreOf(from), await centreOf(to)];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: start.x, y }],
    });
  await touch('touchStart', start.y);
  for (const part of [0.1, 0.3, 0.6, 0.9, 1.1]) await touch('touchMove', start.y + (end.y - start.y) * part);
  await touch('touchEnd');
}

/** Picks a row up by keyboard. The list hears arrow keys only after the frame that follows. */
export async function pickUpByKeyboard(page: Page, handle: Locator) {
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.locator('.sortable-dragged')).toBeVisible();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
