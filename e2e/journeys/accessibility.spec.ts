import { axeViolations } from '../support/axe.ts';
import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';
import { publicScreens, templates } from '../support/screens.ts';

test.use({ expectedErrors: [/status of 404/] });

test('axe finds nothing on any public screen, and none scrolls sideways on the narrowest phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of publicScreens(await findDemoContent(request))) {
    await page.goto(path);
    expect.soft(await axeViolations(page), path).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(320);
  }
});

test('axe finds nothing on wide screens in the dark', async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of templates(await findDemoContent(request))) {
    await page.goto(path);
    expect.soft(await axeViolations(page), path).toEqual([]);
  }
});
