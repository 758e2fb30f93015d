import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startCluster, type WorkerSetup } from '#cluster.ts';

// Usage: node cluster-primary.ts <behaviour of each worker, in order: "kill" before it listens, "serve",
// "refuse" or "busy">
// Writes the port once all workers listen, or the error.

const file = fileURLToPath(new URL('cluster-worker.ts', import.meta.url));
const setup = { config: { behaviours: process.argv.slice(2) }, databaseUrl: '' } as unknown as WorkerSetup;
const cluster = startCluster(2, setup, pino({ level: 'silent' }), file);
process.once('SIGTERM', () => void cluster.stop(5_000).then(() => process.exit(0)));
cluster.listening.then(
  (port) => process.stdout.write(`${port}\n`),
  async (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    await cluster.stop(1_000);
    process.exit(1);
  },
);
