import Fastify from 'fastify';

/** Each request keeps the event loop busy for three milliseconds. */
export function buildBusyApp() {
  const app = Fastify();
  app.get('/', async () => {
    const since = performance.now();
    while (performance.now() - since < 3);
    return 'busy';
  });
  return app;
}
