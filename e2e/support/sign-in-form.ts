import type { Page } from '@playwright/test';
import { untilHydrated } from './journey.ts';
import type { Person } from './people.ts';

/** Fills in the sign-in form of the page that is open, and sends it. */
export async function submitSignInForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await untilHydrated(page);
  await main.getByRole('button', { name: 'Login' }).click();
}
