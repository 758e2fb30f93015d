import { pino } from 'pino';
import { expect, it } from 'vitest';
import { refuseUndeclaredRoutes } from './serve.ts';
import { createHttpServer } from './server.ts';

it('the table of calls cannot be bypassed by a route of one’s own', async () => {
  const log = pino({ level: 'silent' });
  const app = await createHttpServer({ log, trustedProxies: [], shedsLoad: false });
  refuseUndeclaredRoutes(app);
  expect(() => app.get('/api/v1/everything', async () => ({}))).toThrow(/not declared in the contract/);
  expect(() => app.get('/api/v1/r/user', async () => ({}))).toThrow(/not declared in the contract/);
});
