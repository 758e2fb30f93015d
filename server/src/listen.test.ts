import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { checkAddress, listen, prepareLeaving } from './listen.ts';

const host = '127.0.0.1';

async function ask(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get({ host, port, path, agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

test('draining answers what has begun and what comes on an open connection, and accepts nothing new', async () => {
  const app = Fastify();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  app.get('/quick', async () => 'quick');
  app.get('/slow', async () => {
    begin();
    await released;
    return 'slow';
  });
  const port = await listen(app, { host, port: 0 });
  const idle = new Agent({ keepAlive: true });
  const busy = new Agent({ keepAlive: true });
  await ask(port, '/quick', idle);
  const slow = ask(port, '/slow', busy);
  await begun;

  const leaving = prepareLeaving(app);
  await leaving.closeDoor();
  await expect(ask(port, '/quick', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const meanwhile = await ask(port, '/quick', idle);
  expect(meanwhile.statusCode).toBe(200);
  expect(meanwhile.headers.connection).toBe('keep-alive');

  const drained = leaving.drain(5_000);
  await sleep(200);
  const late = await ask(port, '/quick', idle);
  expect(late.statusCode).toBe(200);
  expect(late.headers.connection).toBe('close');

  release();
  expect((await slow).statusCode).toBe(200);
  await drained;
  idle.destroy();
  busy.destroy();
});

test('whoever is at the door when it is to close is let in', async () => {
  const app = Fastify();
  app.get('/quick', async () => 'quick');
  const port = await listen(app, { host, port: 0 });
  const asked = Array.from({ length: 20 }, () => ask(port, '/quick', new Agent()));
  // The system has made their connections now, and nobody has looked.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await prepareLeaving(app).drain(5_000);
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
});

test('draining waits for nobody who has been answered meanwhile and keeps the connection', async () => {
  const app = Fastify({ keepAliveTimeout: 65_000 });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    begin();
    await sleep(1_200);
    return 'slow';
  });
  const port = await listen(app, { host, port: 0 });
  const busy = new Agent({ keepAlive: true });
  const slow = ask(port, '/slow', busy);
  await begun;
  const since = performance.now();
  await prepareLeaving(app).drain(9_000);
  expect((await slow).statusCode).toBe(200);
  expect(performance.now() - since).toBeLessThan(5_000);
  busy.destroy();
});

test('draining cuts off what does not end in time', async () => {
  const app = Fastify();
  app.get('/forever', () => new Promise(() => {}));
  const port = await listen(app, { host, port: 0 });
  const answer = ask(port, '/forever', new Agent());
  await once(app.server, 'request');
  const since = performance.now();
  await Promise.all([
    prepareLeaving(app).drain(300),
    expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' }),
  ]);
  expect(performance.now() - since).toBeLessThan(5_000);
});

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
