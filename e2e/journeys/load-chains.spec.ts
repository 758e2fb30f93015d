import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openStorage } from '../../server/src/domains/storage/storage.ts';
import { axeViolations } from '../support/axe.ts';
import { uniqueWord } from '../support/content.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Writes a file into the folder that chains are loaded from. */
async function importFile(name: string, content: unknown) {
  const storage = await openStorage(process.env.GYAN_STORAGE ?? '');
  const bytes = Buffer.from(JSON.stringify(content, null, 2));
  await storage.put(`imports/${name}`, bytes, { contentType: 'application/json' });
  storage.close();
}

test.use({ expectedErrors: [/status of 40[04]/] });
test.skip(() => !process.env.GYAN_STORAGE, 'Wants to put a file into the storage of the site.');

test('an admin tries a file of chains first, hears what is wrong with it, loads it and gets it back', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const card = (title: string, text: string) => ({ title, text });
  const chain = (title: string) => ({
    title,
    cards: [card('Embers', 'They glow.'), card('Ash', 'It stays.')],
  });
  await importFile(`${word}.json`, { version: 1, chains: [chain(`Fire ${word}`)] });
  await importFile(`${word}-broken.json`, {
    version: 1,
    chains: [{ title: '', cards: [card('', 'Smoke')] }],
  });
  await startSignedIn(page, request, admin);
  await page.goto('/alc');
  await button(page, 'Load Chains').click();
  await expect(alertOf(page)).toContainText('Object name needs to be specified');
  await expect(alertOf(page)).toBeHidden();

  const name = main(page).getByLabel('Object name');
  await name.fill('nowhere.json');
  await button(page, 'Load Chains').click();
  await expect(alertOf(page)).toContainText('nowhere.json');

  await name.fill(`${word}-broken.json`);
  await button(page, 'Try it first').click();
  const errors = main(page).getByRole('region', { name: 'What has to be put right' });
  await expect(errors.getByText(/^Line \d+$/)).toHaveCount(2);
  await expect(errors).toContainText('Title needs to be specified');

  await name.fill(`${word}.json`);
  await button(page, 'Try it first').click();
  const plan = main(page).getByRole('region', { name: 'What would be made' });
  await expect(plan).toContainText(`Fire ${word}`);
  await expect(plan).toContainText('2 cards');
  await expect(plan).toContainText('New');
  expect(await axeViolations(page)).toEqual([]);

  await button(page, 'Load Chains').click();
  await expect(alertOf(page)).toContainText('Loaded the chains successfully');
  await main(page)
    .getByRole('link', { name: `Fire ${word}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Fire ${word}` })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Embers' }).first()).toBeVisible();

  await page.goto(page.url().replace('/ch/', '/ecpv/'));
  await button(page, 'Export').click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Chain file (JSON)' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe(`fire-${word}.json`);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    version: 1,
    chains: [chain(`Fire ${word}`)],
  });

  await page.goto('/alc');
  await main(page)
    .getByLabel('Choose a chain file')
    .setInputFiles({
      name: 'ice.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ version: 1, chains: [chain(`Ice ${word}`)] })),
    });
  await expect(plan).toContainText(`Ice ${word}`);
  await button(page, 'Load these chains').click();
  await expect(alertOf(page)).toContainText('Loaded the chains successfully');
  await expect(main(page).getByRole('link', { name: `Ice ${word}` })).toBeVisible();

  await page.goto('/ul?tab=activity');
  const entry = page.getByRole('listitem').filter({ hasText: `loaded the chain Ice ${word}` });
  await expect(entry.getByRole('link', { name: `Ice ${word}` })).toHaveAttribute('href', /\/ch\/\d+$/);

  await page.goto('/alc');
  await expect(name).toHaveValue('');
  await name.fill(`${word}.json`);
  await button(page, 'Try it first').click();
  await expect(plan).toContainText('Updated');
});
