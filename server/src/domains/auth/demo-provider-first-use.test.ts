import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { demoKeys } from './demo-keys.ts';

// A separate file, because other tests load the provider's library.
const publicUrl = 'http://localhost:3000';
let gyan: TestApp;

beforeAll(async () => {
  gyan = await startApp({ demo: true, publicUrl });
});
afterAll(() => gyan.close());

it('keeps nobody waiting while the first person signs in by it', async () => {
  const { linkKey } = await demoKeys(gyan.db).read();
  const query = new URLSearchParams({
    client_id: 'gyan-demo',
    redirect_uri: `${publicUrl}/login`,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: hash('sha256', 'verifier', 'base64url'),
    code_challenge_method: 'S256',
  });
  // Loads the HTTP client first, so that its cost is not measured.
  await gyan.request('/healthz');
  // CPU time of this thread, which blocks the event loop: unlike a delay it does not depend on the load of the machine.
  const before = process.threadCpuUsage();
  const answer = await gyan.request(`/demo/openid/auth?${query.toString()}`, {
    headers: { cookie: `demo-key=${linkKey}` },
  });
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.status).toBe(303);
  expect((user + system) / 1_000).toBeLessThan(150);
});
