import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Order, startFleet } from '#cluster.ts';

// Usage: node fleet-primary.ts <what to do to each process, in order: "kill" before it listens, "serve" or "refuse">
// Writes the port once all listen, or why they do not.

const file = fileURLToPath(new URL('fleet-process.ts', import.meta.url));
const order = { config: { acts: process.argv.slice(2) }, databaseUrl: '' } as unknown as Order;
const fleet = startFleet(2, order, pino({ level: 'silent' }), file);
process.once('SIGTERM', () => void fleet.stop(1_000).then(() => process.exit(0)));
fleet.listening.then(
  (port) => process.stdout.write(`${port}\n`),
  async (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    await fleet.stop(1_000);
    process.exit(1);
  },
);
