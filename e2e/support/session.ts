import type { APIRequestContext, Page } from '@playwright/test';
import type { Person } from './people.ts';

/** Starts the journey as somebody who has signed in before. */
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
