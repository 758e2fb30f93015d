import type { Page } from '@playwright/test';
import { newCreator, publish } from '../support/creator.ts';
import { dragMouse, drawingOf } from '../support/drawing.ts';
import { collectBrowserErrors, expect, test } from '../support/journey.ts';
import { createPicture } from '../support/pictures.ts';
import { startSignedIn, storeSession } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const photo = (page: Page) => drawingOf(page).locator('image');

/** Puts a picture on the real clipboard. */
async function copyPicture(page: Page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const base64 = (await createPicture(page)).toString('base64');
  await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const picture = new Blob([bytes], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  }, base64);
}

test('a drawing takes pictures and parts from the clipboard, and survives a crash and a sign-out', async ({
  page,
  request,
  context,
}) => {
  const creator = await newCreator();
  await startSignedIn(page, request, creator);
  await page.goto('/cp?tab=draw');
  await expect(drawingOf(page)).toBeVisible();
  await copyPicture(page);
  await page.getByRole('region', { name: 'Page', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(photo(page)).toBeVisible();
  const pasted = await photo(page).getAttribute('href');

  const buffer = await createPicture(page, '#a3221b');
  await page
    .getByLabel('Photo under the drawing')
    .setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer });
  await expect(photo(page)).not.toHaveAttribute('href', pasted ?? '');
  const chosen = (await photo(page).getAttribute('href')) ?? '';

  await button(page, 'Box').click();
  await dragMouse(page, [20, 20], [40, 40]);
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByRole('img', { name: 'Drawing with 2 parts' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+x');
  await expect(page.getByRole('img', { name: 'Drawing with 1 part' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await button(page, 'Ellipse').click();
  await dragMouse(page, [60, 60], [80, 80]);
  await expect(page.getByRole('img', { name: 'Drawing with 3 parts' })).toBeVisible();

  // Nothing runs when a tab crashes. Only the browser has the last changes.
  const address = page.url();
  expect(address).toMatch(/draft=\d+$/);
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  const browserErrors = collectBrowserErrors(next);
  await next.goto(address);
  await expect(next.getByRole('img', { name: 'Drawing with 3 parts' })).toBeVisible();
  await expect(photo(next)).toHaveAttribute('href', chosen);

  await button(next, 'Text').click();
  await dragMouse(next, [10, 80]);
  await next.keyboard.insertText('Autumn');
  await next.keyboard.press('Enter');
  await next.getByRole('banner').getByRole('button', { name: creator.firstName }).click();
  await next.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(next.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await next.goto('/login');
  await submitSignInForm(next, creator);
  await expect(next.getByRole('banner').getByRole('button', { name: creator.firstName })).toBeVisible();
  await next.goto(address);
  await expect(next.getByRole('img', { name: 'Drawing with 4 parts' })).toBeVisible();
  await expect(next.getByRole('button', { name: 'Text: Autumn' })).toBeVisible();
  expect(browserErrors).toEqual([]);
});

test('the picture of a card is labelled, and the labels are hidden and recalled; scripts in them never run', async ({
  page,
  request,
}) => {
  const creator = await newCreator();
  const photoBase64 = (await createPicture(page, '#dfe8d8')).toString('base64');
  const { path } = await publish(creator, { title: 'A leaf', photoBase64 });
  const ran: string[] = [];
  page.on('dialog', async (dialog) => {
    ran.push(dialog.message());
    await dialog.dismiss();
  });
  await storeSession(page, request, creator.token);
  await page.goto(path);
  await button(page, 'Edit').click();
  await button(page, 'Label this picture').click();
  const editor = page.getByRole('dialog', { name: 'Label this picture' });
  await editor.getByRole('button', { name: 'Label', exact: true }).click();
  const hostile = '</text><img src=x onerror=alert(1)><script>alert(2)</script>';
  for (const [index, text] of ['Vein', hostile, 'javascript:alert(3)'].entries()) {
    await dragMouse(page, [30, 25 + 25 * index], [65, 15 + 30 * index]);
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  }
  await expect(editor.getByRole('button', { name: `Label: ${hostile}` })).toBeVisible();
  await editor.getByRole('button', { name: 'Done' }).click();
  await button(page, 'Save').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(path);
  await expect(page.getByRole('img', { name: /^Diagram: picture, labelled Vein/ })).toBeVisible();
  await page.getByText('3 labels').click();
  await expect(page.getByRole('listitem').filter({ hasText: hostile })).toBeVisible();
  await button(page, 'Hide labels').click();
  const covers = page.getByRole('button', { name: /^Show label \d$/ });
  await expect(covers).toHaveCount(3);
  await covers.nth(1).click();
  await expect(button(page, `${hostile}: hide again`)).toBeVisible();
  await expect(covers).toHaveCount(2);
  expect(await page.locator('main script, main [onerror], main [onload]').count()).toBe(0);
  expect(ran).toEqual([]);
});
