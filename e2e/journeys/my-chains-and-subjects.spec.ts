import type { Page } from '@playwright/test';
import { axeViolations, memberAxeSettings } from '../support/axe.ts';
import {
  cardsAbout,
  createChain,
  createSubject,
  linkCards,
  saveSubject,
  uniqueWord,
} from '../support/content.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { rows, rowTitles, saved } from '../support/rows.ts';
import { authoringScreens } from '../support/screens.ts';
import { startSignedIn } from '../support/session.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('a newcomer to chains is welcomed, makes one, renames it and deletes it again', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/mgc');
  await expect(main(page).getByText('Welcome to your Gyan Chains')).toBeVisible();
  await main(page).getByRole('link', { name: 'Create a Chain' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Chain' })).toBeVisible();
  await main(page).getByLabel('Chain title').fill('How bread rises');
  await button(page, 'Create Chain').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gyan Chain: How bread rises' })).toBeVisible();
  await expect(main(page).getByRole('searchbox', { name: 'Search for cards' })).toBeVisible();

  await page.goto('/mgc');
  await expect(main(page).getByRole('link', { name: 'How bread rises', exact: true })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Create a Chain' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Edit How bread rises' })).toHaveAttribute(
    'href',
    /\/ecpv\/\d+$/,
  );

  await main(page).getByRole('link', { name: 'Edit Chains' }).click();
  await expect(main(page).getByRole('link', { name: 'Add a Gyan Chain' })).toBeVisible();
  await rows(page).getByRole('link', { name: 'Edit How bread rises' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gyan Chain: How bread rises' })).toBeVisible();
  await button(page, 'Edit details').click();
  const dialog = page.getByRole('dialog', { name: 'Edit chain' });
  await dialog.getByLabel('Title').fill('How dough rises');
  await dialog.getByLabel('Description').fill('Yeast, warmth and time.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gyan Chain: How dough rises' })).toBeVisible();

  await button(page, 'Delete').click();
  const question = page.getByRole('alertdialog', { name: 'Delete “How dough rises”?' });
  await question.getByRole('button', { name: 'Delete chain' }).click();
  await expect(page).toHaveURL(/\/mgc$/);
  await expect(main(page).getByText('Welcome to your Gyan Chains')).toBeVisible();
});

test('subjects are put in order, deleted when they are one’s own, taken off the list when they are not', async ({
  page,
  request,
}) => {
  const [creator, other] = [await newCreator(), await newCreator()];
  const own = await createSubject(creator, 'Tides');
  await createSubject(creator, 'Winds');
  const foreign = await createSubject(other, 'Clouds');
  await saveSubject(creator, foreign);
  await startSignedIn(page, request, creator);
  await page.goto('/esv');
  await expect(rowTitles(page)).toHaveCount(3);
  await expect(rows(page).getByRole('link', { name: 'Edit Tides' })).toHaveAttribute('href', `/scev/${own}`);
  await expect(rowTitles(page).filter({ hasText: 'Tides' })).toHaveAttribute('href', `/sub/${own}`);
  await expect(rows(page).getByRole('link', { name: 'Edit Clouds' })).toHaveCount(0);

  const before = await rowTitles(page).allTextContents();
  await button(page, `Move ${before[2]} up`).click();
  await button(page, `Move ${before[2]} up`).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(rowTitles(page)).toHaveText([before[2] ?? '', before[0] ?? '', before[1] ?? '']);

  await button(page, 'Remove Clouds').click();
  await expect(rowTitles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowTitles(page)).toHaveCount(3);
  await button(page, 'Delete Tides').click();
  await page
    .getByRole('alertdialog', { name: 'Delete “Tides”?' })
    .getByRole('button', { name: 'Delete subject' })
    .click();
  await expect(rowTitles(page)).toHaveCount(2);
  await page.reload();
  await expect(rowTitles(page).filter({ hasText: 'Clouds' })).toBeVisible();
  await expect(rowTitles(page).filter({ hasText: 'Tides' })).toHaveCount(0);
});

test('the owner of an empty subject adds a chapter from its page', async ({ page, request }) => {
  const creator = await newCreator();
  const subjectId = await createSubject(creator, 'Kilns');
  await startSignedIn(page, request, creator);
  await page.goto('/lsv');
  await expect(main(page).getByRole('link', { name: 'Create a Subject' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Edit Kilns' })).toHaveAttribute(
    'href',
    `/scev/${subjectId}`,
  );
  await page.goto(`/sub/${subjectId}`);
  await main(page).getByRole('link', { name: 'Add a Chapter' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Subject: Kilns / Create Chapter' }),
  ).toBeVisible();
});

test('a chain that is there already becomes a chapter, and the subject gets another name', async ({
  page,
  request,
}) => {
  const creator = await newCreator();
  const subjectId = await createSubject(creator, 'Ovens');
  await createChain(creator, 'Clay');
  await createChain(creator, 'Steel');
  await startSignedIn(page, request, creator);
  await page.goto(`/scev/${subjectId}`);
  await button(page, 'Add one of my chains').click();
  const dialog = page.getByRole('dialog', { name: 'Add chains of your list' });
  await dialog.getByRole('checkbox', { name: 'Choose Clay' }).check();
  await dialog.getByRole('checkbox', { name: 'Choose Steel' }).check();
  await dialog.getByRole('button', { name: 'Add 2 chains' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowTitles(page)).toHaveCount(2);
  await button(page, 'Remove Clay').click();
  await expect(rowTitles(page)).toHaveText(['Steel']);
  await expect(rowTitles(page)).toHaveAttribute('href', /\/ecpv\/\d+\?sub=Ovens$/);

  await button(page, 'Edit details').click();
  const details = page.getByRole('dialog', { name: 'Edit subject' });
  await details.getByLabel('Title').fill('Ovens and fires');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: Ovens and fires' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: Ovens and fires' })).toBeVisible();
  await expect(rowTitles(page)).toHaveText(['Steel']);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('a move goes back where it was, with the reason', async ({ page, request }) => {
    const creator = await newCreator();
    const chain = await createChain(creator, 'Steps');
    const cards = await cardsAbout(creator, uniqueWord(), ['One', 'Two']);
    await linkCards(
      creator,
      chain,
      cards.map(({ id }) => id),
    );
    const [one = '', two = ''] = cards.map(({ title }) => title);
    await startSignedIn(page, request, creator);
    await page.goto(`/ecpv/${chain}`);
    await expect(rowTitles(page)).toHaveText([one, two]);
    await page.route('**/r/link_chapter_post', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: '', status: 503, code: 'unavailable', detail: 'Not just now.' },
      }),
    );
    await button(page, `Move ${two} up`).click();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText(`“${two}” is back where it was.`),
    ).toContainText('Not just now.');
    await expect(rowTitles(page)).toHaveText([one, two]);
  });
});

test('who may not create is told how to, and nobody edits what is another’s', async ({ page, request }) => {
  const chain = await createChain(await newCreator(), 'Not yours');
  await startSignedIn(page, request, await member(siteUrl()));
  for (const path of ['/csv', '/ccv']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Become a creator' })).toBeVisible();
    const actions = main(page).locator('a.btn, button.btn');
    await expect(actions.first()).toHaveText('Browse Gyan Cards');
  }
  await page.goto(`/ecpv/${chain}`);
  await expect(page.getByRole('heading', { level: 1, name: '“Not yours” is somebody else’s' })).toBeVisible();
});

test('the link of a toast can be read in light and dark', async ({ page, request }) => {
  const creator = await newCreator();
  const subjectId = await createSubject(creator, 'Metals');
  await startSignedIn(page, request, creator);
  await page.goto(`/ccv?sub=${subjectId}`);
  await main(page).getByLabel('Chapter title').fill('Copper');
  await button(page, 'Create Chapter').click();
  // The pointer keeps the toast open.
  await page.getByRole('link', { name: 'Choose its cards' }).hover();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page), colorScheme).toEqual([]);
  }
  await page.getByRole('link', { name: 'Choose its cards' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Subject: Metals / Chapter: Copper' }),
  ).toBeVisible();
});

for (const { colorScheme, width } of memberAxeSettings) {
  test(`axe finds nothing where chains and subjects are made, ${colorScheme}, ${width} px`, async ({
    page,
    request,
  }) => {
    const creator = await newCreator();
    const subjectId = await createSubject(creator, 'Colours');
    const chain = await createChain(creator, 'Red', subjectId);
    await linkCards(creator, chain, [(await publish(creator)).id]);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await startSignedIn(page, request, creator);
    for (const path of authoringScreens({ subjectId, chain })) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect.soft(await axeViolations(page), path).toEqual([]);
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
        .toBeLessThanOrEqual(width);
    }
  });
}
