import type { Config } from '#config.ts';
import { migrate } from '#db/migrate.ts';
import { migrationsFolder } from '#deps.ts';
import { migrateJobs } from '#jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openApp, type TestApp } from './open-app.ts';

export type { RequestOptions, TestApp, TestResponse } from './open-app.ts';

/** The whole server with its own database and storage folder. */
export async function startApp(
  overrides: Partial<Config> = {},
  { databaseUrl, ...options }: { pages?: boolean; databaseUrl?: string } = {},
): Promise<TestApp> {
  const database = databaseUrl ? await migrated(databaseUrl) : await createTestDatabase();
  const access = {
    databaseDirectUrl: database.access.pooled ? database.directUrl : undefined,
    databasePrepared: database.access.prepared ?? true,
  };
  const gyan = await openApp(database.url, { ...access, ...overrides }, options);
  return {
    ...gyan,
    async close() {
      await gyan.close();
      await database.drop();
    },
  };
}

/** A database that the caller creates and drops. */
async function migrated(url: string): Promise<Omit<TestDatabase, 'db'>> {
  await migrate(url, migrationsFolder);
  await migrateJobs(url);
  return { url, directUrl: url, access: {}, drop: async () => {} };
}
