import type { Page } from '@playwright/test';
import { alertOf, expect, test, untilHydrated } from '../support/journey.ts';
import { followEmailLink, sandboxedFrameError } from '../support/mailbox.ts';
import { newUser, registered } from '../support/new-user.ts';
import { forgetSession } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

test.use({ expectedErrors: [sandboxedFrameError] });

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

async function signUp(page: Page, person: ReturnType<typeof newUser>) {
  await field(page, 'First name').fill(person.firstName);
  await field(page, 'Last name').fill(person.lastName);
  await field(page, 'E-mail').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await untilHydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
}

test('somebody signs up, corrects the address, follows the mail, meets people, and is in the feed', async ({
  page,
}) => {
  const person = newUser();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  // The landing page has other forms.
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  const mistyped = person.email.replace('noor', 'nor');
  await signUp(page, { ...person, email: mistyped });
  await expect(page).toHaveURL(/\/ve$/);
  await expect(page.getByRole('main').getByText(mistyped, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Correct the address' }).click();
  await expect(field(page, 'First name')).toHaveValue(person.firstName);
  await field(page, 'E-mail').fill(person.email);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();

  await expect(page).toHaveURL(/\/ve$/);
  await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(alertOf(page)).toContainText('A new e-mail is on its way');
  await page.reload();
  await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Please verify email' })).toBeVisible();
  await expect(
    page.getByText(
      'We have sent an email to confirm your email address. Please click the link provided in the email.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'demo mailbox' })).toHaveAttribute(
    'href',
    '/demo/mailbox',
  );

  await followEmailLink(page, person.email, /\/ve\?rt=/, 2);
  await expect(page).toHaveURL(/\/stv$/);
  await expect(page.getByRole('heading', { name: 'Choose topics' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/inv$/);
  await expect(page.getByRole('heading', { name: 'Grow' })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'People you may know' }).getByText('Makes great cards').first(),
    'not every list is empty',
  ).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('banner').getByRole('button', { name: person.firstName })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('article').first(),
    'nobody begins with nothing',
  ).toBeVisible();

  await forgetSession(page);
  await page.goto('/login');
  await submitSignInForm(page, person);
  await expect(page, 'who has seen both pages goes straight to the feed').toHaveURL(/\/feed$/);
});

test('every wrong field of the sign-up says so once beside itself, and in an alert for five seconds', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/register', { waitUntil: 'networkidle' });
  await page.clock.pauseAt(Date.now() + 60_000);
  const register = page.getByRole('main').getByRole('button', { name: 'Register' });
  await field(page, 'E-mail').fill('noor@home');
  await field(page, 'Password').fill('short');
  await register.click();
  await expect(alertOf(page)).toHaveText(
    /^First name is required\s*Invalid email address\s*Password should be atleast 6 characters$/,
  );
  await expect(field(page, 'First name')).toBeFocused();
  await expect(field(page, 'First name')).toHaveAccessibleDescription('First name is required');
  await expect(field(page, 'Last name'), 'only marked').toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Last name')).toHaveAccessibleDescription('');
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription('Invalid email address');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(
    /Password should be atleast 6 characters$/,
  );
  const copies = page.getByText('Invalid email address');
  await expect(copies).toHaveCount(2);
  await page.clock.runFor(5100);
  await expect(alertOf(page)).toHaveCount(0);
  await expect(copies).toHaveCount(1);

  await field(page, 'E-mail').fill('noor@home.example');
  await expect(field(page, 'E-mail')).not.toHaveAttribute('aria-invalid');
  await field(page, 'First name').fill('Noor');
  await field(page, 'Password').fill('a long evening');
  await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid');
  await register.click();
  await expect(field(page, 'Last name')).toBeFocused();
  await expect(alertOf(page), 'nothing to say').toHaveCount(0);
});

test('what was typed before the page is hydrated is still there', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/entry-client/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/register', { waitUntil: 'commit' });
  await field(page, 'First name').fill('Noor');
  const register = page.getByRole('main').getByRole('button', { name: 'Register' });
  await register.click();
  await expect(page, 'a press too early puts nothing into the address').toHaveURL(/\/register$/);
  release();
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription('Invalid email address');
  await expect(field(page, 'First name')).toHaveValue('Noor');
  await expect(field(page, 'First name')).not.toHaveAttribute('aria-invalid');
});

test('somebody unverified who signs in is asked to verify, and can have the mail sent again', async ({
  page,
  baseURL,
}) => {
  const person = await registered(baseURL ?? '');
  await page.goto('/login');
  await submitSignInForm(page, person);
  await expect(page).toHaveURL(/\/ve$/);
  await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible();
  await page.goto('/feed');
  await expect(page, 'nothing else is open to them').toHaveURL(/\/ve$/);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(alertOf(page)).toContainText('A new e-mail is on its way');
  await followEmailLink(page, person.email, /\/ve\?rt=/, 2);
  await expect(page).toHaveURL(/\/stv$/);
});

test.describe('a link that was used', () => {
  test.use({ expectedErrors: [new RegExp(`status of 400|${sandboxedFrameError.source}`)] });

  test('says so kindly to whoever it has already let in, and to a stranger', async ({ page, baseURL }) => {
    const person = await registered(baseURL ?? '');
    await followEmailLink(page, person.email, /\/ve\?rt=/);
    await expect(page).toHaveURL(/\/stv$/);
    await followEmailLink(page, person.email, /\/ve\?rt=/);
    await expect(alertOf(page)).toBeVisible();
    await page.getByRole('link', { name: 'Go on' }).click();
    await expect(page).toHaveURL(/\/stv$/);

    await forgetSession(page);
    await followEmailLink(page, person.email, /\/ve\?rt=/);
    await expect(page.getByRole('heading', { name: 'Verifying email' })).toBeVisible();
    await expect(alertOf(page)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});
