import { startSite } from './site.ts';

/** One real site for all journeys, on its own database with the demo content. */
export default async function globalSetup() {
  const site = await startSite();
  process.env.GYAN_URL = site.url;
  process.env.GYAN_STORAGE = site.storage;
  return () => site.stop();
}
