import type { CDPSession, Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { newCreator } from '../support/creator.ts';
import { drawingOf, type Place, screenPoints } from '../support/drawing.ts';
import { expect, test } from '../support/journey.ts';
import { startSignedIn } from '../support/session.ts';

/** Moves fingers along paths of the same length, all at once. */
async function swipe(page: Page, devtools: CDPSession, ...fingers: Place[][]) {
  const paths = await Promise.all(fingers.map((path) => screenPoints(page, path)));
  const at = (step: number) => paths.map((path, id) => ({ id, ...(path[step] ?? { x: 0, y: 0 }) }));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step < (paths[0]?.length ?? 0); step += 1) {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Draws with a pen; `whileDown` happens before it is lifted. */
async function drawWithPen(page: Page, devtools: CDPSession, path: Place[], whileDown?: () => Promise<void>) {
  const points = await screenPoints(page, path);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point = points[0]) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      ...(point ?? { x: 0, y: 0 }),
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.7,
    });
  await send('mousePressed');
  for (const point of points) await send('mouseMoved', point);
  await whileDown?.();
  await send('mouseReleased', points.at(-1));
}

/** What is shown of the page. */
async function viewOf(page: Page) {
  const [x = 0, y = 0, width = 0] = ((await drawingOf(page).getAttribute('viewBox')) ?? '')
    .split(' ')
    .map(Number);
  return { x, y, width };
}

test('two fingers zoom and move the page, and after a pen fingers do not draw @phone', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/cp?tab=draw');
  await expect(drawingOf(page)).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  const whole = await viewOf(page);

  const apart: [Place[], Place[]] = [
    [
      [45, 50],
      [35, 50],
      [25, 50],
    ],
    [
      [55, 50],
      [65, 50],
      [75, 50],
    ],
  ];
  await swipe(page, devtools, ...apart);
  await expect.poll(async () => (await viewOf(page)).width).toBeLessThan(whole.width / 3);
  const zoomed = await viewOf(page);
  // What was between the fingers is still there.
  expect(zoomed.x + zoomed.width / 2).toBeCloseTo(whole.width / 2, -1);

  const toTheLeft = ([x, y]: Place): Place[] => [
    [x, y],
    [x - 10, y],
    [x - 20, y],
  ];
  await swipe(page, devtools, toTheLeft([40, 50]), toTheLeft([70, 50]));
  await expect.poll(async () => (await viewOf(page)).x).toBeGreaterThan(zoomed.x + zoomed.width * 0.15);
  expect((await viewOf(page)).width).toBeCloseTo(zoomed.width, 0);
  await expect(page.getByRole('img', { name: 'Drawing with 0 parts' })).toBeVisible();

  const stroke: Place[] = [
    [20, 30],
    [40, 50],
    [60, 40],
  ];
  await swipe(page, devtools, stroke);
  await expect(page.getByRole('img', { name: 'Drawing with 1 part' })).toBeVisible();

  // A hand that rests on the screen while the pen draws neither draws nor moves the page.
  const before = await viewOf(page);
  await drawWithPen(page, devtools, stroke, async () => swipe(page, devtools, toTheLeft([80, 80])));
  await expect(page.getByRole('img', { name: 'Drawing with 2 parts' })).toBeVisible();
  expect(await viewOf(page)).toEqual(before);
  await swipe(page, devtools, toTheLeft([80, 50]));
  await expect.poll(async () => (await viewOf(page)).x).toBeGreaterThan(before.x);
  await expect(page.getByRole('img', { name: 'Drawing with 2 parts' })).toBeVisible();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await axeViolations(page), colorScheme).toEqual([]);
    await page.getByRole('button', { name: '2 parts' }).tap();
    const list = page.getByRole('dialog', { name: '2 parts' });
    await list.getByRole('button', { name: 'Pen stroke' }).first().tap();
    expect.soft(await axeViolations(page), `parts, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: 'Templates' }).tap();
    await expect(page.getByRole('radio', { name: 'Cycle' })).toBeVisible();
    expect.soft(await axeViolations(page), `templates, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
