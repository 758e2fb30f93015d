import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { migrateJobs } from '#jobs/runner.ts';
import { addressOf, command, dropDatabase } from './database-server.ts';
import { startPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for the tests' databases, and the template database. */
    testServer: { url: string; template: string; pooler: TestPooler | undefined };
  }
}

export interface TestPooler {
  /** The prefix of database URLs. */
  url: string;
  keepsPrepared: boolean;
}

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache/test-database', import.meta.url));

/**
 * One server and one migrated template for each project of the run; `TEST_DATABASE_URL` selects another server. With
 * `TEST_POOLER=1` the tests connect through a PgBouncer in transaction mode.
 */
export async function setup({ name, provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = `${process.pid}-${name}`;
  const server = given ? { url: given, end: async () => {} } : await startServer(join(cache, folder));
  const template = `gyan_template_${process.pid}_${name.replace('-', '_')}`;
  try {
    await command(server.url, `drop database if exists ${template}`);
    await command(server.url, `create database ${template}`);
    const url = addressOf(server.url, template);
    await migrate(url, migrations);
    await migrateJobs(url);
  } catch (error) {
    await server.end();
    throw error;
  }
  const pooler = process.env.TEST_POOLER
    ? await startPgBouncer(server.url, join(cache, `${folder}-pooler`))
    : undefined;
  provide('testServer', {
    url: server.url,
    template,
    pooler: pooler && { url: pooler.urlOf(''), keepsPrepared: pooler.keepsPrepared },
  });
  return async () => {
    await pooler?.stop();
    if (given) await dropDatabase(server.url, template);
    await server.end();
  };
}

async function startServer(dataDir: string) {
  await removeAbandoned();
  const log = pino({ level: 'warn' });
  const server = await startEmbedded({ dataDir, log, durable: false });
  return {
    url: server.url,
    async end() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops and deletes the server that a killed run left behind. */
async function removeAbandoned(): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    if (isAlive(Number.parseInt(name, 10))) continue;
    const dataDir = join(cache, name);
    const left = await startEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false }).catch(
      () => {},
    );
    await left?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
