import type { Browser, Page } from '@playwright/test';
import { collectBrowserErrors } from './journey.ts';
import { callApi, type NamedMember, namedMember } from './named-member.ts';
import { storeSession } from './session.ts';

/** A signed-in member in a separate browser context. */
export interface OtherMember extends NamedMember {
  page: Page;
  /** Errors reported by their browser. */
  browserErrors: string[];
}

/** Creates a member and opens a page for them; the context is closed with the browser. */
export async function openOtherMember(browser: Browser, site: string): Promise<OtherMember> {
  const person = await namedMember(site);
  // Skip the pages shown to new members.
  await Promise.all(
    ['r/updatetopicspageshowntime', 'r/updateinvitepageshowntime'].map((path) =>
      callApi(site, 'PUT', path, { token: person.token }),
    ),
  );
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await storeSession(page, context.request, person.token);
  return { ...person, page, browserErrors: collectBrowserErrors(page) };
}
