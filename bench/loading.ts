import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { startSite } from '../e2e/support/site.ts';
import { findThings } from '../e2e/support/things.ts';
import { median } from './comparison.ts';
import { type Finding, plainFinding } from './report.ts';

// What a page costs whoever opens it for the first time, on a telephone with a slow connection. The demo content is what they
// get: the benchmark's own network has no pictures.

const probe = fileURLToPath(new URL('loading-probe.js', import.meta.url));
const times = 5;
const phone = { width: 412, height: 823 };
/** Mobile broadband of the poorer kind, and a processor four times as slow as this one. */
const slowness = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false };
const processorSlowness = 4;
/** After the last thing was fetched, for what comes in late to move something. */
const settleMs = 1_500;

interface Opened {
  /** Milliseconds until the largest thing in view was drawn. */
  drawn: number;
  /** How far things moved, as browsers measure it. */
  moved: number;
  /** Milliseconds of work during which nobody could have done anything. */
  blocked: number;
  /** Kilobytes of JavaScript as gzip packs it. */
  scripts: number;
}

/** With nothing kept from before, as a stranger comes. */
async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, isMobile: true });
  try {
    const page = await context.newPage();
    await page.addInitScript({ path: probe });
    const scripts = weighScripts(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowness);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowness });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settleMs);
    return { ...(await page.evaluate<Omit<Opened, 'scripts'>>('seen')), scripts: await scripts() };
  } finally {
    await context.close();
  }
}

function weighScripts(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return async () => {
    const bodies = await Promise.all(scripts.map((script) => bodyOf(script, page)));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
  };
}

/** The browser does not always have it any more. What is at a script's address never changes, so it can be asked for again. */
async function bodyOf(script: Response, page: Page): Promise<Buffer> {
  try {
    return await script.body();
  } catch (cause) {
    const again = await page.request.get(script.url());
    if (!again.ok()) throw new Error(`${script.url()} cannot be weighed: ${again.status()}.`, { cause });
    return again.body();
  }
}

async function measurePage(
  browser: Browser,
  name: string,
  url: string,
  mostScripts: number,
): Promise<Finding[]> {
  const opened: Opened[] = [];
  // The first time the site itself fetches and renders what later visitors get at once.
  await open(browser, url);
  for (let time = 0; time < times; time += 1) opened.push(await open(browser, url));
  const of = (what: keyof Opened) => median(opened.map((each) => each[what]));
  return [
    plainFinding(`${name}, opened slowly: largest thing drawn`, of('drawn') / 1000, 1.5, 's'),
    {
      ...plainFinding(`${name}, opened slowly: things moved`, of('moved'), 0.02, ''),
      product: of('moved').toFixed(3),
    },
    plainFinding(`${name}, opened slowly: blocked`, of('blocked'), 200, 'ms'),
    plainFinding(`${name}: JavaScript, gzipped`, of('scripts'), mostScripts, 'kB'),
  ];
}

/** What it starts goes when it is done, or with everything that was started before. */
export async function measureLoading(before: AsyncDisposableStack): Promise<Finding[]> {
  await using started = before.use(new AsyncDisposableStack());
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
  const { card, subject } = await findThings(context.request);
  await context.close();
  const findings: Finding[] = [];
  for (const [name, path, most] of [
    ['Landing page', '/', 110],
    ['Card page', card.path, 120],
    ['Subject page', subject.path, 120],
  ] as const) {
    findings.push(...(await measurePage(browser, name, `${site.url}${path}`, most)));
  }
  return findings;
}
