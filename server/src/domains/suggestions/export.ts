import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

/** The suggestions that a user made. */
export function exportSuggestions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_strip_nulls(json_build_object('cardId', card_id, 'createdAt', created_at, 'title', title, 'text', text,
      'htmlDesc', html_desc, 'tags', tags, 'note', note, 'state', state, 'decidedAt', decided_at, 'answer', answer))::text as item
    from suggestions where owner_id = ${userId} and id > ${afterId} order by id limit 100`);
}

/** The suggestions of others that a user decided on, with the user's answers. */
export function exportDecisions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_strip_nulls(json_build_object('suggestionId', id, 'cardId', card_id, 'state', state,
      'decidedAt', decided_at, 'answer', answer))::text as item
    from suggestions where decided_by = ${userId} and id > ${afterId} order by id limit 100`);
}
