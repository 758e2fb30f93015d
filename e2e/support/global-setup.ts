import { demoKeyIn } from './demo-key.ts';
import { startSite } from './site.ts';

/**
 * Starts one site with the demo content for all journeys, or uses a running one: `GYAN_URL` is its address,
 * `GYAN_STORAGE` its `STORAGE_URL`, and `GYAN_DEMO_KEY` the key in the link of its start line.
 */
export default async function globalSetup() {
  if (process.env.GYAN_URL) return () => {};
  const site = await startSite();
  process.env.GYAN_URL = site.url;
  process.env.GYAN_STORAGE = site.storage;
  process.env.GYAN_DEMO_KEY = demoKeyIn(site.startLine);
  return () => site.stop();
}
