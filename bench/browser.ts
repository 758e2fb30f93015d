import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Response } from '@playwright/test';
import { signInByApi } from '../e2e/support/named-member.ts';
import type { Person } from '../e2e/support/people.ts';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });

/** The record of a signed-in user in the browser's storage. */
export async function sessionOf(url: string, { email, password }: Person): Promise<string> {
  const answer = await signInByApi(url, { email, password });
  const { authToken, userModel } = (await answer.json()) as { authToken: string; userModel: object };
  return JSON.stringify({ authdata: authToken, userModel });
}

/** Stores a session before pages load. */
export const addSession = (page: Page, session: string) =>
  page.addInitScript((record) => localStorage.setItem('userData', record), session);

/** Counts scripts from now on; the result gives their kilobytes, gzipped. */
export function measureScripts(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return async () => {
    const bodies = await Promise.all(scripts.map((script) => bodyOf(script, page)));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
  };
}

/** The browser may have evicted the body. Script URLs are immutable, so the script can be fetched again. */
async function bodyOf(script: Response, page: Page): Promise<Buffer> {
  try {
    return await script.body();
  } catch (cause) {
    const refetched = await page.request.get(script.url());
    if (!refetched.ok())
      throw new Error(`${script.url()} cannot be fetched: ${refetched.status()}.`, { cause });
    return refetched.body();
  }
}
