import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { findPostmaster } from '../server/src/db/embedded-postmaster.ts';
import { type BenchSizes, benchSizes, seedBenchmark, seedFiles } from './seed.ts';

const root = fileURLToPath(new URL('../.cache/bench', import.meta.url));
const migrations = fileURLToPath(new URL('../server/migrations', import.meta.url));
const generators = [fileURLToPath(new URL('seed.ts', import.meta.url)), ...seedFiles];

export interface BenchDatabase {
  url: string;
  postmasterPid: number;
  dataDir: string;
}

/** Embedded PostgreSQL with the test data, which is rebuilt when the generator or a migration changes. */
export async function openBenchDatabase(
  scale: number,
  started: AsyncDisposableStack,
): Promise<BenchDatabase> {
  const dataDir = join(root, `${scale}-${await fingerprint()}`);
  const filled = join(dataDir, 'filled');
  const isFilled = await readFile(filled).then(
    () => true,
    () => false,
  );
  if (!isFilled) {
    await removeOutdated(scale);
    await mkdir(dataDir, { recursive: true });
  }
  const database = await startEmbedded({
    dataDir,
    log: { info() {}, warn: console.warn, error: console.error },
  });
  started.defer(() => database.stop());
  if (!isFilled) {
    console.log('Creating the test data… (takes minutes, once)');
    const startedAt = performance.now();
    await seedBenchmark(database.url, sizesAt(scale));
    await writeFile(filled, '');
    console.log(`Created in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  } else await cleanUp(database.url);
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('The database is gone.');
  return { url: database.url, postmasterPid: postmaster.pid, dataDir };
}

/**
 * Removes what the undone writes of earlier runs left: ended activity, which the product deletes a day later, and dead
 * rows. They are the newest, which feeds and searches read first.
 */
async function cleanUp(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('delete from activity where ended_at is not null');
  await client.query('vacuum (analyze)');
  await client.end();
}

/** One user has about a thousand connections, which needs this many users. */
const fewestPeople = 3_000;

/** All texts are used at every scale, so that a word is as frequent in a small network as in a large one. */
function sizesAt(scale: number): BenchSizes {
  const sizes = Object.entries(benchSizes).map(([name, size]) => [name, Math.round(size * scale)]);
  const people = Math.max(fewestPeople, benchSizes.people * scale);
  return {
    ...(Object.fromEntries(sizes) as BenchSizes),
    people,
    connections: Math.round((benchSizes.connections / benchSizes.people) * people),
    texts: benchSizes.texts,
  };
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const scripts = (await readdir(migrations, { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => join(migrations, name));
  for (const file of [...generators, ...scripts]) hash.update(basename(file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/** Deletes outdated and unfinished databases of this scale, which take gigabytes. */
async function removeOutdated(scale: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (name.startsWith(`${scale}-`)) await rm(join(root, name), { recursive: true, force: true });
  }
}
