import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { findDemoContent } from '../e2e/support/demo-content.ts';
import { regular } from '../e2e/support/people.ts';
import { startSite } from '../e2e/support/site.ts';
import { addSession, launchBrowser, measureScripts, sessionOf } from './browser.ts';
import { median, quantile } from './comparison.ts';
import { type Finding, plainFinding } from './report.ts';

// First load of a page on a phone with a slow connection. Uses the demo content: the benchmark's test data has no
// pictures.

const probe = fileURLToPath(new URL('page-load-probe.js', import.meta.url));
const repetitions = 5;
const phone = { width: 412, height: 823 };
/** A slow mobile network, and a CPU four times as slow as this one. */
const slowNetwork = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false };
const cpuSlowdown = 4;
/** Time after the last request for deferred layout shifts. */
const settleMs = 1_500;

interface PageLoad {
  /** Largest Contentful Paint, in milliseconds. */
  lcp: number;
  /** Cumulative Layout Shift. */
  cls: number;
  /** Total Blocking Time, in milliseconds. */
  blockedMs: number;
  /** Kilobytes of JavaScript, gzipped. */
  scripts: number;
}

/** A slow phone with an empty cache; `session` is stored before pages load. */
async function openPhone(browser: Browser, session?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, isMobile: true });
  const page = await context.newPage();
  if (session !== undefined) await addSession(page, session);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return page;
}

async function loadPage(browser: Browser, url: string, session?: string): Promise<PageLoad> {
  const page = await openPhone(browser, session);
  try {
    await page.addInitScript({ path: probe });
    const scripts = measureScripts(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    // While scripts run the network may be idle before the page has its content.
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(settleMs);
    return { ...(await page.evaluate<Omit<PageLoad, 'scripts'>>('pageLoad')), scripts: await scripts() };
  } finally {
    await page.context().close();
  }
}

type Median = (what: keyof PageLoad) => number;

async function loadOften(browser: Browser, url: string, session?: string): Promise<Median> {
  const loads: PageLoad[] = [];
  // Fills the server's caches.
  await loadPage(browser, url, session);
  for (let time = 0; time < repetitions; time += 1) loads.push(await loadPage(browser, url, session));
  return (what) => median(loads.map((each) => each[what]));
}

const paintFindings = (name: string, of: Median, maxLcp: number): Finding[] => [
  plainFinding(`${name}, slow phone: LCP`, of('lcp') / 1000, maxLcp, 's'),
  {
    ...plainFinding(`${name}, slow phone: CLS`, of('cls'), 0.02, ''),
    product: of('cls').toFixed(3),
  },
];

async function measurePage(
  browser: Browser,
  name: string,
  url: string,
  maxScripts: number,
): Promise<Finding[]> {
  const of = await loadOften(browser, url);
  return [
    ...paintFindings(name, of, 1.2),
    plainFinding(`${name}, slow phone: blocking time`, of('blockedMs'), 200, 'ms'),
    plainFinding(`${name}: JavaScript, gzipped`, of('scripts'), maxScripts, 'kB'),
  ];
}

/** The time from a grade to the next card, as the 95th percentile over a whole session. */
async function measureAnswers(browser: Browser, url: string, session: string): Promise<Finding> {
  const page = await openPhone(browser, session);
  const times: number[] = [];
  try {
    await page.goto(url);
    const flip = page.getByRole('button', { name: 'Show answer' });
    const untilShown = async () => {
      await flip.or(page.getByText('Done for today')).waitFor();
      return flip.isVisible();
    };
    while (await untilShown()) {
      await flip.click();
      await page.getByRole('button', { name: /^Good/ }).waitFor();
      times.push(await page.evaluate(answerTime));
    }
  } finally {
    await page.context().close();
  }
  return plainFinding('Review, slow phone: answer to next card, p95', quantile(times, 0.95), 100, 'ms');
}

/** Runs in the page: presses 4 and waits until the answer is gone and the frame after that is painted. */
const answerTime = `new Promise((resolve) => {
  const startedAt = performance.now();
  const observer = new MutationObserver(() => {
    if (document.querySelector('.review-answer')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
  });
  observer.observe(document.querySelector('main'), { childList: true, subtree: true });
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true }));
})`;

/** Stops what it starts when done, or when `parent` is disposed. */
export async function measurePageLoads(parent: AsyncDisposableStack): Promise<Finding[]> {
  await using started = parent.use(new AsyncDisposableStack());
  const site = await startSite();
  started.defer(() => site.stop());
  const browser = await launchBrowser();
  started.defer(() => browser.close());
  const context = await browser.newContext({ baseURL: site.url });
  const { card, subject } = await findDemoContent(context.request);
  await context.close();
  const findings: Finding[] = [];
  for (const [name, path, maxScripts] of [
    ['Landing page', '/', 120],
    ['Card page', card.path, 130],
    ['Subject page', subject.path, 130],
  ] as const) {
    findings.push(...(await measurePage(browser, name, `${site.url}${path}`, maxScripts)));
  }
  const session = await sessionOf(site.url, regular);
  for (const [name, path] of [
    ['Feed', '/feed'],
    ['Network', '/conns'],
    ['Settings', '/set'],
    ['My Chains', '/mgc'],
    ['Learn', '/learn'],
    ['Notices', '/notices'],
    ['Review', '/learn/review'],
  ] as const) {
    findings.push(...paintFindings(name, await loadOften(browser, `${site.url}${path}`, session), 1.8));
  }
  findings.push(await measureAnswers(browser, `${site.url}/learn/review`, session));
  return findings;
}
