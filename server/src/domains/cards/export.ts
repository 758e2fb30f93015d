import sql, { raw } from 'sql-template-tag';
import type { ExportRow } from '#db/export.ts';
import { jsonObject } from '#db/json.ts';
import type { Db } from '#db/pool.ts';
import { contentJson, exportedMembers } from './columns.ts';

const item = raw(jsonObject({ ...exportedMembers, sceneId: 'cards.scene_id', picture: 'photos.key' }));

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

const scene = raw(
  jsonObject({ id: 'scenes.id', createdAt: 'scenes.created_at', picture: 'photos.key', scene: 'scene' }),
);

/** The scenes of a user's cards and of their revisions, with the pictures they were drawn on. A scene can be large. */
export function exportScenes(db: Db, userId: number, afterId: number): Promise<ExportRow[]> {
  return db.query<ExportRow>(sql`
    with used as (
      select scene_id from cards where owner_id = ${userId}
      union
      select revisions.scene_id from revisions join cards on cards.id = card_id where cards.owner_id = ${userId}
    )
    select scenes.id, photos.key as "photoKey", ${scene}::text as item
    from scenes left join photos on photos.id = scenes.photo_id
    where scenes.id in (select scene_id from used) and scenes.id > ${afterId}
    order by scenes.id
    limit 20`);
}
