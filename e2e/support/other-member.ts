import type { Browser, Page } from '@playwright/test';
import { listenForFaults } from './journey.ts';
import { callApi, type NamedMember, namedMember, signInByApi } from './named-member.ts';

/** A signed-in member in a separate browser context. */
export interface OtherMember extends NamedMember {
  userId: number;
  token: string;
  page: Page;
  /** Errors reported by their browser. */
  faults: string[];
}

/** Creates a member and opens a page for them; the context is closed with the browser. */
export async function openOtherMember(browser: Browser, site: string): Promise<OtherMember> {
  const person = await namedMember(site);
  const answer = await signInByApi(site, person);
  const { authToken, userModel } = (await answer.json()) as {
    authToken: string;
    userModel: { userId: number };
  };
  // Skip the pages shown to new members.
  await Promise.all(
    ['r/updatetopicspageshowntime', 'r/updateinvitepageshowntime'].map((path) =>
      callApi(site, 'PUT', path, { token: authToken }),
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
