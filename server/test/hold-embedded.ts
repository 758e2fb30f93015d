import { pino } from 'pino';
import { startEmbedded } from '#db/embedded.ts';

// What the tests start and kill: an app that does nothing but hold the embedded database of the folder it is given.
const [, , dataDir = ''] = process.argv;
try {
  const { url, adopted } = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false });
  process.stdout.write(`${JSON.stringify({ url, adopted })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
}
