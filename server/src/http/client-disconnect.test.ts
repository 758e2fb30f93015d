import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { createLog } from '#deps.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { openLimiter } from './limits.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const body = '{"emailId":"gone@example.org","password":"quiet river"}';
const requests = {
  'a search': 'GET /api/v1/searchfeed?q=sun HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a sign-in': `POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
};

it.each([
  ['a search', []],
  ['a search', ['127.0.0.1']],
  ['a sign-in', []],
  ['a sign-in', ['127.0.0.1']],
] as const)(
  'a client that hangs up on %s leaves no error in the log (proxies: %j)',
  async (what, proxies) => {
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
    const { deps } = gyan;
    const config = { ...deps.config, trustedProxies: [...proxies] };
    const limiter = openLimiter(deps.db.pool, config.limits);
    const app = await buildApp({ ...deps, config, log, limiter }, { pages: false });
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    try {
      for (let client = 0; client < 30; client += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        socket.write(requests[what]);
        socket.resetAndDestroy();
      }
      await sleep(300);
      expect(lines).toEqual([]);
    } finally {
      await app.close();
    }
  },
);
