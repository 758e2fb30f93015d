import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';

test('a creator finds their cards, eight at a time, the newest first', async ({ page, request }) => {
  const creator = await newCreator();
  for (let number = 1; number <= 9; number += 1) {
    await publish(creator, { title: `Thought number ${number}` });
  }
  await startSignedIn(page, request, creator);
  await page.goto('/mgp');
  await expect(page.getByRole('heading', { level: 1, name: 'My Gyan Cards' })).toBeVisible();
  const cardLinks = page.getByRole('main').getByRole('link', { name: /^Thought number/ });
  await expect(cardLinks).toHaveCount(8);
  await expect(cardLinks.first()).toHaveText('Thought number 9');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(cardLinks).toHaveCount(9);
  await expect(cardLinks.last()).toHaveText('Thought number 1');
});

test('somebody without cards is told what belongs here, and where to begin', async ({ page, request }) => {
  await startSignedIn(page, request, await member(siteUrl()));
  await page.goto('/mgp');
  await expect(page.getByText(/A Gyan Card holds one idea/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Create a Gyan Card' }).click();
  await expect(page).toHaveURL(/\/cp$/);
});

test('a visitor signs in first', async ({ page }) => {
  await page.goto('/mgp');
  await expect(page).toHaveURL('/login?returnUrl=%2Fmgp');
});
