import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Archive } from '../../server/src/domains/files/archive.ts';
import { axeViolationsInBothThemes } from '../support/axe.ts';
import { createChain, linkCards, uniqueWord } from '../support/content.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { callApi } from '../support/named-member.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');

/** A chain of cards with these titles, and who made it. */
async function makeChain(titles: readonly string[]) {
  const maker = await newCreator();
  const ids: number[] = [];
  for (const title of titles) ids.push((await publish(maker, { title })).id);
  const chain = await createChain(maker, `Files ${uniqueWord()}`);
  await linkCards(maker, chain, ids);
  return { maker, chain };
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  webp: 'image/webp',
};

/** A learning platform: a page with the API of SCORM 1.2 that keeps what a lesson commits. */
async function startPlatform(files: Archive): Promise<Server> {
  const api = await readFile(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'));
  const platform = `<!doctype html><link rel="icon" href="data:,"><title>Platform</title><script src="/scorm12.js"></script><script>
    const kept = JSON.parse(localStorage.getItem('cmi') ?? 'null');
    window.completions = Number(localStorage.getItem('completions') ?? 0);
    window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
    if (kept) API.loadFromJSON(kept);
    API.on('LMSSetValue.cmi.core.lesson_status', (name, value) => {
      if (value === 'completed') localStorage.setItem('completions', String(++window.completions));
    });
    API.on('LMSCommit', () => localStorage.setItem('cmi', JSON.stringify(API.renderCMIToJSONObject().cmi)));
    </script><iframe title="Lesson" src="/lesson/index.html" width="800" height="600"></iframe>`;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://platform').pathname);
    const name = path.replace('/lesson/', '');
    const file = files.has(name) ? files.read(name, files.sizeOf(name)) : undefined;
    const body = path === '/' ? platform : path === '/scorm12.js' ? api : file;
    response.setHeader(
      'content-type',
      path === '/' ? 'text/html' : (types[path.split('.').at(-1) ?? ''] ?? ''),
    );
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

test('a lesson starts, is left, goes on at the same card, and is completed once', async ({ page }, info) => {
  const { maker, chain } = await makeChain(['Spark', 'Flame', 'Ember']);
  const answer = await fetch(new URL(`/api/v1/r/export_file?chapterId=${chain}&format=scorm`, siteUrl()), {
    headers: { authorization: `Bearer ${maker.token}` },
  });
  const path = info.outputPath('lesson.zip');
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  const files = new Archive(path);
  expect(files.read('imsmanifest.xml', 100_000).toString()).toContain('<schemaversion>1.2</schemaversion>');
  const platform = await startPlatform(files);
  try {
    const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/`;
    const lesson = page.frameLocator('iframe');
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('cmi') ?? '{}'));
    const open = async () => {
      await page.goto(url);
      await expect(lesson.getByRole('heading', { level: 2 })).toBeVisible();
    };
    await open();
    await expect(lesson.getByRole('heading', { level: 2 })).toHaveText('Spark');
    await lesson.getByRole('button', { name: 'Next' }).click();
    await expect(lesson.getByRole('heading', { level: 2 })).toHaveText('Flame');
    await page.goto('about:blank');
    await open();
    await expect(lesson.getByRole('heading', { level: 2 })).toHaveText('Flame');
    expect(await kept()).toMatchObject({ core: { lesson_status: 'incomplete' } });
    await lesson.getByRole('button', { name: 'Next' }).click();
    await expect(lesson.getByText('3 of 3')).toBeVisible();
    expect(await kept()).toMatchObject({ core: { lesson_status: 'completed' } });
    await lesson.getByRole('button', { name: 'Previous' }).click();
    await page.goto('about:blank');
    await open();
    await lesson.getByRole('button', { name: 'Next' }).click();
    expect(await kept()).toMatchObject({ core: { lesson_status: 'completed' } });
    expect(await page.evaluate(() => localStorage.getItem('completions'))).toBe('1');
  } finally {
    platform.closeAllConnections();
    platform.close();
    files.close();
  }
});

test('a creator imports a table after seeing what it makes, exports the chain and prints it', async ({
  page,
  request,
}) => {
  const { maker, chain } = await makeChain(['Leaf', 'Root', 'Seed']);
  await startSignedIn(page, request, maker);
  await page.goto('/mgc');
  await main(page).getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import cards' });
  await expect(dialog.getByText('Anki package (.apkg)')).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const word = uniqueWord();
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('notes.txt', 'hello');
  await expect(dialog.getByRole('alert')).toContainText('.apkg, .zip or .csv');
  await choose(
    `${word}.csv`,
    'title,text,picture\nMoss,It is soft.,https://example.org/moss.png\nFern,It unrolls.,\n',
  );
  await expect(dialog.getByText('2 new cards')).toBeVisible();
  await expect(dialog.getByText('Addresses of pictures are not fetched')).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 cards' }).click();
  await expect(dialog.getByText('2 cards were made.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Open the chain' }).click();
  await main(page).getByRole('link', { name: 'Moss' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Moss');

  await page.goto(`/ch/${chain}`);
  await main(page).getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menuitem', { name: /^SCORM/ })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Anki package/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.apkg$/);
  await main(page).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^Print/ }).click();
  await expect(page.locator('.contents li').first()).toHaveText(/Leaf\s*3/);
  await expect(page.locator('.contents li').last()).toHaveText(/Seed\s*4/);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test.describe('a long import', () => {
  test.use({ expectedErrors: [/status of 502/] });

  test('a creator cancels a long import, and nothing of it is there', async ({ page, request }) => {
    const maker = await newCreator();
    await startSignedIn(page, request, maker);
    await page.goto('/mgc');
    await main(page).getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import cards' });
    const rows = Array.from({ length: 8_000 }, (_, n) => `Row ${n},Some words about it\n`);
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`title,text\n${rows.join('')}`),
    });
    // A server that cannot be asked may still go on with the import.
    let failures = 0;
    await page.route(/\/r\/job\?/, (route) => {
      failures += 1;
      return route.fulfill({ status: 502 });
    });
    await dialog.getByRole('button', { name: 'Import 8,000 cards' }).click();
    await expect.poll(() => failures).toBeGreaterThan(0);
    await expect(dialog.getByText('Making the cards')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The import goes on.');
    await page.unroute(/\/r\/job\?/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByText('The import was cancelled. Nothing of it was kept.')).toBeVisible();
    const drafts = await callApi(siteUrl(), 'GET', 'r/drafts', { token: maker.token });
    expect(await drafts.json()).toMatchObject({ postModelVec: [], chapterModelVec: [] });
  });
});
