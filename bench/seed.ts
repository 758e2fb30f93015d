import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';

/** Row counts; likes and comments are spread over the cards. */
export interface BenchSizes {
  people: number;
  cards: number;
  chains: number;
  subjects: number;
  likes: number;
  comments: number;
  /** Pairs of users, besides the thousand connections of each of the first five. */
  connections: number;
  /** Distinct texts used by cards and comments. */
  texts: number;
}

export const benchSizes: BenchSizes = {
  people: 10_000,
  cards: 200_000,
  chains: 20_000,
  subjects: 4_000,
  likes: 1_000_000,
  comments: 500_000,
  connections: 95_000,
  texts: 20_000,
};

/** Run one after the other in one session. */
export const seedFiles = ['seed.sql', 'seed-learning.sql'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const migrations = fileURLToPath(new URL('../server/migrations', import.meta.url));

/** Fills an empty database; takes minutes. */
export async function seedBenchmark(url: string, sizes: BenchSizes = benchSizes): Promise<void> {
  await migrate(url, migrations);
  const client = new pg.Client({ connectionString: url, application_name: 'gyan bench seed' });
  await client.connect();
  try {
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from users) as empty');
    if (!rows[0]?.empty) throw new Error('The database to measure in has to be empty.');
    for (const file of seedFiles) {
      const text = await readFile(file, 'utf8');
      await client.query(
        text.replaceAll(/\{(\w+)\}/g, (_, name: keyof BenchSizes) => {
          if (sizes[name] === undefined) throw new Error(`${file} asks for ${name}, which has no size.`);
          return String(sizes[name]);
        }),
      );
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
