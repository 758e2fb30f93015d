import { axeViolations, memberAxeSettings } from '../support/axe.ts';
import { newCreator, publish, siteUrl } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

// A hidden card is not found by others.
test.use({ expectedErrors: [/status of 404/] });

test('a reader reports a card in four presses, an admin hides it by keyboard, and its owner appeals', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const [owner, reader] = [await newCreator(), await member(siteUrl())];
  const card = await publish(owner, { title: `Buy my lamps ${Date.now()}` });
  await startSignedIn(page, request, reader);
  await page.goto(card.path);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const form = page.getByRole('dialog', { name: 'Report this card' });
  await form.getByRole('radio', { name: 'Spam' }).check();
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('An admin will look at it')).toBeVisible();

  const desk = await (await browser.newContext({ baseURL })).newPage();
  await startSignedIn(desk, desk.request, admin);
  await desk.goto('/mod');
  const link = desk.getByRole('link', { name: new RegExp(card.title) });
  await link.focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('article', { name: `Case: ${card.title}` })).toBeVisible();
  expect(await axeViolations(desk)).toEqual([]);
  await link.focus();
  await desk.keyboard.press('h');
  const reasons = desk.getByRole('dialog', { name: 'Hide' });
  await reasons.getByRole('textbox', { name: 'Reason' }).fill('It is an advertisement.');
  await reasons.getByRole('button', { name: 'Hide' }).click();
  await expect(reasons).toBeHidden();

  await page.goto(card.path);
  await expect(page.getByRole('heading', { name: card.title })).toBeHidden();

  const home = await (await browser.newContext({ baseURL })).newPage();
  await startSignedIn(home, home.request, owner);
  await home.goto(card.path);
  await expect(home.getByText('It is an advertisement.')).toBeVisible();
  await home.getByRole('link', { name: 'Read the reasons, or appeal' }).click();
  await home.getByRole('button', { name: 'Appeal' }).click();
  const reason = home.getByRole('textbox', { name: /Why is the decision wrong/ });
  await expect(reason).toBeFocused();
  await home.getByRole('button', { name: 'Cancel' }).click();
  await expect(home.getByRole('button', { name: 'Appeal' })).toBeFocused();
  await home.keyboard.press('Enter');
  await reason.fill('I gave them away.');
  await home.getByRole('button', { name: 'Send appeal' }).click();
  await expect(home.getByText('You have appealed.')).toBeVisible();
  await expect(home.getByText('Your appeal is sent.')).toBeVisible();
  await expect(home.getByRole('article').filter({ hasText: 'You have appealed.' })).toBeFocused();
  expect(await axeViolations(home)).toEqual([]);

  for (const { colorScheme, width } of memberAxeSettings) {
    await desk.setViewportSize({ width, height: 740 });
    await desk.emulateMedia({ colorScheme });
    for (const path of ['/mod?state=appealed', `/mod/user/${owner.userId}`]) {
      await desk.goto(path);
      await expect(desk.getByRole('link', { name: new RegExp(card.title) }).first()).toBeVisible();
      expect.soft(await axeViolations(desk), path).toEqual([]);
    }
  }
});

test('a visitor reports a page from the footer', async ({ page }) => {
  const card = await publish(await newCreator());
  await page.goto(card.path);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('textbox', { name: /Address of what you report/ })).toHaveValue(card.path);
  await page.getByRole('radio', { name: 'Copyright' }).check();
  await page.getByRole('textbox', { name: 'Your e-mail address' }).fill('passer-by@example.org');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('You will be told what became of it')).toBeVisible();
});
