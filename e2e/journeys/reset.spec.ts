import { alertOf, expect, test } from '../support/journey.ts';
import { followEmailLink, sandboxedFrameError } from '../support/mailbox.ts';
import { member } from '../support/new-user.ts';
import { forgetSession } from '../support/session.ts';
import { submitSignInForm } from '../support/sign-in-form.ts';

test.use({ expectedErrors: [sandboxedFrameError] });

test('somebody who forgot the password sets a new one from the mail', async ({ page, baseURL }) => {
  const person = await member(baseURL ?? '');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/rpr$/);

  const main = page.getByRole('main');
  const email = main.getByLabel('E-mail', { exact: true });
  await main.getByRole('button', { name: 'Reset Password' }).click();
  await expect(email).toHaveAccessibleDescription('Invalid email address');
  await email.fill(person.email);
  await main.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/rp$/);
  await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();

  await followEmailLink(page, person.email, /\/rp\?rpt=/);
  const password = main.getByLabel('New password', { exact: true });
  const update = main.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(password).toHaveAccessibleDescription(/Password is required$/);
  await password.fill('short');
  await update.click();
  await expect(password).toHaveAccessibleDescription(/Password should be atleast 6 characters$/);
  await password.fill('a loud evening');
  await update.click();
  await expect(page, 'a newcomer is led on from here').toHaveURL(/\/stv$/);

  await forgetSession(page);
  await page.goto('/login');
  await submitSignInForm(page, { email: person.email, password: 'a loud evening' });
  await expect(page.getByRole('banner').getByRole('button', { name: person.firstName })).toBeVisible();
});

test.describe('a reset link that does not work', () => {
  test.use({ expectedErrors: [new RegExp(`status of 400|${sandboxedFrameError.source}`)] });

  test('says so under the button, keeps saying it beside the field, and offers another', async ({ page }) => {
    await page.clock.install();
    await page.goto('/rp?rpt=made-up', { waitUntil: 'networkidle' });
    await page.clock.pauseAt(Date.now() + 60_000);
    const main = page.getByRole('main');
    const password = main.getByLabel('New password', { exact: true });
    await password.fill('a loud evening');
    await main.getByRole('button', { name: 'Update Password' }).click();
    await expect(alertOf(page)).toBeVisible();
    const sentence = (await alertOf(page).innerText()).trim();
    const button = await main.getByRole('button', { name: 'Update Password' }).boundingBox();
    const alert = await alertOf(page).boundingBox();
    expect(alert?.y).toBeGreaterThan((button?.y ?? Number.POSITIVE_INFINITY) + (button?.height ?? 0) - 1);
    await expect(password).toHaveValue('');
    await page.clock.runFor(4900);
    await expect(alertOf(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(alertOf(page)).toHaveCount(0);
    await expect(password).toHaveAccessibleDescription(new RegExp(`${sentence}$`));
    await main.getByRole('link', { name: 'Ask for a new one' }).click();
    await expect(page).toHaveURL(/\/rpr$/);
  });
});
