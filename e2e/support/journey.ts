import { test as base, expect, type Page } from '@playwright/test';

interface Journey {
  /** Console errors that the journey expects, such as the one for a missing page. */
  expectedErrors: RegExp[];
  /** Errors reported by the browser: script errors, blocked content, failed requests. */
  faults: string[];
}

/** A journey fails on any unexpected browser error, even if the screen looks right. */
export const test = base.extend<Journey>({
  baseURL: async ({ browserName: _browserName }, use) => use(process.env.GYAN_URL),
  expectedErrors: [[], { option: true }],
  faults: [
    async ({ page, expectedErrors }, use) => {
      const faults = collectBrowserErrors(page);
      await use(faults);
      expect(faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The alert on the page itself, not the live region of toasts. */
export const alertOf = (page: Page) => page.getByRole('main').getByRole('alert');

export function collectBrowserErrors(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}
