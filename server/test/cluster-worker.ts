import cluster from 'node:cluster';
import { createServer } from 'node:http';

// A minimal worker: it responds with its pid.

process.on(
  'message',
  (command: { setup?: { config: { behaviours: string[] } }; stopAccepting?: true; drain?: true }) => {
    if (command.stopAccepting) process.send?.({ stoppedAccepting: true });
    if (command.drain) process.exit(0);
    if (!command.setup) return;
    const { behaviours } = command.setup.config;
    const behaviour = behaviours[(cluster.worker?.id ?? 1) - 1] ?? behaviours.at(-1);
    if (behaviour === 'kill') process.kill(process.pid, 'SIGKILL');
    else if (behaviour === 'refuse')
      process.send?.({ startFailure: { message: 'No room.', isSentence: true } });
    else createServer((_, response) => response.end(String(process.pid))).listen(0, '127.0.0.1');
  },
);
