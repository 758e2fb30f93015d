import { axeSettings, axeViolations } from '../support/axe.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';
import { publicScreens } from '../support/screens.ts';

test.use({ expectedErrors: [/status of 404/] });

for (const { width, colorScheme, contrastOnly } of axeSettings) {
  test(`axe finds nothing on any public screen, ${colorScheme}, ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of publicScreens(await findDemoContent(request))) {
      await page.goto(path);
      expect
        .soft(await axeViolations(page, { contrastOnly: contrastOnly && path !== '/' }), path)
        .toEqual([]);
    }
  });
}

test('nothing scrolls sideways on the narrowest phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of publicScreens(await findDemoContent(request))) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(320);
  }
});
