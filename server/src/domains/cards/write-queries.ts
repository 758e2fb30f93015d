import sql, { raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { newSlug } from '#lib/slug.ts';
import {
  assignments,
  type CardContent,
  type CardRow,
  insertedColumns,
  insertedValues,
  type NewCard,
  selectedColumns,
} from './columns.ts';

export async function insertCard(tx: Transaction, card: NewCard): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into cards (url_text, score, ${insertedColumns})
    values (${newSlug(card.title)}, trending_score(0, 0, false, now()), ${insertedValues(card)})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const cardHere = (id: number) => sql`
  select ${selectedColumns} from cards join users as owner on owner.id = cards.owner_id and owner.leaving_at is null
  where cards.id = ${id}`;

export async function findCard(db: Db, id: number): Promise<CardRow | undefined> {
  const [row] = await db.query<CardRow>(cardHere(id));
  return row;
}

/** The same, and nobody likes, comments on, links, locks or changes it until the transaction ends. */
export async function lockCard(tx: Transaction, id: number): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(sql`${cardHere(id)} for update of cards`);
  return row;
}

/** Whether the viewer can see it; if so it stays until the transaction ends, while others may like it and comment on it. */
export async function holdCard(tx: Transaction, viewer: Viewer, id: number): Promise<boolean> {
  const rows = await tx.query(sql`
    with ${viewerTable(viewer)} ${cardHere(id)} and ${raw(isNotBlocked('cards.owner_id', fromViewerTable))}
    for key share of cards`);
  return rows.length > 0;
}

/** The address stays what it was, whatever the title becomes. */
export async function updateCard(tx: Transaction, id: number, card: CardContent): Promise<void> {
  await tx.query(sql`update cards set ${assignments(card)}, edited_at = now() where id = ${id}`);
}

/** The video of a card that is here and has no picture. */
export async function findBareVideo(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ video_id: string }>(sql`
    select cards.video_id from cards join users as owner on owner.id = cards.owner_id and owner.leaving_at is null
    where cards.id = ${id} and cards.video_id is not null and cards.photo_id is null`);
  return row?.video_id;
}

/** Nobody edited the card: its picture came late. */
export async function updatePhoto(tx: Transaction, id: number, photoId: number): Promise<void> {
  await tx.query(sql`update cards set photo_id = ${photoId} where id = ${id}`);
}

/** Makes a video of a card, or of a video a plain one. */
export async function updateVideo(tx: Transaction, id: number, videoId: string | null): Promise<void> {
  await tx.query(sql`
    update cards set video_id = ${videoId}, type = ${videoId === null ? 'kCustom' : 'kVideo'}, edited_at = now() where id = ${id}`);
}

export async function updateLock(tx: Transaction, id: number, locked: boolean): Promise<void> {
  await tx.query(sql`update cards set locked = ${locked} where id = ${id}`);
}

export async function updateQuality(tx: Transaction, id: number, great: boolean): Promise<void> {
  await tx.query(sql`
    update cards set great = ${great}, score = trending_score(like_count, comment_count, ${great}, created_at)
    where id = ${id}`);
}

/** Out of every chain, whose counts stay right, and away; likes and comments go with it. */
export async function deleteCard(tx: Transaction, id: number): Promise<void> {
  // In one order, so that two cards of the same chains do not wait for each other.
  await tx.query(sql`
    select from chains where id in (select chain_id from chain_cards where card_id = ${id})
    order by id for no key update`);
  await tx.query(sql`
    with unlinked as (delete from chain_cards where card_id = ${id} returning chain_id)
    update chains set card_count = card_count - 1 from unlinked where chains.id = unlinked.chain_id`);
  await tx.query(sql`delete from cards where id = ${id}`);
}
