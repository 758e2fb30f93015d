import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { migrateJobs } from '../../server/src/jobs/runner.ts';
import { startOutside } from '../../server/test/fuzz/outside.ts';
import { openApp, type TestApp } from '../../server/test/open-app.ts';
import type { Stage } from './proof.ts';

/** The server in this process, on an empty database of its own, with an outside world that is there and well. */
export async function openStageApp({ folder, opened }: Stage): Promise<TestApp> {
  const log = pino({ level: 'silent' });
  const database = await startEmbedded({ dataDir: join(folder, 'database'), log, durable: false });
  opened.defer(() => database.stop());
  const outside = await startOutside();
  opened.defer(() => outside.stop());
  await migrate(database.url, fileURLToPath(new URL('../../server/migrations', import.meta.url)));
  await migrateJobs(database.url);
  const gyan = await openApp(database.url, outside.config);
  opened.defer(() => gyan.close());
  return gyan;
}
