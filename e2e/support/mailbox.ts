import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Letters are shown in a frame that runs no scripts, not even those of the one who drives the browser. */
export const letterFault = /frame is sandboxed/;

/** Opens the newest letter to this address in the demo's mailbox and follows its link. */
export async function followLetter(page: Page, address: string, link: RegExp) {
  const letter = page.getByRole('link', { name: address }).first();
  await expect(async () => {
    await page.goto('/demo/mailbox');
    await expect(letter).toBeVisible({ timeout: 500 });
  }).toPass();
  await letter.click();
  await page.getByRole('link', { name: link }).click();
}
