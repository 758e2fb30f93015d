import { startSite } from './site.ts';

/**
 * One real site for all journeys, on its own database with the demo content; or one that runs already and has the demo, whose address is
 * `GYAN_URL`.
 */
export default async function globalSetup() {
  if (process.env.GYAN_URL) return () => {};
  const site = await startSite();
  process.env.GYAN_URL = site.url;
  process.env.GYAN_STORAGE = site.storage;
  return () => site.stop();
}
