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
  const contact = page.getByRole('tabpanel', { name: 'Contact us' });
  await contact.getByRole('textbox', { name: 'First name' }).fill('Noor');
  await page.getByRole('tab', { name: 'Give feedback' }).click();
  const feedback = page.getByRole('tabpanel', { name: 'Give feedback' });
  for (const label of ['Name', 'E-mail', 'Message']) {
    const mark = feedback.getByText(label, { exact: true }).filter({ visible: true });
    const content = await mark.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(content, `${label} is marked as required`).toContain('*');
  }
  await feedback.getByRole('button', { name: 'Send feedback' }).click();
  await expect(feedback.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(
    'Message needs to be specified',
  );
  await expect(alertOf(page)).toContainText('Message needs to be specified');
  await feedback.getByRole('textbox', { name: 'Name' }).fill('Noor');
  await feedback.getByRole('textbox', { name: 'Message' }).fill(message);
  await feedback.getByRole('button', { name: 'Send feedback' }).click();
  await expect(feedback.getByText('Feedback submitted successfully.')).toBeVisible();
  await expect(feedback.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await expect(feedback.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(feedback.getByText('Feedback submitted successfully.')).toBeHidden();

  await page.getByRole('tab', { name: 'Contact us' }).click();
  await expect(contact.getByRole('textbox', { name: 'First name' })).toHaveValue('Noor');
  await contact.getByRole('textbox', { name: 'Message' }).fill(`Do you visit schools? ${message}`);
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
