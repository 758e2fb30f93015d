import { test as base, expect, type Page } from '@playwright/test';

interface Journey {
  /** Console errors that the journey expects, such as the one for a missing page. */
  expectedErrors: RegExp[];
  /** Errors reported by the browser: script errors, blocked content, failed requests. */
  browserErrors: string[];
}

/** A journey fails on any unexpected browser error, even if the screen looks right. */
export const test = base.extend<Journey>({
  baseURL: async ({ browserName: _browserName }, use) => use(process.env.GYAN_URL),
  expectedErrors: [[], { option: true }],
  browserErrors: [
    async ({ page, expectedErrors }, use) => {
      const browserErrors = collectBrowserErrors(page);
      await use(browserErrors);
      expect(
        browserErrors.filter((error) => !expectedErrors.some((expected) => expected.test(error))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The alert on the page itself, not the live region of toasts. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

export function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  return browserErrors;
}
