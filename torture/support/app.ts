import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { migrateJobs } from '../../server/src/jobs/runner.ts';
import { startExternalServices } from '../../server/test/fuzz/external-services.ts';
import { openApp, type TestApp } from '../../server/test/open-app.ts';
import type { ScriptContext } from './torture-script.ts';

/** The server in this process, on an empty database, with test servers for all external services. */
export async function openTestApp({ folder, cleanup }: ScriptContext): Promise<TestApp> {
  const log = pino({ level: 'silent' });
  const database = await startEmbedded({ dataDir: join(folder, 'database'), log, durable: false });
  cleanup.defer(() => database.stop());
  const outside = await startExternalServices();
  cleanup.defer(() => outside.stop());
  await migrate(database.url, fileURLToPath(new URL('../../server/migrations', import.meta.url)));
  await migrateJobs(database.url);
  const gyan = await openApp(database.url, outside.config);
  cleanup.defer(() => gyan.close());
  return gyan;
}
