import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, demoPeople } from '../../demo/people.ts';
import { demoKeyIn } from '../support/demo-key.ts';
import { expect, test } from '../support/journey.ts';
import { callApi, signInByApi } from '../support/named-member.ts';
import { type Site, type SiteOptions, startSite } from '../support/site.ts';

const unset = { DEMO: undefined, PUBLIC_URL: undefined };
const signInAs = (site: string, email: string) => signInByApi(site, { email, password: demoPassword });
const statusOf = async (url: string, cookie = '') =>
  (await fetch(url, { redirect: 'manual', headers: { cookie } })).status;

test('what somebody tried out alone is closed when the server listens for everybody', async () => {
  test.setTimeout(600_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'gyan-demo-'));
  const sites: Site[] = [];
  const start = async (env: SiteOptions['env']) => {
    const site = await startSite({ dataDir, env: { ...unset, ...env } });
    sites.push(site);
    return site;
  };
  try {
    const alone = await start({ WORKERS: '2', LOG_LEVEL: 'info' });
    const key = demoKeyIn(alone.startLine) ?? '';
    expect(alone.startLine).toContain(demoPassword);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const signedIn = await signInAs(alone.url, 'asha@gyan.example');
    const { authToken: token } = (await signedIn.json()) as { authToken: string };
    expect((await callApi(alone.url, 'GET', 'r/user', { token })).status).toBe(200);
    expect(await statusOf(`${alone.url}/demo/mailbox`)).toBe(403);
    expect(await statusOf(`${alone.url}/demo/mailbox?key=${key}`)).toBe(303);
    expect(await statusOf(`${alone.url}/demo/mailbox`, `demo-key=${key}`)).toBe(200);
    expect(await statusOf(`${alone.url}/demo/openid/auth`)).toBe(403);
    await alone.stop();
    expect(alone.output().split(key), 'the key is in the start line and nowhere else').toHaveLength(2);
    expect(alone.output()).not.toContain('DEMO=on where others can reach it');

    const open = await start({ HOST: '0.0.0.0' });
    expect(open.startLine).toMatch(
      /the demo is off · set SMTP_URL .*, SUPER_ADMIN_EMAIL .*, PUBLIC_URL .*DEMO=on/,
    );
    for (const { email } of demoPeople) expect((await signInAs(open.url, email)).status).toBe(400);
    expect((await callApi(open.url, 'GET', 'r/user', { token })).status).toBe(401);
    for (const path of ['/demo/mailbox', `/demo/mailbox?key=${key}`, '/demo/openid/auth']) {
      expect(await statusOf(open.url + path, `demo-key=${key}`)).toBe(404);
    }
    const google = await callApi(open.url, 'POST', 'glogin', { body: { googleJWT: 'a.b.c' } });
    expect(google.status).toBe(503);
    await open.stop();

    const withDemo = await start({ HOST: '0.0.0.0', DEMO: 'on' });
    expect((await signInAs(withDemo.url, 'asha@gyan.example')).status).toBe(200);
    await withDemo.stop();
    expect(withDemo.output().match(/DEMO=on where others can reach it/g)).toHaveLength(1);
    expect(demoKeyIn(withDemo.startLine), 'the link of before still works').toBe(key);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
    await rm(dataDir, { recursive: true, force: true });
  }
});

test.describe('without the link of the start', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('the Google button and the mailbox say how to get in', async ({ page }) => {
    const keyNeeded = page.getByRole('heading', { name: 'Open the demo link first' });
    await page.goto('/login');
    await page
      .getByRole('main')
      .getByRole('button', { name: /with google$/i })
      .click();
    await expect(keyNeeded).toBeVisible();
    await page.goto('/demo/mailbox');
    await expect(keyNeeded).toBeVisible();
    const fonts = () =>
      page.evaluate(async () =>
        [...(await document.fonts.ready)]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family.replaceAll('"', '')),
      );
    await expect.poll(fonts).toEqual(['Atkinson Hyperlegible Next', 'Fraunces']);
  });
});
