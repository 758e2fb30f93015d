import type { Page } from '@playwright/test';
import { demoLink } from './demo-key.ts';
import { expect } from './journey.ts';

/** E-mails are shown in a sandboxed frame, where Playwright's scripts are blocked too. */
export const sandboxedFrameError = /frame is sandboxed/;

/** Opens the newest e-mail to this address in the demo's mailbox, once it has this link, and follows the link. */
export async function followEmailLink(page: Page, address: string, linkName: RegExp, count = 1) {
  const emails = page.getByRole('link', { name: address });
  const link = page.getByRole('link', { name: linkName });
  await expect(async () => {
    await page.goto(demoLink());
    expect(await emails.count()).toBeGreaterThanOrEqual(count);
    await emails.first().click({ timeout: 1_000 });
    await expect(link).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await link.click();
}
