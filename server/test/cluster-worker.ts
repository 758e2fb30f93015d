import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { prepareShutdown } from '#shutdown.ts';
import { buildBusyApp } from './busy-app.ts';

// A minimal worker: it responds with its pid. A busy one drains before it ends.

const shutdown = {
  stopAccepting: async () => {},
  drain: async (_budgetMs: number) => {},
};

process.on(
  'message',
  (command: { setup?: { config: { behaviours: string[] } }; stopAccepting?: true; drain?: true }) => {
    if (command.stopAccepting)
      void shutdown.stopAccepting().then(() => process.send?.({ stoppedAccepting: true }));
    if (command.drain) void shutdown.drain(4_000).then(() => process.exit(0));
    if (!command.setup) return;
    const { behaviours } = command.setup.config;
    const behaviour = behaviours[(cluster.worker?.id ?? 1) - 1] ?? behaviours.at(-1);
    if (behaviour === 'kill') process.kill(process.pid, 'SIGKILL');
    else if (behaviour === 'refuse')
      process.send?.({ startFailure: { message: 'No room.', isSentence: true } });
    else if (behaviour === 'busy') {
      const app = buildBusyApp();
      Object.assign(shutdown, prepareShutdown(app));
      void app.listen({ port: 0, host: '127.0.0.1' });
    } else createServer((_, response) => response.end(String(process.pid))).listen(0, '127.0.0.1');
  },
);
