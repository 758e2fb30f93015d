import type { Page } from '@playwright/test';
import { demoLink } from './demo-key.ts';
import { expect } from './journey.ts';

/** Letters are shown in a frame that runs no scripts, not even those of the one who drives the browser. */
export const letterFault = /frame is sandboxed/;

/** Opens the newest letter to this address in the demo's mailbox, once it is the one that was waited for, and follows its link. */
export async function followLetter(page: Page, address: string, link: RegExp) {
  const letter = page.getByRole('link', { name: address }).first();
  const wanted = page.getByRole('link', { name: link });
  await expect(async () => {
    await page.goto(demoLink());
    await letter.click({ timeout: 1_000 });
    await expect(wanted).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await wanted.click();
}
