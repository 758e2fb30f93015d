import { alertOf, expect, test } from '../support/journey.ts';
import { admin } from '../support/people.ts';
import { startSignedIn } from '../support/session.ts';

test('a visitor writes to us from the landing page, and an admin reads it', async ({
  page,
  browser,
  baseURL,
}) => {
  const message = `The moon card made my evening. ${Date.now()}`;
  await page.goto('/');
  await page.mouse.wheel(0, 20_000);
  const feedback = page.getByRole('region', { name: 'Give feedback' });
  for (const label of ['Name', 'E-mail', 'Message']) {
    const mark = feedback.getByText(label, { exact: true });
    const content = await mark.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(content, `${label} is marked as required`).toContain('*');
  }
  await feedback.getByRole('button', { name: 'Send feedback' }).click();
  await expect(feedback.getByLabel('Message')).toHaveAccessibleDescription('Message needs to be specified');
  await expect(alertOf(page)).toContainText('Message needs to be specified');
  await feedback.getByLabel('Name').fill('Noor');
  await feedback.getByLabel('Message').fill(message);
  await feedback.getByRole('button', { name: 'Send feedback' }).click();
  await expect(feedback.getByText('Feedback submitted successfully.')).toBeVisible();
  await expect(feedback.getByLabel('Name')).toHaveValue('');
  await expect(feedback.getByLabel('Message')).toHaveValue('');
  await expect(feedback.getByText('Feedback submitted successfully.')).toBeHidden();

  const contact = page.getByRole('region', { name: 'Contact us' });
  await contact.getByLabel('First name').fill('Noor');
  await contact.getByLabel('Message').fill(`Do you visit schools? ${message}`);
  await contact.getByRole('button', { name: 'Send message' }).click();
  await expect(contact.getByText('Message submitted successfully.')).toBeVisible();

  const office = await browser.newPage({ baseURL });
  await startSignedIn(office, office.request, admin);
  await office.goto('/ul?tab=feedback');
  const entries = office
    .getByRole('list', { name: 'Feedback' })
    .getByRole('listitem')
    .filter({ hasText: message });
  await expect(entries).toHaveText([/Contact.*Noor.*schools/s, /Feedback.*Noor/s]);
  await office.close();
});
