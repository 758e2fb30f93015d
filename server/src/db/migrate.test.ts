import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeCard, makeChain, makeSubject, makeUser } from '#test/factories.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { describeSchema } from './schema.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

describe('migrating', () => {
  let test: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    test = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'gyan-migrations-'));
    const files = {
      '9001-first.sql': 'create table firsts (id int); insert into firsts values (1);',
      '9002-long.sql': 'create table seconds (id int); insert into seconds values (1); select pg_sleep(2);',
      '9003-last.sql': 'create table thirds (id int); insert into thirds values (1);',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });
  afterEach(async () => {
    await test.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const done = async () => {
    const rows = await test.db.query<{ name: string }>(
      sql`select name from migrations where name like '9%' order by name`,
    );
    return rows.map(({ name }) => name);
  };

  /** Waits until a process is inside the second file. */
  const halfway = async () => {
    const sleeping = () =>
      test.db.query(sql`
        select 1 as one from pg_stat_activity
        where datname = current_database() and application_name = 'gyan migrate' and wait_event = 'PgSleep'`);
    await expect.poll(sleeping, { timeout: 10_000, interval: 20 }).toEqual([{ one: 1 }]);
  };

  const all = ['9001-first.sql', '9002-long.sql', '9003-last.sql'];

  it('that is killed in the middle leaves nothing behind, and the next start does everything once', async () => {
    const program = `import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url).href)};
      await migrate(${JSON.stringify(test.directUrl)}, ${JSON.stringify(folder)});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    await halfway();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await done()).toEqual([]);
    expect(await migrate(test.directUrl, folder)).toEqual(all);
    expect(
      await test.db.query(sql`
        select (select count(*) from firsts) as firsts, (select count(*) from seconds) as seconds, (select count(*) from thirds) as thirds`),
    ).toEqual([{ firsts: 1, seconds: 1, thirds: 1 }]);
    expect(await migrate(test.directUrl, folder)).toEqual([]);
  });

  it('tries again after a deadlock', async () => {
    await test.db.query(sql`create sequence tries`);
    await writeFile(
      join(folder, '9002-long.sql'),
      `create table seconds (id int);
       do $$ begin if nextval('tries') < 3 then raise exception 'deadlock' using errcode = '40P01'; end if; end $$;`,
    );
    expect(await migrate(test.url, folder)).toEqual(all);
    expect(await done()).toEqual(all);
  });

  it('by several processes at once happens once, and readiness waits for it', async () => {
    const runs = Promise.all([
      migrate(test.directUrl, folder),
      migrate(test.directUrl, folder),
      migrate(test.directUrl, folder),
    ]);
    await halfway();
    expect(await pendingMigrations(test.db.pool, folder)).toEqual(all);
    expect((await runs).flat()).toEqual(all);
    expect(await pendingMigrations(test.db.pool, folder)).toEqual([]);
  });

  it('stops at a file that fails, with nothing done, and does everything once it is corrected', async () => {
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id int); select nonsense;');
    await expect(migrate(test.url, folder)).rejects.toThrow('Migration 9002-long.sql failed');
    expect(await done()).toEqual([]);
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id int);');
    expect(await migrate(test.url, folder)).toEqual(all);
  });

  it('refuses a file that was changed after it ran', async () => {
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id int);');
    await migrate(test.url, folder);
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id bigint);');
    await expect(migrate(test.url, folder)).rejects.toThrow(
      'Migration 9002-long.sql was changed after it ran; restore it and write the change as a migration with a new number.',
    );
  });

  it('refuses two files with one number, and a name without one', async () => {
    await writeFile(join(folder, '9002-other.sql'), 'select 1');
    await expect(migrate(test.url, folder)).rejects.toThrow(
      'Migrations 9002-long.sql and 9002-other.sql have the same number; give one of them the next free one.',
    );
    await rm(join(folder, '9002-other.sql'));
    await writeFile(join(folder, 'other.sql'), 'select 1');
    await expect(migrate(test.url, folder)).rejects.toThrow('other.sql must be named like 0001-words.sql.');
  });

  describe('with functions', () => {
    const writeFunction = (name: string, body: string, first = '') =>
      writeFile(
        join(folder, 'functions', `${name}.sql`),
        `${first}create or replace function ${name}() returns integer language sql return ${body};`,
      );
    const outcome = async () => {
      const [row] = await test.db.query<{ value: number }>(sql`select a_sum() as value`);
      return row?.value;
    };
    beforeEach(async () => {
      await mkdir(join(folder, 'functions'));
      await writeFile(
        join(folder, '9002-long.sql'),
        '-- needs: z_part\ncreate table seconds (id int default z_part());',
      );
      await writeFunction('a_sum', 'z_part() + 1', '-- needs: z_part\n');
      await writeFunction('z_part', '1');
    });

    it('creates each before it is needed, and again when its file changes', async () => {
      const [first = '', second = '', third = ''] = all;
      const functions = ['functions/z_part.sql', 'functions/a_sum.sql'];
      expect(await migrate(test.url, folder)).toEqual([first, functions[0], second, third, functions[1]]);
      expect(await outcome()).toBe(2);
      await writeFunction('z_part', '5');
      expect(await migrate(test.url, folder)).toEqual(['functions/z_part.sql']);
      expect(await outcome()).toBe(6);
      expect(await migrate(test.url, folder)).toEqual([]);
    });

    it('keeps the functions of a newer version when an older one starts again', async () => {
      await migrate(test.url, folder);
      await rm(join(folder, '9003-last.sql'));
      await writeFunction('z_part', '5');
      expect(await migrate(test.url, folder)).toEqual([]);
      expect(await outcome()).toBe(2);
    });
  });
});

describe('an older process beside a migration', () => {
  /** The baseline creates all tables. */
  const firstAfterBaseline = '0020';

  it('loses nothing it knows: no step takes away, renames or narrows what is there', async () => {
    const takesAway =
      /\bdrop\s+(?:table|column|view|type|domain|function|sequence|schema)\b|\brename\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+(?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot\s+null\b/i;
    for (const text of [
      'alter table cards drop column title',
      'alter table cards rename to posts',
      'alter table cards alter column id type text',
      'alter table cards add column mood text not null',
    ]) {
      expect(text).toMatch(takesAway);
    }
    expect('alter table cards add column mood text not null default 0').not.toMatch(takesAway);
    // Only other functions, triggers and the benchmarks call these, no server.
    const internal = new Set([
      ...['card', 'chain', 'subject'].flatMap((kind) => [`record_${kind}_like`, `end_${kind}_like`]),
      'begin_great',
      'rebuild_activity',
      'acts',
      'search_words_in',
      'name_words',
      'slips',
      'search_bucket',
    ]);
    const names = (await readdir(migrations)).filter(
      (file) => file.endsWith('.sql') && file >= firstAfterBaseline,
    );
    for (const name of names) {
      const text = (await readFile(join(migrations, name), 'utf8')).replaceAll(/--.*$/gm, '');
      // The previous version does not use columns that this file adds.
      const added = new Set([...text.matchAll(/\badd\s+column\s+(\w+)/gi)].map(([, column]) => column));
      const narrowed = text
        .replaceAll(/\balter\s+column\s+(\w+)\s+(?:type|set\s+not\s+null)\b/gi, (step, column) =>
          added.has(column) ? '' : step,
        )
        .replaceAll(/\bdrop\s+(?:function|view)\s+if\s+exists\s+([^;]+);/gi, (step, list: string) =>
          list.split(',').every((one) => internal.has(one.replace('()', '').trim())) ? '' : step,
        );
      expect({ name, found: takesAway.exec(narrowed)?.[0] }).toEqual({ name, found: undefined });
    }
  });

  it('goes on answering while tables get wider, and is done with its own statements as they are', async () => {
    const gyan = await startApp();
    const folder = await mkdtemp(join(tmpdir(), 'gyan-migrations-'));
    try {
      const { token } = await gyan.signedIn({ role: 'kCreator' });
      const postId = await makeCard(gyan.db);
      const tables = ['users', 'cards', 'comments', 'card_likes', 'sessions', 'chains', 'subjects'];
      await writeFile(
        join(folder, '9001-wider.sql'),
        tables.map((table) => `alter table ${table} add column later text not null default '';`).join('\n'),
      );
      const write = (index: number) =>
        Promise.all([
          gyan.request('/r/post_like', { method: 'PUT', token, body: { postId, liked: index % 2 === 0 } }),
          gyan.request('/r/comment', { method: 'POST', token, body: { postId, rawText: `Words ${index}` } }),
          gyan.request('/r/post', { method: 'POST', token, form: { statusText: `Words ${index}` } }),
          gyan.request(`/r/post?postId=${postId}`, { token }),
          gyan.request('/r/feed', { token }),
          gyan.request('/subjects'),
        ]);
      const statuses: number[] = [];
      const migrated = new AbortController();
      const writing = (async () => {
        for (let index = 0; index < 5 || !migrated.signal.aborted; index += 1) {
          statuses.push(...(await write(index)).map(({ status }) => status));
        }
        statuses.push(...(await write(0)).map(({ status }) => status));
      })();
      await sleep(100);
      try {
        await migrate(gyan.deps.databaseUrl, folder);
      } finally {
        migrated.abort();
        await writing;
      }
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await rm(folder, { recursive: true, force: true });
      await gyan.close();
    }
  });
});

describe('the schema of a new database', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  it('is the one that reviews see in schema.txt', async () => {
    const lines = await describeSchema(test.db.pool);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(migrations, 'schema.txt'));
  });

  it('has one file for each function and view, named after it', async () => {
    const rows = await test.db.query<{ name: string }>(sql`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select viewname from pg_views where schemaname = 'public'
      order by name`);
    const files = await readdir(join(migrations, 'functions'));
    expect(files.toSorted()).toEqual(rows.map(({ name }) => `${name}.sql`).toSorted());
  });
});

describe('a database with search keys of a former version', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  it('gets keys and words computed again', async () => {
    const ownerId = await makeUser(test.db, { firstName: 'Anne', lastName: 'Cities' });
    await makeCard(test.db, { title: 'Of a theory', tags: ['solar_system'], ownerId });
    const stored = sql`
      select keys::text, search_keys::text, array(select word from search_words order by word) as words
      from search_documents, users`;
    const before = await test.db.query(stored);
    await test.db.query(sql`update search_documents set keys = '#solar_system'`);
    await test.db.query(sql`delete from search_words`);
    await test.db.query(sql`delete from migrations where name = '0039-search-words.sql'`);
    expect(await migrate(test.url, migrations)).toEqual(['0039-search-words.sql']);
    expect(await test.db.query(stored)).toEqual(before);
  });

  it('gets keys with marked names computed by the current function', async () => {
    const ownerId = await makeUser(test.db, { firstName: 'Anne', lastName: 'Cities' });
    await makeCard(test.db, { title: 'Of a theory', ownerId });
    const stored = sql`select keys::text from search_documents`;
    const before = await test.db.query(stored);
    const former = `create or replace function search_keys(title text, tags text[], body text, owner_name text)
      returns tsvector language sql immutable as $$ select array_to_tsvector(array['@anne', 'theory']) $$`;
    await test.db.pool.query(former);
    await test.db.query(sql`update search_documents set keys = searchable.keys from searchable`);
    await test.db.query(
      sql`update migrations set checksum = 'former' where name = 'functions/search_keys.sql'`,
    );
    await test.db.query(sql`delete from migrations where name = '0042-names-as-words.sql'`);
    expect(await migrate(test.url, migrations)).toEqual([
      'functions/search_keys.sql',
      '0042-names-as-words.sql',
    ]);
    expect(await test.db.query(stored)).toEqual(before);
  });
});

describe('a database from before the baseline', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    await makeCard(test.db, { title: 'Glaciers carve' });
    await makeChain(test.db, { title: 'Glaciers' });
    await makeSubject(test.db, { title: 'Ice' });
    await test.db.pool.query(
      await readFile(new URL('../../test/before-baseline.sql', import.meta.url), 'utf8'),
    );
  });
  afterEach(() => test.drop());

  it('is adopted with its content, and becomes like a new one', async () => {
    const ran = await migrate(test.url, migrations);
    expect(ran).toContain('0015-search.sql');
    expect(ran).not.toContain('0007-cards.sql');
    expect((await describeSchema(test.db.pool)).join('\n')).toBe(
      (await readFile(join(migrations, 'schema.txt'), 'utf8')).trimEnd(),
    );
    expect(
      await test.db.query(sql`
        select title from search_documents join cards using (id) where kind = 3 and keys @@ 'glaciers'`),
    ).toEqual([{ title: 'Glaciers carve' }]);
    expect(await test.db.query(sql`select count(*) as amount from search_documents`)).toEqual([
      { amount: 3 },
    ]);
    expect(await migrate(test.url, migrations)).toEqual([]);
  });

  it('is refused, and left as it is, if its schema differs', async () => {
    const before = await describeSchema(test.db.pool);
    await test.db.query(sql`alter table cards add column mood text`);
    await expect(migrate(test.url, migrations)).rejects.toThrow(
      'The database cannot be adopted: it has, unexpectedly, “column cards.mood text”.',
    );
    await test.db.query(sql`alter table cards drop column mood`);
    expect(await describeSchema(test.db.pool)).toEqual(before);
    await test.db.query(sql`drop index cards_of_owner_by_age`);
    await expect(migrate(test.url, migrations)).rejects.toThrow(
      'it lacks “index CREATE INDEX cards_of_owner_by_age',
    );
  });

  it('is refused if it is older than the version right before', async () => {
    await test.db.query(sql`delete from migrations where name = '0035-demo-accounts.sql'`);
    await expect(migrate(test.url, migrations)).rejects.toThrow(
      'The last migration of this database is 0034-activity-as-of.sql, and only databases that end with 0035-demo-accounts.sql can be adopted.',
    );
  });
});
