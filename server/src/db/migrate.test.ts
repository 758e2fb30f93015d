import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeCard } from '#test/factories.ts';
import { migrate, pendingMigrations } from './migrate.ts';

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

  it('that is killed in the middle leaves whole steps behind, and the next start does the rest once', async () => {
    const program = `import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url).href)};
      await migrate(${JSON.stringify(test.url)}, ${JSON.stringify(folder)});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    await expect.poll(done, { timeout: 10_000, interval: 20 }).toEqual(['9001-first.sql']);
    await sleep(200);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Whoever starts next waits for what the dead one's connection still holds, and for nothing else.
    expect(await migrate(test.url, folder)).toEqual(['9002-long.sql', '9003-last.sql']);
    expect(
      await test.db.query(sql`
        select (select count(*) from firsts) as firsts, (select count(*) from seconds) as seconds, (select count(*) from thirds) as thirds`),
    ).toEqual([{ firsts: 1, seconds: 1, thirds: 1 }]);
    expect(await migrate(test.url, folder)).toEqual([]);
  });

  it('tries again where it waits in a circle with those who go on', async () => {
    await test.db.query(sql`create sequence tries`);
    await writeFile(
      join(folder, '9002-long.sql'),
      `create table seconds (id int);
       do $$ begin if nextval('tries') < 3 then raise exception 'in a circle' using errcode = '40P01'; end if; end $$;`,
    );
    expect(await migrate(test.url, folder)).toEqual(['9001-first.sql', '9002-long.sql', '9003-last.sql']);
    expect(await done()).toHaveLength(3);
  });

  it('by several processes at once happens once, and readiness waits for it', async () => {
    const all = Promise.all([
      migrate(test.url, folder),
      migrate(test.url, folder),
      migrate(test.url, folder),
    ]);
    await expect.poll(done, { timeout: 10_000, interval: 20 }).toEqual(['9001-first.sql']);
    expect(await pendingMigrations(test.db.pool, folder)).toEqual(['9002-long.sql', '9003-last.sql']);
    const ran = (await all).flat();
    expect(ran.toSorted()).toEqual(['9001-first.sql', '9002-long.sql', '9003-last.sql']);
    expect(await pendingMigrations(test.db.pool, folder)).toEqual([]);
  });

  it('stops at a step that fails, with nothing of it done, and goes on from there once it is put right', async () => {
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id int); select nonsense;');
    await expect(migrate(test.url, folder)).rejects.toThrow('Migration 9002-long.sql failed');
    expect(await done()).toEqual(['9001-first.sql']);
    await writeFile(join(folder, '9002-long.sql'), 'create table seconds (id int);');
    expect(await migrate(test.url, folder)).toEqual(['9002-long.sql', '9003-last.sql']);
  });
});

describe('an older process beside a migration', () => {
  /** No release contains the migrations before this one. */
  const firstOfARelease = '0037';

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
    for (const name of (await readdir(migrations)).filter((file) => file >= firstOfARelease)) {
      const text = (await readFile(join(migrations, name), 'utf8')).replaceAll(/--.*$/gm, '');
      // What a step adds, nobody knows before it.
      const added = new Set([...text.matchAll(/\badd\s+column\s+(\w+)/gi)].map(([, column]) => column));
      const narrowed = text.replaceAll(
        /\balter\s+column\s+(\w+)\s+(?:type|set\s+not\s+null)\b/gi,
        (step, column) => (added.has(column) ? '' : step),
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
      const act = (index: number) =>
        Promise.all([
          gyan.ask('/r/post_like', { method: 'PUT', token, body: { postId, liked: index % 2 === 0 } }),
          gyan.ask('/r/comment', { method: 'POST', token, body: { postId, rawText: `Words ${index}` } }),
          gyan.ask('/r/post', { method: 'POST', token, form: { statusText: `Words ${index}` } }),
          gyan.ask(`/r/post?postId=${postId}`, { token }),
          gyan.ask('/r/feed', { token }),
          gyan.ask('/subjects'),
        ]);
      const statuses: number[] = [];
      const migrated = new AbortController();
      const acting = (async () => {
        for (let index = 0; index < 5 || !migrated.signal.aborted; index += 1) {
          statuses.push(...(await act(index)).map(({ status }) => status));
        }
        statuses.push(...(await act(0)).map(({ status }) => status));
      })();
      await sleep(100);
      try {
        await migrate(gyan.deps.databaseUrl, folder);
      } finally {
        migrated.abort();
        await acting;
      }
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await rm(folder, { recursive: true, force: true });
      await gyan.close();
    }
  });
});
