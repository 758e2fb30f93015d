import sql, { raw } from 'sql-template-tag';
import type { Db } from '#db/pool.ts';
import type { Storage } from '#domains/storage/storage.ts';

/**
 * Every table with one of these texts in any column of any type, including the planner's statistics, and
 * every stored file with one in its name or bytes. Reads the catalog, so that new tables are included.
 */
export async function findTraces(
  { db, storage }: { db: Db; storage: Storage },
  needles: readonly (string | Buffer)[],
): Promise<string[]> {
  const texts = needles.filter((needle) => typeof needle === 'string');
  const found: string[] = [];
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    union all
    select format('%I.%I', schemaname, matviewname) from pg_matviews
    union all
    select 'pg_stats'
    order by name`);
  for (const { name } of tables) {
    const rows = await db.query<{ needle: string }>(sql`
      select distinct needle
      from ${raw(name)} as held, unnest(${texts}::text[]) as needle
      where strpos(lower(held::text), lower(needle)) > 0
      order by needle`);
    found.push(...rows.map(({ needle }) => `${name}: ${needle}`));
  }
  for (const key of await storage.list('photos')) {
    const bytes = Buffer.from((await storage.get(key)) ?? []);
    for (const needle of needles) {
      if (key.includes(String(needle)) || bytes.includes(needle)) found.push(`file ${key}`);
    }
  }
  return found;
}
