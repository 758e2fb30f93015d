import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

export function exportComments(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object(
        'id', id,
        'cardId', card_id,
        'text', text,
        'answerTo', answer_to,
        'createdAt', created_at,
        'editedAt', edited_at,
        'hidden', hidden_by is not null
      )::text as item
    from comments
    where owner_id = ${userId} and id > ${afterId}
    order by id
    limit 500`);
}
