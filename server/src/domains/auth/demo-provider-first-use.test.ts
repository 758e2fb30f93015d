import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { demoKeys } from './demo-keys.ts';

// A file of its own: others load the provider's library themselves.
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
  // What the client loads is not the server's.
  await gyan.ask('/healthz');
  // Processor time of this thread, which blocks the event loop: unlike a delay it does not depend on what else the machine does.
  const before = process.threadCpuUsage();
  const answer = await gyan.ask(`/demo/openid/auth?${query.toString()}`, {
    headers: { cookie: `demo-key=${linkKey}` },
  });
  const { user, system } = process.threadCpuUsage(before);
  expect(answer.status).toBe(303);
  expect((user + system) / 1_000).toBeLessThan(150);
});
