import { test as base, expect, type Page, type Request } from '@playwright/test';

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
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) hydrateAfterLoading(page);
    trackWrites(page);
    await use(page);
    // Route handlers that are still at work would fail when the page closes.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
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

/** What React writes on the element it renders into. */
interface HydratedRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

/** Presses on buttons do nothing until the page is hydrated. Embeds and other pages without scripts are ready at once. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    if (!root) return document.readyState !== 'loading';
    const entries = Object.entries(root);
    const container = entries.find(([key]) => key.startsWith('__reactContainer$'))?.[1] as
      | HydratedRoot
      | undefined;
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Lets `goto` and `reload` of the fixture's page wait for hydration, except `goto` with `waitUntil: 'commit'`. */
function hydrateAfterLoading(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await untilHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await untilHydrated(page);
    return response;
  };
}

const writesInFlight = new WeakMap<Page, Set<Request>>();

function trackWrites(page: Page): void {
  const writes = new Set<Request>();
  writesInFlight.set(page, writes);
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.add(request);
  });
  page.on('requestfinished', (request) => writes.delete(request));
  page.on('requestfailed', (request) => writes.delete(request));
}

/**
 * The screen shows a write before the server has it, and a reload would cancel its request. For the fixture's page.
 */
export async function untilSaved(page: Page): Promise<void> {
  const writes = writesInFlight.get(page);
  if (!writes) throw new Error('The writes of this page are not tracked.');
  await expect(async () => {
    expect(writes.size).toBe(0);
    // The page may react to the last answer with another write.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(writes.size).toBe(0);
  }).toPass();
}

export function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  return browserErrors;
}
