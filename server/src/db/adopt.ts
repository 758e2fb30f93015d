import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { describeSchema } from './schema.ts';
import { StartError } from './start-error.ts';

/** The last migration before the baseline. */
const lastBefore = '0035-demo-accounts.sql';
/** The last file of the baseline. Files after it run on an adopted database like on any other. */
const lastOfBaseline = '0019-demo.sql';
/** The only file of the baseline that an adopted database needs: its tables are new. */
const searchFile = '0015-search.sql';

const dropFormerSearch = `
  drop trigger cards_are_found on cards;
  drop trigger cards_are_ranked on cards;
  drop trigger chains_are_found on chains;
  drop trigger chains_are_ranked on chains;
  drop trigger subjects_are_found on subjects;
  drop trigger subjects_are_ranked on subjects;
  drop trigger users_rename_their_works on users;
  drop table card_search, chain_search, subject_search, search_words;
  drop function index_card, index_chain, index_subject, index_works, rank_card, rank_chain, rank_subject, learn_search_words,
    find_newest_cards, find_newest_chains, find_newest_subjects, find_cards, find_chains, find_subjects,
    rank_cards, rank_chains, rank_subjects, ask_search, search_keys, search_words_in, without_makers,
    keys_in_stretch, search_stretch, search_bonus`;

/**
 * Prepares a database made by the migrations before the baseline, so that the files run on it as on any other. Returns
 * whether it did. Such a database has a table of migrations without checksums.
 */
export async function adopt(
  client: pg.Client,
  numbered: readonly { name: string; checksum: string }[],
): Promise<boolean> {
  const columns = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = to_regclass('migrations') and attnum > 0",
  );
  if (columns.rows.length === 0 || columns.rows.some(({ name }) => name === 'checksum')) return false;
  const last = await client.query<{ name: string }>('select max(name) as name from migrations');
  if (last.rows[0]?.name !== lastBefore) {
    throw new StartError(
      `The last migration of this database is ${last.rows[0]?.name}, and only databases that end with ${lastBefore} can be adopted.`,
    );
  }
  await client.query(dropFormerSearch);
  await client.query(`
    alter table migrations add column checksum text;
    delete from migrations;
    alter table migrations alter column checksum set not null`);
  for (const { name, checksum } of numbered.filter(
    ({ name }) => name <= lastOfBaseline && name !== searchFile,
  )) {
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  return true;
}

/** Fills what is new, and refuses a database that did not become like a new one. */
export async function finishAdoption(client: pg.Client, folder: string): Promise<void> {
  await client.query(
    'insert into search_documents (kind, id, keys) select kind, id, keys from searchable where is_public',
  );
  const expected = (await readFile(join(folder, 'schema.txt'), 'utf8')).trimEnd().split('\n');
  const found = await describeSchema(client);
  const missing = expected.find((line) => !found.includes(line));
  const unexpected = found.find((line) => !expected.includes(line));
  if (missing === undefined && unexpected === undefined) return;
  const difference = missing === undefined ? `has, unexpectedly, “${unexpected}”` : `lacks “${missing}”`;
  throw new StartError(`The database cannot be adopted: it ${difference}.`);
}
