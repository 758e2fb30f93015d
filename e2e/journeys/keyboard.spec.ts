import { expect, test } from '../support/journey.ts';

test('the keyboard alone skips to the content, opens a card and comes back', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  const onCard = () => page.evaluate(() => document.activeElement?.getAttribute('href')?.startsWith('/pd/'));
  for (let presses = 0; presses < 40 && !(await onCard()); presses += 1) await page.keyboard.press('Tab');
  expect(await onCard()).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pd\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/(#main)?$/);
});

test('a slash goes to the search box, and typing one in it is typing', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('banner').getByLabel('Search', { exact: true });
  // The key does nothing until the page is hydrated.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('a/b');
  await expect(box).toHaveValue('a/b');
});

test('a question mark lists the keys, Escape closes the list', async ({ page }) => {
  await page.goto('/');
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
