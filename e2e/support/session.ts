import type { APIRequestContext, Page } from '@playwright/test';
import type { Person } from './people.ts';

/** Signs in by API and stores the session in the page before it loads. */
export async function arriveSignedIn(page: Page, request: APIRequestContext, person: Person) {
  const answer = await request.post('/api/v1/login', {
    data: { emailId: person.email, password: person.password },
  });
  if (!answer.ok()) throw new Error(`${person.email} cannot sign in: ${await answer.text()}`);
  const { authToken, userModel } = await answer.json();
  await page.addInitScript(
    (record) => localStorage.setItem('userData', record),
    JSON.stringify({ authdata: authToken, userModel }),
  );
}
