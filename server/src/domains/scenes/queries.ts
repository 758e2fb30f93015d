import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import type { ParsedScene } from './parse.ts';

/** The user who draws, and the card. */
export interface SceneEditor {
  userId: number;
  /** Undefined for a new card. */
  cardId?: number | undefined;
}

/**
 * A photo of this card or of the user, by its key: a picture of their cards and subjects, their own, or one
 * that they drew on. It cannot be deleted until the transaction ends.
 */
export async function lockUsablePhoto(
  tx: Transaction,
  key: string,
  { userId, cardId }: SceneEditor,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(sql`
    with own_cards as (
      select id, photo_id, scene_id from cards where owner_id = ${userId} or id = ${cardId ?? null}::bigint
    )
    select id from photos
    where key = ${key} and (
      exists (select from own_cards where own_cards.photo_id = photos.id)
      or exists (select from own_cards join scenes on scenes.id = own_cards.scene_id where scenes.photo_id = photos.id)
      or exists (select from own_cards join revisions on card_id = own_cards.id where revisions.photo_id = photos.id)
      or exists (
        select from own_cards join revisions on card_id = own_cards.id join scenes on scenes.id = revisions.scene_id
        where scenes.photo_id = photos.id)
      or exists (select from subjects where subjects.photo_id = photos.id and owner_id = ${userId})
      or exists (select from users where users.photo_id = photos.id and users.id = ${userId}))
    for key share of photos`);
  return row?.id;
}

export async function insertScene(
  tx: Transaction,
  { json, regions, altText, words }: ParsedScene,
  photoId: number | null,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into scenes (scene, regions, alt_text, words, photo_id)
    values (${json}::json, ${JSON.stringify(regions)}::json, ${altText}, ${words}, ${photoId})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

/** True if the stored scene has this text. */
export async function isSameScene(db: Db, id: number, json: string): Promise<boolean> {
  const rows = await db.query(sql`select from scenes where id = ${id} and scene::text = ${json}`);
  return rows.length > 0;
}

/** The image description made from a scene. */
export async function findAltText(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ altText: string }>(
    sql`select alt_text as "altText" from scenes where id = ${id}`,
  );
  return row?.altText;
}

/** Throws if a card or a revision still has it, by foreign key. Returns the photo it was drawn on. */
export async function deleteScene(tx: Transaction, id: number): Promise<number | null> {
  const [row] = await tx.query<{ photoId: number | null }>(
    sql`delete from scenes where id = ${id} returning photo_id as "photoId"`,
  );
  return row?.photoId ?? null;
}
