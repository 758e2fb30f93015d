import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { findDemoContent } from '../e2e/support/demo-content.ts';
import { startSite } from '../e2e/support/site.ts';
import { median } from './comparison.ts';
import { type Finding, plainFinding } from './report.ts';

// First load of a page on a phone with a slow connection. Uses the demo content: the benchmark's test data has no pictures.

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

/** Loads the page with an empty cache. */
async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, isMobile: true });
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: probe });
    const scripts = measureScripts(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settleMs);
    return { ...(await page.evaluate<Omit<PageLoad, 'scripts'>>('pageLoad')), scripts: await scripts() };
  } finally {
    await context.close();
  }
}

function measureScripts(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return async () => {
    const bodies = await Promise.all(scripts.map((script) => bodyOf(script, page)));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
  };
}

/** The browser may have evicted the body. Script URLs are immutable, so the script can be fetched again. */
async function bodyOf(script: Response, page: Page): Promise<Buffer> {
  try {
    return await script.body();
  } catch (cause) {
    const refetched = await page.request.get(script.url());
    if (!refetched.ok())
      throw new Error(`${script.url()} cannot be fetched: ${refetched.status()}.`, { cause });
    return refetched.body();
  }
}

async function measurePage(
  browser: Browser,
  name: string,
  url: string,
  maxScripts: number,
): Promise<Finding[]> {
  const loads: PageLoad[] = [];
  // Fills the server's caches.
  await loadPage(browser, url);
  for (let time = 0; time < repetitions; time += 1) loads.push(await loadPage(browser, url));
  const of = (what: keyof PageLoad) => median(loads.map((each) => each[what]));
  return [
    plainFinding(`${name}, slow phone: LCP`, of('lcp') / 1000, 1.2, 's'),
    {
      ...plainFinding(`${name}, slow phone: CLS`, of('cls'), 0.02, ''),
      product: of('cls').toFixed(3),
    },
    plainFinding(`${name}, slow phone: blocking time`, of('blockedMs'), 200, 'ms'),
    plainFinding(`${name}: JavaScript, gzipped`, of('scripts'), maxScripts, 'kB'),
  ];
}

/** Stops what it starts when done, or when `parent` is disposed. */
export async function measurePageLoads(parent: AsyncDisposableStack): Promise<Finding[]> {
  await using started = parent.use(new AsyncDisposableStack());
  const site = await startSite();
  started.defer(() => site.stop());
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
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
  return findings;
}
