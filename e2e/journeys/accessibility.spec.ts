import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { publicScreens } from '../support/screens.ts';
import { findThings } from '../support/things.ts';

test.use({ expectedFaults: [/status of 404/] });

/** What axe finds, one line per fault, so that a failure can be read. */
async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

for (const width of [360, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any public screen, ${colorScheme}, ${width} px`, async ({ page, request }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const path of publicScreens(await findThings(request))) {
        await page.goto(path);
        expect.soft(await axeFaults(page), path).toEqual([]);
      }
    });
  }
}

test('nothing scrolls sideways on the narrowest phone', async ({ page, request }) => {
  test.setTimeout(60_000);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of publicScreens(await findThings(request))) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(320);
  }
});
