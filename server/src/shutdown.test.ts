import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildBusyApp } from '../test/busy-app.ts';
import { keepConnecting } from '../test/connecting-clients.ts';
import { listen } from './listen.ts';
import { prepareShutdown } from './shutdown.ts';

const host = '127.0.0.1';

async function send(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
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
  await send(port, '/quick', idle);
  const slow = send(port, '/slow', busy);
  await begun;

  const shutdown = prepareShutdown(app);
  await shutdown.stopAccepting();
  await expect(send(port, '/quick', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const meanwhile = await send(port, '/quick', idle);
  expect(meanwhile.statusCode).toBe(200);
  expect(meanwhile.headers.connection).toBe('keep-alive');

  const drained = shutdown.drain(5_000);
  await sleep(200);
  const answer = await send(port, '/quick', idle);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');

  release();
  expect((await slow).statusCode).toBe(200);
  await drained;
  idle.destroy();
  busy.destroy();
});

test('a connection that arrives while the server stops accepting is answered', async () => {
  const app = Fastify();
  app.get('/quick', async () => 'quick');
  const port = await listen(app, { host, port: 0 });
  const answers = Array.from({ length: 20 }, () => send(port, '/quick', new Agent()));
  // The operating system has completed the connections; the server has not accepted them yet.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await prepareShutdown(app).drain(5_000);
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

test('a busy server that stops accepting resets no connection', async () => {
  const app = buildBusyApp();
  const outcome = keepConnecting(await listen(app, { host, port: 0 }));
  await sleep(500);
  await prepareShutdown(app).drain(5_000);
  const { answered, errors } = await outcome;
  expect(errors).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});

test('draining does not wait for a client that keeps its connection open after its answer', async () => {
  const app = Fastify({ keepAliveTimeout: 65_000 });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    begin();
    await sleep(1_200);
    return 'slow';
  });
  const port = await listen(app, { host, port: 0 });
  const busy = new Agent({ keepAlive: true });
  const slow = send(port, '/slow', busy);
  await begun;
  const since = performance.now();
  await prepareShutdown(app).drain(9_000);
  expect((await slow).statusCode).toBe(200);
  expect(performance.now() - since).toBeLessThan(5_000);
  busy.destroy();
});

test('draining cuts off what does not end in time', async () => {
  const app = Fastify();
  app.get('/forever', () => new Promise(() => {}));
  const port = await listen(app, { host, port: 0 });
  const answer = send(port, '/forever', new Agent());
  await once(app.server, 'request');
  const since = performance.now();
  await Promise.all([
    prepareShutdown(app).drain(300),
    expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' }),
  ]);
  expect(performance.now() - since).toBeLessThan(5_000);
});
