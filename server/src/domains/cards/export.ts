import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import { jsonObject } from '#db/json.ts';
import type { Db } from '#db/pool.ts';
import { contentJson, exportedMembers } from './columns.ts';

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

const revision = raw(
  contentJson('revisions', {
    id: 'revisions.id',
    cardId: 'card_id',
    editedAt: 'revisions.created_at',
    picture: 'photos.key',
  }),
);

/** What a user's cards were before each of their edits. */
export function exportRevisions(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    select revisions.id, photos.key as "photoKey", ${revision}::text as item
    from revisions join cards on cards.id = card_id left join photos on photos.id = revisions.photo_id
    where cards.owner_id = ${userId} and revisions.id > ${afterId}
    order by revisions.id
    limit 100`);
}
