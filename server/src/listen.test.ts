import { once } from 'node:events';
import { createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { checkAddress, listen } from './listen.ts';

const host = '127.0.0.1';

test('an address that cannot be had is explained in one sentence', async () => {
  const rival = createServer().listen(0, host);
  await once(rival, 'listening');
  const { port } = rival.address() as { port: number };
  await expect(checkAddress({ host, port })).rejects.toThrow(
    `Port ${port} is already taken by another program; end it, or set PORT to another number.`,
  );
  await expect(listen(Fastify(), { host, port })).rejects.toThrow(/^Port \d+ is already taken/);
  rival.close();
  // Reserved for documentation: no machine has it.
  await expect(checkAddress({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'HOST must be an address of this machine, not “192.0.2.1”.',
  );
});
