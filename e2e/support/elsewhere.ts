import type { Browser, Page } from '@playwright/test';
import { listenForFaults } from './journey.ts';
import { ask, type NamedMember, namedMember, signInFromElsewhere } from './named-member.ts';

/** Somebody with a browser of their own, signed in. */
export interface Neighbour extends NamedMember {
  userId: number;
  token: string;
  page: Page;
  /** Everything their browser complained about. */
  faults: string[];
}

/** A new member in a browser of their own; their context ends with the journey's browser. */
export async function neighbour(browser: Browser, site: string): Promise<Neighbour> {
  const person = await namedMember(site);
  const answer = await signInFromElsewhere(site, person);
  const { authToken, userModel } = (await answer.json()) as {
    authToken: string;
    userModel: { userId: number };
  };
  // Past the pages that new people are led to.
  await Promise.all(
    ['r/updatetopicspageshowntime', 'r/updateinvitepageshowntime'].map((path) =>
      ask(site, 'PUT', path, { token: authToken }),
    ),
  );
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.addInitScript(
    (record) => {
      if (!localStorage.getItem('userData')) localStorage.setItem('userData', record);
    },
    JSON.stringify({ authdata: authToken, userModel }),
  );
  return { ...person, userId: userModel.userId, token: authToken, page, faults: listenForFaults(page) };
}
