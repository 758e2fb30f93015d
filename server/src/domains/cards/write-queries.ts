import sql, { empty, raw } from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { takeFromEveryList } from '#db/ranked-list.ts';
import { chains } from '#domains/collections/collection.ts';
import { fromViewerTable, isNotBlocked, viewerTable } from '#domains/connections/view.ts';
import { isNotLeaving } from '#domains/users/view.ts';
import { isDraft, isReadable } from '#domains/visibility/view.ts';
import type { Viewer } from '#http/viewer.ts';
import { newSlug } from '#lib/slug.ts';
import {
  assignments,
  type CardEdit,
  type CardRow,
  inserted,
  type NewCard,
  selectedColumns,
} from './columns.ts';

/** The address of a draft says nothing about it; `updateCard` makes one from the title when it is published. */
const addressOf = ({ visibility, title }: CardEdit) => newSlug(visibility === 'draft' ? '' : title);

export async function insertCard(tx: Transaction, card: NewCard): Promise<number> {
  const { columns, values } = inserted(card);
  const [row] = await tx.query<{ id: number }>(sql`
    insert into cards (url_text, ${columns}) values (${addressOf(card)}, ${values})
    returning id`);
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

const selectCard = (id: number) => sql`
  select ${selectedColumns} from cards join users as owner on owner.id = cards.owner_id and owner.leaving_at is null
  where cards.id = ${id}`;

export async function findCard(db: Db, id: number): Promise<CardRow | undefined> {
  const [row] = await db.query<CardRow>(selectCard(id));
  return row;
}

/** The same if the viewer may open it. */
export async function findReadableCard(db: Db, viewer: Viewer, id: number): Promise<CardRow | undefined> {
  const [row] = await db.query<CardRow>(sql`
    with ${viewerTable(viewer)} ${selectCard(id)} and ${raw(isReadable('cards', fromViewerTable))}`);
  return row;
}

/** A card, locked against likes, comments, links and changes until the transaction ends. */
export async function lockCard(tx: Transaction, id: number): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(sql`${selectCard(id)} for update of cards`);
  return row;
}

const selectVisible = (viewer: Viewer, id: number) => sql`
  with ${viewerTable(viewer)} ${selectCard(id)} and ${raw(isNotBlocked('cards.owner_id', fromViewerTable))}
    and ${raw(isReadable('cards', fromViewerTable))}`;

/** A card that the viewer can see. */
export async function findVisibleCard(db: Db, viewer: Viewer, id: number): Promise<CardRow | undefined> {
  const [row] = await db.query<CardRow>(selectVisible(viewer, id));
  return row;
}

/** The same. It then cannot be deleted until the transaction ends, but liked and commented on. */
export async function lockCardForShare(
  tx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CardRow | undefined> {
  const [row] = await tx.query<CardRow>(sql`${selectVisible(viewer, id)} for key share of cards`);
  return row;
}

/**
 * Stores an edit of a locked card. `url_text` is made at the first publication and stays the same when the title
 * changes. `edited_at` stays if only the visibility or the time of publication changes.
 */
export async function updateCard(
  tx: Transaction,
  before: Pick<CardRow, 'id' | 'publishedAt'>,
  card: CardEdit,
  { isChanged }: { isChanged: boolean },
): Promise<void> {
  const isFirst = before.publishedAt === null && card.visibility !== 'draft';
  const address = isFirst ? sql`, url_text = ${addressOf(card)}` : empty;
  const time = isChanged ? sql`, edited_at = now()` : empty;
  await tx.query(sql`
    update cards set ${assignments(card)}, version = version + 1 ${time} ${address} where id = ${before.id}`);
}

export interface DueDraft {
  id: number;
  publishAt: Date;
}

/** Drafts whose time of publication has come, in the order of that time. Those of a suspended user wait. */
export function listDueDrafts(db: Db, now: Date, after: DueDraft, limit: number): Promise<DueDraft[]> {
  return db.query<DueDraft>(sql`
    select id, publish_at as "publishAt" from cards
    where publish_at <= ${now} and (publish_at, id) > (${after.publishAt}, ${after.id})
      and ${raw(isDraft('cards'))} and ${raw(isNotLeaving('owner_id'))}
      and not exists (select from users where id = owner_id and suspended_until > now())
    order by publish_at, id
    limit ${limit}`);
}

/** The video of a card that has no picture. */
export async function findBareVideo(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ video_id: string }>(sql`
    select cards.video_id from cards join users as owner on owner.id = cards.owner_id and owner.leaving_at is null
    where cards.id = ${id} and cards.video_id is not null and cards.photo_id is null`);
  return row?.video_id;
}

/** Adds a video's thumbnail. This is no edit, so `edited_at` stays. */
export async function updatePhoto(tx: Transaction, id: number, photoId: number): Promise<void> {
  await tx.query(sql`update cards set photo_id = ${photoId} where id = ${id}`);
}

/** Whether an admin has locked the card with reasons, and no admin has unlocked it since. */
export async function isLockedByDecision(tx: Transaction, id: number): Promise<boolean> {
  const [latest] = await tx.query<{ act: string }>(sql`
    select act from moderation_acts
    where case_id = (select id from cases where kind = 'card' and thing_id = ${id}) and act in ('lock', 'unlock')
    order by id desc limit 1`);
  return latest?.act === 'lock';
}

export async function updateLock(tx: Transaction, id: number, locked: boolean): Promise<void> {
  await tx.query(sql`update cards set locked = ${locked} where id = ${id}`);
}

/** Copies of these cards keep nothing of them but what their owners copied. */
export async function forgetOriginals(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(sql`update cards set remix_of = null, remix_base = null where remix_of = any (${ids})`);
}

/** Removes it from every chain. Its likes, comments, revisions and suggestions are deleted with it. */
export async function deleteCard(tx: Transaction, id: number): Promise<void> {
  await takeFromEveryList(tx, chains.items, [id]);
  await forgetOriginals(tx, [id]);
  await tx.query(sql`delete from cards where id = ${id}`);
}
