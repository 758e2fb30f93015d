/**
 * Draws the scenes of the demo in a browser, with the code that draws the scenes of authors, and fits the boxes of
 * texts to their letters. The results are committed, because a start has no browser.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { createServer } from 'vite';
import { findChromium } from './lib/chromium.js';
import { main } from './lib/failure.js';
import { at } from './lib/paths.js';

const width = 1600;

/** Runs in the browser. */
async function draw(scene) {
  // Addresses of the development server.
  const load = (path) => import(`/src/${path}`);
  await load('styles/fonts.css');
  const { drawRasterUrl } = await load('features/drawing/raster.ts');
  const { loadMeasure } = await load('features/drawing/measure.ts');
  const { fitToText } = await load('features/drawing/model/text-fit.ts');
  const { pageSize } = await load('features/drawing/geometry.ts');
  const measure = await loadMeasure(scene.items.map(({ text = '' }) => text));
  const page = pageSize(scene.ratio);
  const round = (value) => Math.round(value * 10_000) / 10_000;
  const items = scene.items.map((item) => {
    const fitted = fitToText(item, page, measure, page.width * 0.34);
    if (fitted === item) return item;
    const { box } = item;
    const x = round(box.x + (box.w - fitted.box.w) / 2);
    const y = round(box.y + (box.h - fitted.box.h) / 2);
    return { ...fitted, box: { ...fitted.box, x, y } };
  });
  const fitted = { ...scene, items };
  return { fitted, picture: await drawRasterUrl(fitted) };
}

async function drawAll(page) {
  const names = (await readdir(at('demo', 'scenes'))).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const path = at('demo', 'scenes', name);
    const { fitted, picture } = await page.evaluate(draw, JSON.parse(await readFile(path, 'utf8')));
    await writeFile(path, `${JSON.stringify(fitted)}\n`);
    const png = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
    const webp = await sharp(png).resize({ width }).webp({ quality: 90, effort: 6 }).toBuffer();
    await writeFile(path.replace(/\.json$/, '.webp'), webp);
    console.log(`${name}: ${Math.round(webp.length / 1000)} kB`);
  }
}

await main(async () => {
  const server = await createServer({
    root: at('web'),
    configFile: at('web', 'vite.config.ts'),
    logLevel: 'error',
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    // Any page of this origin: the modules are imported from there.
    await page.goto(new URL('/favicon.ico', server.resolvedUrls?.local[0]).href);
    await page.setContent('<!doctype html><title>Demo</title>');
    await drawAll(page);
  } finally {
    await browser.close();
    await server.close();
  }
});
