import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInByApi } from '../support/named-member.ts';
import { member } from '../support/new-user.ts';
import type { Person } from '../support/people.ts';
import { ratioOf } from '../support/pictures.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

/** Opens a page with the session already stored. */
async function openSettings(page: Page, tab: string) {
  await page.goto(`/set?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const notification = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

async function expectFeedWith(page: Page, text: string | RegExp) {
  await expect(page).toHaveURL(/\/feed$/);
  await expect(notification(page, text)).toBeVisible();
}

/** Signs in through the form, so that the stored session can change. */
async function signedIn(page: Page, site: string | undefined): Promise<Person> {
  const person = await member(site ?? '');
  await page.goto('/login?returnUrl=%2Fterms');
  await submitSignInForm(page, person);
  await expect(page).toHaveURL(/\/terms$/);
  return person;
}

test('a new name is everywhere at once', async ({ page, baseURL }) => {
  await signedIn(page, baseURL);
  await openSettings(page, 'name');
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: 'Save name' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('First name is required').first()).toBeVisible();
  await expect(main.getByText('Last name is required').first()).toBeVisible();

  await page.getByLabel('First name').fill('Amina');
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expectFeedWith(page, 'Your name is now Amina Okafor.');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Amina' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Amina' })).toBeVisible();
});

test('a new password opens the door and the old one no longer does', async ({ page, baseURL }) => {
  const person = await signedIn(page, baseURL);
  await openSettings(page, 'password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password is required').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password should be atleast 6 characters').first()).toBeVisible();

  await page.getByLabel('New password', { exact: true }).fill('seven green kites');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectFeedWith(page, /Your password is changed/);
  const login = (password: string) => signInByApi(baseURL ?? '', { email: person.email, password });
  expect((await login(person.password)).status).toBe(400);
  expect((await login('seven green kites')).status).toBe(200);
});

test.describe('a sign-in of long ago', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('asks for the present password and keeps the new one', async ({ page, baseURL }) => {
    const person = await signedIn(page, baseURL);
    await openSettings(page, 'password');
    // The server's answer 15 minutes after sign-in; the next request reaches it.
    await page.route(
      '**/r/updateuserpasswd',
      (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'Please confirm your password',
            status: 403,
            code: 'reauth_required',
            detail: 'Please enter your current password.',
            fields: [{ field: 'currentPasswd', message: 'Please enter your current password.' }],
          },
        }),
      { times: 1 },
    );
    const fresh = page.getByLabel('New password', { exact: true });
    await fresh.fill('seven green kites');
    await page.getByRole('button', { name: 'Change password' }).click();
    const current = page.getByLabel('Current password', { exact: true });
    await expect(current).toBeVisible();
    await expect(current).toHaveAccessibleDescription(/Please enter your current password/);
    await expect(fresh).toHaveValue('seven green kites');

    const sent = page.waitForRequest('**/r/updateuserpasswd');
    await current.fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    expect((await sent).postDataJSON()).toEqual({
      passwd: 'seven green kites',
      currentPasswd: person.password,
    });
    await expectFeedWith(page, /Your password is changed/);
  });
});

test('a LinkedIn profile is checked, kept and shown again', async ({ page, baseURL }) => {
  await signedIn(page, baseURL);
  await openSettings(page, 'social');
  await page.getByRole('button', { name: 'Save profile link' }).click();
  await expect(page.getByText('LinkedIn profile is not provided').first()).toBeVisible();
  await page.getByLabel('LinkedIn profile').fill('linkedin.com/in/noor-haddad');
  await page.getByRole('button', { name: 'Save profile link' }).click();
  await expectFeedWith(page, /LinkedIn/);
  await openSettings(page, 'social');
  await expect(page.getByLabel('LinkedIn profile')).toHaveValue('https://linkedin.com/in/noor-haddad');
});

test('tags are shown as they will be kept, and kept so', async ({ page, baseURL }) => {
  await signedIn(page, baseURL);
  await page.goto('/utv');
  await page.getByRole('link', { name: 'Edit your tags' }).click();
  await expect(page).toHaveURL(/\/set\?tab=tags$/);
  await page.getByRole('textbox', { name: 'Tags' }).fill('#compsci genai #compsci');
  const chips = page.getByRole('list', { name: 'Your tags' }).getByRole('listitem');
  await expect(chips).toHaveText(['#compsci', '#genai']);
  const sent = page.waitForRequest(/updateusertags/);
  await page.getByRole('button', { name: 'Save tags' }).click();
  expect((await sent).postDataJSON()).toEqual({ tagVec: '#compsci #genai' });
  await expectFeedWith(page, 'Your tags are now #compsci #genai.');
  await openSettings(page, 'tags');
  await expect(page.getByRole('textbox', { name: 'Tags' })).toHaveValue('#compsci #genai');
});

/** A PNG drawn by the browser, wider than 4:3. */
async function createPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#b4500a';
      context.fillRect(0, 0, 800, 400);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

test('a photo is cut 4:3, sent, and shown in the top bar', async ({ page, baseURL }) => {
  await signedIn(page, baseURL);
  await openSettings(page, 'photo');
  const chooser = page.getByLabel('Choose a photo');
  await chooser.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByRole('alert').getByText('Invalid image type')).toBeVisible();

  const buffer = await createPicture(page);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const sent = page.waitForRequest('**/r/updateuserphoto');
  await page.getByRole('dialog').getByRole('button', { name: 'Use this photo' }).click();
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/);
  await expectFeedWith(page, 'Your photo is changed.');
  const avatar = page.getByRole('banner').getByRole('button', { name: 'Noor' }).locator('img');
  await expect(avatar).toHaveAttribute('src', /\/media\//);

  await openSettings(page, 'photo');
  const photo = page.getByRole('img', { name: /^You/ });
  await expect(photo).toBeVisible();
  await expect.poll(() => ratioOf(photo)).toBeCloseTo(4 / 3, 1);
});

test('a picture can be dropped or pasted', async ({ page, baseURL }) => {
  await signedIn(page, baseURL);
  await openSettings(page, 'photo');
  const base64 = (await createPicture(page)).toString('base64');
  const data = await page.evaluateHandle((text) => {
    const bytes = Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0);
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'me.png', { type: 'image/png' }));
    return transfer;
  }, base64);
  await page.getByText('Or drop one here, or paste one.').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('dialog', { name: 'Crop your photo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate((transfer) => {
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, cancelable: true }));
  }, data);
  await expect(page.getByRole('dialog', { name: 'Crop your photo' })).toBeVisible();
});

test('a phone finds the open tab in view @phone', async ({ page, request, baseURL }) => {
  await startSignedIn(page, request, await member(baseURL ?? ''));
  await openSettings(page, 'account');
  const tab = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(tab).toBeInViewport({ ratio: 1 });
});
