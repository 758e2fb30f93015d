import type { Page } from '@playwright/test';

/** Opens a page and waits until React has hydrated it, which does not take as long as an idle network. */
export async function openHydrated(page: Page, path: string) {
  await page.goto(path);
  await untilHydrated(page);
}

/** Before keys are pressed: unlike a click, a key does not wait. */
export async function untilHydrated(page: Page) {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactProps'));
  });
}
