import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const open = (address: string) => fetch(new URL(address, gyan.url));

it.each(['/api/docs', '/api/docs/'])(
  'shows whoever opens %s a page to read the calls on',
  async (address) => {
    const page = await open(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    const script = html.match(/<script src="([^"]+)"/)?.[1] ?? 'none';
    const code = await open(new URL(script, page.url).href);
    expect(code.headers.get('content-type')).toBe('application/javascript; charset=utf-8');
    expect(await code.text()).toContain('createApiReference');
    const [document = 'none'] = html.match(/\/api\/v1\/openapi\.json/) ?? [];
    expect(await (await open(document)).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  },
);
