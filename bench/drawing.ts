import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { admin } from '../e2e/support/people.ts';
import { startSite } from '../e2e/support/site.ts';
import { addSession, launchBrowser, measureScripts, sessionOf } from './browser.ts';
import { median, quantile } from './comparison.ts';
import { type Finding, plainFinding } from './report.ts';

// A long stroke of a pen in the drawing editor, seen in the browser's trace.

const strokePoints = 2_000;
/** As often as a good pen reports its place. */
const pointsPerSecond = 240;
const strokes = 3;
/** One frame of 60 a second. */
const frameMs = 16;
const releaseMark = 'pen up';
const settleMs = 2_000;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
  args: {
    name?: string;
    frame_reporter?: { state: string; affects_smoothness: boolean };
  };
}

interface Stroke {
  /** CPU time of the page's main thread in each frame, in milliseconds. */
  frames: number[];
  dropped: number;
  /** The same for the frame that draws the finished stroke. */
  finish: number;
}

/** A spiral inside of the page, whose points are about as far from each other as a quick hand's. */
function spiral({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return Array.from({ length: strokePoints }, (_, index) => {
    const share = index / strokePoints;
    const angle = share * 2 * Math.PI * 12;
    const radius = 0.05 + 0.4 * share;
    return {
      x: x + width / 2 + width * radius * Math.cos(angle),
      y: y + height / 2 + height * radius * Math.sin(angle),
    };
  });
}

async function drawStroke(page: Page, devtools: CDPSession): Promise<void> {
  const box = await page.getByRole('img', { name: /^Drawing with/ }).boundingBox();
  if (!box) throw new Error('There is no page to draw on.');
  const points = spiral(box);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', index: number) => {
    const { x, y } = points[index] ?? { x: 0, y: 0 };
    const pen = { button: 'left', buttons: 1, clickCount: 1, pointerType: 'pen', force: 0.6 } as const;
    return devtools.send('Input.dispatchMouseEvent', { type, x, y, ...pen });
  };
  await send('mousePressed', 0);
  const startedAt = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let index = 1; index < strokePoints; index += 1) {
    const wait = startedAt + (index * 1000) / pointsPerSecond - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(send('mouseMoved', index));
  }
  await Promise.all(sent);
  await page.evaluate((name) => void performance.mark(name), releaseMark);
  await send('mouseReleased', strokePoints - 1);
  await page.getByRole('img', { name: /^Drawing with [1-9]/ }).waitFor();
}

function readTrace(trace: Buffer): Stroke {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const released = traceEvents.find(({ name }) => name === releaseMark)?.ts ?? 0;
  const frameStarts = traceEvents.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts);
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === main?.pid && tid === main.tid,
  );
  const workFrom = (start: number, end: number) =>
    tasks.reduce((sum, { ts, tdur = 0 }) => (ts >= start && ts < end ? sum + tdur : sum), 0) / 1000;
  const starts = frameStarts.filter((ts) => ts < released).toSorted((one, other) => one - other);
  return {
    frames: starts.slice(1).map((end, index) => workFrom(starts[index] ?? 0, end)),
    dropped: traceEvents.filter(
      ({ ph, ts, args: { frame_reporter: frame } }) =>
        ph === 'b' && ts < released && frame?.state === 'STATE_DROPPED' && frame.affects_smoothness,
    ).length,
    finish: Math.max(...tasks.filter(({ ts }) => ts >= released).map(({ tdur = 0 }) => tdur)) / 1000,
  };
}

async function openEditor(browser: Browser, url: string, session: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await addSession(page, session);
  await page.goto(`${url}/cp?tab=custom`, { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  // Parts for members load when the browser is idle.
  await page.waitForTimeout(settleMs);
  const scripts = measureScripts(page);
  await page
    .getByRole('tab', { name: 'Draw' })
    .or(page.getByRole('link', { name: 'Draw' }))
    .first()
    .click();
  await page.getByRole('img', { name: 'Drawing with 0 parts' }).waitFor();
  await page.waitForLoadState('networkidle');
  return { context, page, kilobytes: await scripts() };
}

async function traceStroke(browser: Browser, url: string, session: string) {
  const { context, page, kilobytes } = await openEditor(browser, url, session);
  try {
    const devtools = await context.newCDPSession(page);
    await browser.startTracing(page, {
      categories: [
        'disabled-by-default-devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
        'blink.user_timing',
      ],
    });
    await drawStroke(page, devtools);
    await page.waitForTimeout(200);
    return { kilobytes, ...readTrace(await browser.stopTracing()) };
  } finally {
    await context.close();
  }
}

/** Stops what it starts when done, or when `parent` is disposed. */
export async function measureDrawing(parent: AsyncDisposableStack): Promise<Finding[]> {
  await using started = parent.use(new AsyncDisposableStack());
  const site = await startSite();
  started.defer(() => site.stop());
  const browser = await launchBrowser();
  started.defer(() => browser.close());
  const session = await sessionOf(site.url, admin);
  const traced: Awaited<ReturnType<typeof traceStroke>>[] = [];
  for (let stroke = 0; stroke < strokes; stroke += 1)
    traced.push(await traceStroke(browser, site.url, session));
  const of = (figure: (stroke: (typeof traced)[number]) => number) => median(traced.map(figure));
  return [
    plainFinding(
      'Drawing: work in a frame, p95',
      of(({ frames }) => quantile(frames, 0.95)),
      frameMs,
      'ms',
    ),
    plainFinding(
      'Drawing: work in the longest frame',
      of(({ frames }) => Math.max(...frames)),
      frameMs,
      'ms',
    ),
    plainFinding(
      'Drawing: dropped frames',
      of(({ dropped }) => dropped),
      0,
      '',
    ),
    plainFinding(
      'Drawing: end of the stroke',
      of(({ finish }) => finish),
      2 * frameMs,
      'ms',
    ),
    plainFinding(
      'Drawing tab: JavaScript, gzipped',
      of(({ kilobytes }) => kilobytes),
      30,
      'kB',
    ),
  ];
}
