import cluster from 'node:cluster';
import { createServer } from 'node:http';

// An HTTP process of a fleet, without the product: it answers its own pid.

process.on(
  'message',
  (command: { order?: { config: { acts: string[] } }; closeDoor?: true; drain?: true }) => {
    if (command.closeDoor) process.send?.({ doorClosed: true });
    if (command.drain) process.exit(0);
    if (!command.order) return;
    const { acts } = command.order.config;
    const act = acts[(cluster.worker?.id ?? 1) - 1] ?? acts.at(-1);
    if (act === 'kill') process.kill(process.pid, 'SIGKILL');
    else if (act === 'refuse') process.send?.({ refusal: { message: 'No room.', isSentence: true } });
    else createServer((_, response) => response.end(String(process.pid))).listen(0, '127.0.0.1');
  },
);
