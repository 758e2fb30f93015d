import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { expect, test, untilHydrated } from '../support/journey.ts';
import { followEmailLink, sandboxedFrameError } from '../support/mailbox.ts';
import { member, newUser } from '../support/new-user.ts';
import type { Person } from '../support/people.ts';
import { forgetSession } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

/** A platform authenticator that always recognises its user. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const stored = () => cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const clear = () => cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  return {
    clear,
    stored,
    /** As a copy of the passkey that was made when its count was this. */
    async rewind(signCount: number) {
      const { credentials } = await stored();
      await clear();
      for (const credential of credentials) {
        await cdp.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        });
      }
    },
  };
}

/** Signs in through the form, so that the session can end. */
async function openSecurity(page: Page, person: Person) {
  await page.goto('/login?returnUrl=%2Fset%3Ftab%3Dsecurity');
  await submitSignInForm(page, person);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
}

const isSignedIn = (page: Page) => expect(page).toHaveURL(/\/terms$/);

async function openLogin(page: Page) {
  await forgetSession(page);
  await page.goto('/login?returnUrl=%2Fterms');
}

async function expectNoViolations(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page), colorScheme).toEqual([]);
  }
}

test.use({ expectedErrors: [new RegExp(`status of 400|${sandboxedFrameError.source}`)] });

test('a member protects the account with a passkey, and comes in by it or by a recovery code', async ({
  page,
  baseURL,
}) => {
  const person = await member(baseURL ?? '');
  const authenticator = await addAuthenticator(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openSecurity(page, person);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const factors = main.getByRole('list', { name: 'Your second factors' }).getByRole('listitem');
  await expect(factors).toHaveText([/My laptop.*Passkey/]);
  const { credentials } = await authenticator.stored();
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await main.getByRole('button', { name: 'Make recovery codes' }).click();
  const created = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  const codes = created.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = await codes.first().innerText();
  await expectNoViolations(page);
  await created.getByRole('button', { name: 'I have kept them' }).click();
  await expectNoViolations(page);

  await openLogin(page);
  const byPasskey = main.getByRole('button', { name: 'Sign in with a passkey' });
  await byPasskey.click();
  await isSignedIn(page);
  await openLogin(page);
  await submitSignInForm(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
  await main.getByRole('button', { name: 'Use my passkey' }).click();
  await isSignedIn(page);

  await authenticator.rewind(0);
  await openLogin(page);
  await byPasskey.click();
  await expect(main.getByRole('alert')).toContainText('could not be checked');
  await authenticator.clear();

  await submitSignInForm(page, person);
  await main.getByRole('button', { name: 'Use a recovery code' }).click();
  await main.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa-aaaa');
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(main.getByLabel('Recovery code')).toHaveAccessibleDescription(/did not match/);
  await expectNoViolations(page);
  await main.getByLabel('Recovery code').fill(code);
  await main.getByRole('button', { name: 'Continue' }).click();
  await isSignedIn(page);
});

test('a passkey that its owner has removed opens nothing', async ({ page, baseURL }) => {
  const person = await member(baseURL ?? '');
  await addAuthenticator(page);
  await openSecurity(page, person);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const factors = main.getByRole('list', { name: 'Your second factors' }).getByRole('listitem');
  await factors.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(factors).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();

  await openLogin(page);
  await main.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(main.getByRole('alert')).toContainText('does not belong to an account here');
  await submitSignInForm(page, person);
  await isSignedIn(page);
});

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app, `steps` half minutes from now (RFC 6238). */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash[19] ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

test('the keyboard alone sets up an authenticator app, signs in with it, and reports it as lost', async ({
  page,
  baseURL,
}) => {
  const person = await member(baseURL ?? '');
  await page.setViewportSize({ width: 360, height: 740 });
  await openSecurity(page, person);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add an authenticator app' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
  await dialog.getByText('I cannot scan it').press('Enter');
  await expectNoViolations(page);
  const secret = (await dialog.locator('.secret-key').innerText()).replaceAll(/\s/g, '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  const factors = main.getByRole('list', { name: 'Your second factors' }).getByRole('listitem');
  await expect(factors).toHaveText([/Authenticator app/]);

  await openLogin(page);
  await submitSignInForm(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByLabel('Code of your authenticator app')).toBeFocused();
  await expectNoViolations(page);
  // The code of this half minute was used for the set-up.
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await isSignedIn(page);

  await forgetSession(page);
  await page.goto('/rpr');
  await main.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rp$/);
  await followEmailLink(page, person.email, /\/rp\?rpt=/);
  await untilHydrated(page);
  await main.getByLabel('New password', { exact: true }).fill('a loud evening');
  await page.keyboard.press('Enter');
  await main.getByText('I have lost all of these').press('Enter');
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Remove them in 72 hours' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your factors will be removed' })).toBeFocused();
});

test('a new address is confirmed at both, and a change by somebody else is undone', async ({
  page,
  baseURL,
}) => {
  const person = await member(baseURL ?? '');
  const { email: newAddress } = newUser();
  await page.setViewportSize({ width: 360, height: 740 });
  await openSecurity(page, person);
  const main = page.getByRole('main');
  await main.getByLabel('New e-mail address').fill(newAddress);
  await main.getByRole('button', { name: 'Change address' }).click();
  await expect(main.getByText('We have written to your old and your new address.')).toBeVisible();

  await followEmailLink(page, newAddress, /\/ce\?t=/);
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'One address is confirmed' })).toBeFocused();
  await followEmailLink(page, person.email, /\/ce\?t=/);
  await main.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeFocused();

  await openLogin(page);
  await page.context().clearCookies();
  await submitSignInForm(page, { ...person, email: newAddress });
  await isSignedIn(page);
  await followEmailLink(page, newAddress, /\/nm\?t=/);
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is locked for now' })).toBeFocused();
  await openLogin(page);
  await submitSignInForm(page, { ...person, email: newAddress });
  await expect(main.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/do not belong/);
});
