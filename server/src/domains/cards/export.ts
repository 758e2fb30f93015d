import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import { jsonObject } from '#db/json.ts';
import type { Db } from '#db/pool.ts';
import { exportedMembers } from './columns.ts';

const item = raw(jsonObject({ ...exportedMembers, picture: 'photos.key' }));

/** A user's cards with everything they wrote, HTML and prompts included. */
export function exportCards(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select cards.id, photos.key as "photoKey", ${item}::text as item
    from cards left join photos on photos.id = cards.photo_id
    where owner_id = ${userId} and cards.id > ${afterId}
    order by cards.id
    limit 100`);
}
