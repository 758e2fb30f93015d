import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestApp } from '#test/app.ts';

/** Detects any write between two calls: rows inserted, updated or deleted in any table, and stored files. */
export async function openFootprint(gyan: TestApp): Promise<() => Promise<string>> {
  const tables = await gyan.db.query<{ name: string }>({
    name: '',
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname not in ('pg_catalog', 'information_schema')
             -- The partitioned table itself reads its partitions.
             and format('%I.%I', schemaname, tablename)::regclass not in (select inhrelid from pg_inherits)
           order by 1`,
    values: [],
  });
  // Each written row contains its transaction id, and these ids grow.
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as rows, coalesce(max(xmin::text::bigint), 0) as newest from ${name}`,
    )
    .join(' union all ');
  const folder = fileURLToPath(gyan.deps.config.storageUrl);
  return async () => {
    const rows = await gyan.db.query<object>({
      name: 'footprint',
      text: `select name, rows::int, newest::text from (${text}) as tables order by name`,
      values: [],
    });
    const files = await readdir(folder, { recursive: true }).catch(() => []);
    return JSON.stringify([...rows, { files: files.length }]);
  };
}
