import type { Page } from '@playwright/test';
import { alertOf, expect, test } from '../support/journey.ts';
import { followEmailLink, sandboxedFrameError } from '../support/mailbox.ts';
import { callApi } from '../support/named-member.ts';
import { member, newUser } from '../support/new-user.ts';
import { type OtherMember, openOtherMember } from '../support/other-member.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

test.use({ expectedErrors: [sandboxedFrameError] });

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

async function invite({ page }: OtherMember, address: string) {
  await page.goto('/inv');
  await page.getByRole('textbox', { name: 'Invite by e-mail' }).fill(address);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('log')).toContainText(`Your invitation to ${address} is on its way.`);
}

async function isConnectedTo(page: Page, { fullName }: OtherMember) {
  await expect(page.getByText("You're now connected to:")).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: fullName })).toBeVisible();
}

test('somebody new follows an invitation, signs up by e-mail and is connected', async ({
  page,
  browser,
  baseURL,
}) => {
  const host = await openOtherMember(browser, baseURL ?? '');
  const guest = newUser();
  await invite(host, guest.email);

  await followEmailLink(page, guest.email, /\/aei\?t=/);
  await expect(page.getByText('Please sign up before accepting the request.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: host.fullName })).toBeVisible();
  await expect(page.getByText('invites you to Gyan')).toBeVisible();
  await expect(page.getByText('Gyan is a place to learn with pictures')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in with google' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign up with e-mail' }).click();
  await field(page, 'First name').fill(guest.firstName);
  await field(page, 'Last name').fill(guest.lastName);
  await field(page, 'E-mail').fill(guest.email);
  await field(page, 'Password').fill(guest.password);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/ve$/);
  await followEmailLink(page, guest.email, /\/ve\?rt=/);
  await expect(page, 'the way back is kept over the verification').toHaveURL(/\/aei\?t=/);
  await isConnectedTo(page, host);
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/\/stv$/);

  await host.page.goto('/conns');
  await expect(
    host.page.getByRole('list', { name: 'Connections' }).getByRole('link', { name: /Noor Haddad/ }),
  ).toBeVisible();
});

test('somebody who is here under another address accepts an invitation, and nobody else can after', async ({
  page,
  browser,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const [host, stranger, guest] = await Promise.all([
    openOtherMember(browser, site),
    openOtherMember(browser, site),
    member(site),
  ]);
  const otherAddress = newUser().email;
  await invite(host, otherAddress);
  await followEmailLink(page, otherAddress, /\/aei\?t=/);
  const link = page.url();
  await page.getByRole('main').getByRole('link', { name: 'Sign in with e-mail' }).click();
  await submitSignInForm(page, guest);
  await expect(page).toHaveURL(link);
  await isConnectedTo(page, host);
  await page.reload();
  await isConnectedTo(page, host);

  await stranger.page.goto(link);
  await expect(stranger.page.getByText('This link does not work any more')).toBeVisible();
  await expect(stranger.page.getByRole('main').getByRole('link', { name: 'My Network' })).toBeVisible();
});

test('a request is accepted from its letter, after signing in', async ({ page, browser, baseURL }) => {
  const site = baseURL ?? '';
  const [ana, bo] = await Promise.all([openOtherMember(browser, site), openOtherMember(browser, site)]);
  await callApi(site, 'POST', 'r/connreq', { body: { receivingUserId: bo.userId }, token: ana.token });
  await followEmailLink(page, bo.email, /\/acr\?t=/);
  await expect(page.getByText('Please sign in before accepting the request.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: ana.fullName })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in with google' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in with e-mail' }).click();
  await submitSignInForm(page, bo);
  await isConnectedTo(page, ana);
});

test('a link that has lost its end says so', async ({ page }) => {
  await page.goto('/acr');
  await expect(page.getByText('This address is not complete.')).toBeVisible();
  await expect(alertOf(page)).toHaveCount(0);
});
