import { findDemoContent } from '../support/demo-content.ts';
import { expect, test } from '../support/journey.ts';

test('a visitor on a phone reaches subjects, cards, chains and search by thumb @phone', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Quick access' });
  await expect(bar).toBeInViewport();
  for (const [name, address] of [
    ['Subjects', /\/lsv$/],
    ['Cards', /\/tns$/],
    ['Chains', /\/tgc$/],
    ['Search', /\/psl$/],
  ] as const) {
    await bar.getByRole('link', { name }).tap();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('everything a thumb presses is large enough @phone', async ({ page, request }) => {
  const { card } = await findDemoContent(request);
  for (const path of ['/', card.path]) {
    await page.goto(path);
    const small = await page.locator('nav a, button, [role="button"]').evaluateAll((targets) =>
      targets
        .filter((target) => target.checkVisibility())
        .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.height < 24 || box.width < 24))
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    expect(small, path).toEqual([]);
  }
});

test('a subject can be read on a tablet @tablet', async ({ page, request }) => {
  const { subject } = await findDemoContent(request);
  await page.goto(subject.path);
  await expect(page.getByRole('heading', { level: 1, name: subject.title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
});
