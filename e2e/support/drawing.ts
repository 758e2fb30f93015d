import type { Page } from '@playwright/test';

/** A place on the page of a drawing, in per cent. */
export type Place = [x: number, y: number];

export const drawingOf = (page: Page) => page.getByRole('img', { name: /^Drawing with/ });

/** Turns places into points of the screen. */
export async function screenPoints(page: Page, places: readonly Place[]) {
  const drawing = drawingOf(page);
  await drawing.scrollIntoViewIfNeeded();
  const box = await drawing.boundingBox();
  if (!box) throw new Error('There is no page to draw on.');
  return places.map(([x, y]) => ({ x: box.x + (box.width * x) / 100, y: box.y + (box.height * y) / 100 }));
}

/** Drags the mouse along a path. */
export async function dragMouse(page: Page, ...path: Place[]) {
  const points = await screenPoints(page, path);
  for (const [index, { x, y }] of points.entries()) {
    await page.mouse.move(x, y, { steps: 4 });
    if (index === 0) await page.mouse.down();
  }
  await page.mouse.up();
}
