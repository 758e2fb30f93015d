import type { Page } from '@playwright/test';
import { axeViolations } from '../support/axe.ts';
import { demoLink } from '../support/demo-key.ts';
import { alertOf, expect, test } from '../support/journey.ts';
import { tokenOf } from '../support/named-member.ts';
import { openOtherMember } from '../support/other-member.ts';
import { admin, type Person, regular } from '../support/people.ts';

const importButton = (page: Page) => page.getByRole('button', { name: 'Import Google contacts' });

async function importAs(page: Page, name: string) {
  await page.goto(demoLink());
  await page.goto('/inv');
  await importButton(page).click();
  await page.getByRole('button', { name }).click();
  await expect(page).toHaveURL(/\/inv\?tab=invite$/);
}

async function saveAsContact(site: string, owner: Person, email: string) {
  const form = new FormData();
  form.set('google_contacts_data', JSON.stringify([{ emailAddresses: [{ value: email }] }]));
  const answer = await fetch(new URL('/api/v1/r/import_google_contacts', site), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(site, owner)}` },
    body: form,
  });
  expect(answer.status).toBe(200);
}

test('contacts come from Google, are invited, suggested and forgotten', async ({ browser, baseURL }) => {
  const { page, email } = await openOtherMember(browser, baseURL ?? '');
  await saveAsContact(baseURL ?? '', admin, email);
  const authRequest = page.waitForRequest(/\/demo\/openid\/auth\?/);
  const sent = page.waitForRequest(/import_google_contacts/);
  await importAs(page, regular.firstName);
  expect(new URL((await authRequest).url()).searchParams.get('scope')).toContain('/auth/contacts.readonly');
  expect((await sent).postData(), 'no telephone number leaves the browser').not.toContain('+33');
  await expect(page.getByText('11 contacts are imported.')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('google'))),
    'the key to the address book is kept nowhere',
  ).toEqual([]);

  const contacts = page.getByRole('list', { name: 'Your contacts' });
  const nadia = contacts.getByRole('listitem').filter({ hasText: 'Nadia Benali' });
  await expect(nadia).toContainText('nadia.benali@example.com');
  expect(await axeViolations(page)).toEqual([]);
  await nadia.getByRole('button', { name: /^Invite / }).click();
  const invited = nadia.getByRole('button', { name: /^Invited / });
  await expect(invited).toHaveAttribute('aria-disabled', 'true');

  await page.route('**/r/invite', (route) =>
    route.fulfill({
      status: 503,
      json: { type: 'about:blank', title: '', status: 503, code: 'unavailable', detail: 'We are resting.' },
    }),
  );
  const ravi = contacts.getByRole('listitem').filter({ hasText: 'Ravi Menon' });
  await ravi.getByRole('button').click();
  await expect(page.getByRole('log')).toContainText(
    'ravi.menon@example.com was not invited. We are resting.',
  );
  await expect(ravi.getByRole('button', { name: /^Invite / })).not.toHaveAttribute('aria-disabled', 'true');

  await page.goto('/conns?tab=sent');
  await expect(page.getByRole('list', { name: 'Sent' })).toContainText('nadia.benali@example.com');
  await page.goto('/inv?tab=connect');
  const suggested = page.getByRole('list', { name: 'People you may know' }).getByRole('listitem');
  // Of the members among the contacts, only those who have this address too.
  const mutual = suggested.filter({ hasText: 'Among your contacts' });
  await expect(mutual).toHaveCount(1);
  await expect(mutual).toContainText(admin.firstName);
  await suggested
    .first()
    .getByRole('button', { name: /^Send Connection Request/ })
    .click();
  await expect(suggested.first().getByRole('button', { name: /^Sent Connection Request/ })).toBeVisible();

  await page.goto('/inv');
  await page.getByRole('button', { name: 'Forget my contacts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget my contacts' }).click();
  await expect(page.getByText("We don't have any contacts to show you at this time.")).toBeVisible();
});

test('who turns back at Google, or is refused there, is told so and can try again', async ({
  browser,
  baseURL,
}) => {
  const { page } = await openOtherMember(browser, baseURL ?? '');
  await importAs(page, 'Cancel');
  await expect(alertOf(page)).toContainText('You stopped before Google showed us your contacts.');
  await page.route('**/demo/people/**', (route) => route.fulfill({ status: 403, json: {} }));
  await importAs(page, regular.firstName);
  await expect(alertOf(page)).toContainText('Google did not let us read your contacts.');
  await expect(importButton(page)).toBeVisible();
});
