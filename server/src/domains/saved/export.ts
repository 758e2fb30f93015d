import sql from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import type { Db } from '#db/pool.ts';

export function exportSavedItems(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_strip_nulls(json_build_object('cardId', card_id, 'chainId', chain_id, 'subjectId', subject_id,
      'savedAt', saved_at, 'lists', (
        select json_agg(saved_lists.title order by saved_lists.title)
        from saved_list_items join saved_lists on saved_lists.id = list_id
        where item_id = saved_items.id
      )))::text as item
    from saved_items where user_id = ${userId} and id > ${afterId} order by id limit 500`);
}

export function exportSavedLists(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select id, json_build_object('title', title, 'createdAt', created_at)::text as item
    from saved_lists where user_id = ${userId} and id > ${afterId} order by id limit 500`);
}
