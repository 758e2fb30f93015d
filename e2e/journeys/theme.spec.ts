import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the page follows the system until the person chooses, and keeps the choice', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const day = await paper(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => paper(page)).not.toBe(day);
  const night = await paper(page);

  const choose = (name: string) => page.getByRole('contentinfo').getByText(name, { exact: true }).click();
  await choose('Light');
  await expect.poll(() => paper(page)).toBe(day);
  await page.reload();
  expect(await paper(page)).toBe(day);
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await choose('System');
  await expect.poll(() => paper(page)).toBe(night);
});
