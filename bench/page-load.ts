import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { findDemoContent } from '../e2e/support/demo-content.ts';
import { regular } from '../e2e/support/people.ts';
import { startSignedIn } from '../e2e/support/session.ts';
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

interface MeasuredPage {
  name: string;
  path: string;
  signedIn?: boolean;
  /** Seconds. */
  maxLcp: number;
  /** Kilobytes. */
  maxScripts?: number;
}

/** Loads the page with an empty cache. */
async function loadPage(
  browser: Browser,
  siteUrl: string,
  { path, signedIn }: MeasuredPage,
): Promise<PageLoad> {
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: phone,
    deviceScaleFactor: 2,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    if (signedIn) await startSignedIn(page, context.request, regular);
    await page.addInitScript({ path: probe });
    const scripts = measureScripts(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(path, { waitUntil: 'networkidle' });
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

async function measurePage(browser: Browser, siteUrl: string, measured: MeasuredPage): Promise<Finding[]> {
  const { name, maxLcp, maxScripts } = measured;
  const loads: PageLoad[] = [];
  // Fills the server's caches.
  await loadPage(browser, siteUrl, measured);
  for (let time = 0; time < repetitions; time += 1) loads.push(await loadPage(browser, siteUrl, measured));
  const of = (what: keyof PageLoad) => median(loads.map((each) => each[what]));
  const findings = [
    plainFinding(`${name}, slow phone: LCP`, of('lcp') / 1000, maxLcp, 's'),
    {
      ...plainFinding(`${name}, slow phone: CLS`, of('cls'), 0.02, ''),
      product: of('cls').toFixed(3),
    },
  ];
  if (maxScripts === undefined) return findings;
  return [
    ...findings,
    plainFinding(`${name}, slow phone: blocking time`, of('blockedMs'), 200, 'ms'),
    plainFinding(`${name}: JavaScript, gzipped`, of('scripts'), maxScripts, 'kB'),
  ];
}

const publicPage = { maxLcp: 1.2, maxScripts: 130 };
const signedInPage = { maxLcp: 1.8, signedIn: true };

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
  const pages: MeasuredPage[] = [
    { ...publicPage, name: 'Landing page', path: '/', maxScripts: 120 },
    { ...publicPage, name: 'Card page', path: card.path },
    { ...publicPage, name: 'Subject page', path: subject.path },
    { ...signedInPage, name: 'Feed', path: '/feed' },
    { ...signedInPage, name: 'Network', path: '/conns' },
    { ...signedInPage, name: 'Settings', path: '/set' },
    { ...signedInPage, name: 'My Chains', path: '/mgc' },
    { ...signedInPage, name: 'Learn', path: '/learn' },
    { ...signedInPage, name: 'Review', path: '/learn/review' },
  ];
  const findings: Finding[] = [];
  for (const page of pages) findings.push(...(await measurePage(browser, site.url, page)));
  return findings;
}
