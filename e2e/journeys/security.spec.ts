import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { member } from '../support/new-user.ts';
import { startSignedIn } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

/** A platform authenticator that always recognises its user. Returns how to remove what it has stored. */
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
  return () => cdp.send('WebAuthn.clearCredentials', { authenticatorId });
}

const leave = (page: Page) => page.evaluate(() => localStorage.clear());

test.use({ expectedErrors: [/status of 400/] });

test('a member protects the account with a passkey, and comes in by it or by a recovery code', async ({
  page,
  request,
  baseURL,
}) => {
  const person = await member(baseURL ?? '');
  const loseKeys = await addAuthenticator(page);
  await startSignedIn(page, request, person);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/set?tab=security');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const factors = main.getByRole('list', { name: 'Your second factors' }).getByRole('listitem');
  await expect(factors).toHaveText([/My laptop.*Passkey/]);

  await main.getByRole('button', { name: 'Make recovery codes' }).click();
  const created = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  const codes = created.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = await codes.first().innerText();
  expect(await axeViolations(page)).toEqual([]);
  await created.getByRole('button', { name: 'I have kept them' }).click();

  const ownButton = page.getByRole('banner').getByRole('button', { name: person.firstName });
  await leave(page);
  await page.goto('/login?returnUrl=%2Fterms');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await leave(page);
  await page.goto('/login?returnUrl=%2Fterms');
  await submitSignInForm(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await expect(page).toHaveURL(/\/terms$/);

  await loseKeys();
  await leave(page);
  await page.goto('/login?returnUrl=%2Fterms');
  await submitSignInForm(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await main.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa-aaaa');
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(main.getByLabel('Recovery code')).toHaveAccessibleDescription(/did not match/);
  expect(await axeViolations(page)).toEqual([]);
  await main.getByLabel('Recovery code').fill(code);
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(ownButton).toBeVisible();
});
