import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** A user's API tokens, without secrets or their hashes. */
export function exportTokens(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'id', id, 'name', name, 'scope', scope, 'createdAt', created_at, 'lastUsedAt', last_used_at
      )::text as item
    from api_tokens
    where user_id = ${userId} and id > ${afterId}
    order by id
    limit 100`);
}
