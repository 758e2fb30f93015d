import { pino } from 'pino';
import { startEmbedded } from '#db/embedded.ts';

// A process that tests start and kill: it only holds the embedded database of the given folder.
const [, , dataDir = ''] = process.argv;
try {
  const { url, adopted } = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false });
  process.stdout.write(`${JSON.stringify({ url, adopted })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
}
