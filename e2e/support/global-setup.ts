import { demoKeyIn } from './demo-key.ts';
import { startSite } from './site.ts';

/**
 * One real site for all journeys, on its own database with the demo content; or one that runs already and has the demo, whose address is
 * `GYAN_URL`. `GYAN_STORAGE` is the address of its storage, as its configuration has it, and `GYAN_DEMO_KEY` the key in the link of its
 * start line.
 */
export default async function globalSetup() {
  if (process.env.GYAN_URL) return () => {};
  const site = await startSite();
  process.env.GYAN_URL = site.url;
  process.env.GYAN_STORAGE = site.storage;
  process.env.GYAN_DEMO_KEY = demoKeyIn(site.startLine);
  return () => site.stop();
}
