import type { AnswerOf, ParsedBody } from '@gyan/contract/calls.ts';
import type { MemoryModel } from '@gyan/contract/learning.ts';
import sql, { raw } from 'sql-template-tag';
import type { Database, Transaction, TransactionalDb } from '#db/pool.ts';
import { fromViewerTable, viewerTable } from '#domains/connections/view.ts';
import { isOpenTo } from '#domains/visibility/is-open-to.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { findMemories, rebuildMemories } from './memories.ts';
import { lockSettings } from './settings.ts';
import { memoryModel } from './view.ts';

type Review = ParsedBody<'POST /r/reviews'>['reviewVec'][number];

const aheadMs = 24 * 3600 * 1000;
const backMs = 400 * 24 * 3600 * 1000;

/** Stores reviews and returns the memories of all cards they name. */
export function storeReviews(
  db: TransactionalDb,
  viewer: Viewer,
  reviews: readonly Review[],
  now = new Date(),
): Promise<AnswerOf<'POST /r/reviews'>> {
  return db.transaction(async (tx) => {
    const { retention } = await lockSettings(tx, viewer.userId, reviews.at(-1)?.zone);
    const cardIds = [...new Set(reviews.map(({ postId }) => postId))];
    const visible = await findVisible(tx, viewer, cardIds);
    const known = await findStored(tx, viewer.userId, reviews);
    const unknown = onceEach(reviews).filter(({ reviewId }) => !known.has(reviewId));
    const checked = unknown.map((review) => ({ review, code: refusalOf(review, visible, now) }));
    const accepted = checked.flatMap(({ review, code }) => (code === undefined ? [review] : []));
    if (accepted.length > 0) {
      await insertReviews(tx, viewer.userId, accepted);
      const changed = [...new Set(accepted.map(({ postId }) => postId))];
      await rebuildMemories(tx, viewer.userId, changed, retention);
    }
    const named = cardIds.filter((id) => visible.has(id));
    const memories = await findMemories(tx, viewer.userId, named);
    return {
      memoryVec: memories.map((memory) => memoryModel(memory, retention, now)),
      ignored: reviews.length - unknown.length,
      refusedVec: checked.flatMap(({ review: { reviewId }, code }) => (code ? [{ reviewId, code }] : [])),
    };
  });
}

function refusalOf({ at, postId }: Review, visible: ReadonlySet<number>, now: Date) {
  if (at > now.getTime() + aheadMs || at < now.getTime() - backMs) return 'at_out_of_range' as const;
  return visible.has(postId) ? undefined : ('not_found' as const);
}

/** The first of each id. */
function onceEach(reviews: readonly Review[]): Review[] {
  return [...new Map(reviews.toReversed().map((review) => [review.reviewId, review])).values()].toReversed();
}

async function findVisible(
  tx: Transaction,
  viewer: Viewer,
  cardIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(sql`
    with ${viewerTable(viewer)}
    select id from cards
    where id = any(${cardIds}::bigint[]) and ${raw(isOpenTo('cards', fromViewerTable))}
    for key share`);
  return new Set(rows.map(({ id }) => id));
}

async function findStored(tx: Transaction, userId: number, reviews: readonly Review[]): Promise<Set<string>> {
  const ids = reviews.map(({ reviewId }) => reviewId);
  const rows = await tx.query<{ id: string }>(sql`
    select id from reviews where user_id = ${userId} and id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Also marks their cards as read. */
async function insertReviews(tx: Transaction, userId: number, reviews: readonly Review[]): Promise<void> {
  const rows = reviews.map(({ reviewId, postId, grade, at, zone, ms, promptId, missedVec }) => ({
    id: reviewId,
    card_id: postId,
    grade,
    reviewed_at: new Date(at),
    zone,
    took_ms: ms,
    prompt_id: promptId ?? null,
    missed: missedVec ?? [],
  }));
  await tx.query(sql`
    with inserted as (
      insert into reviews (user_id, id, card_id, grade, reviewed_at, zone, took_ms, prompt_id, missed)
      select ${userId}, row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, card_id bigint,
        grade smallint, reviewed_at timestamptz, zone text, took_ms integer, prompt_id bigint, missed text[])
      returning card_id
    )
    insert into readings (user_id, card_id) select distinct ${userId}::bigint, card_id from inserted
    on conflict on constraint readings_once_per_user do nothing`);
}

/** A review that a user made with another program. */
export interface EarlierReview {
  /** Made from the program's id, so that a second import changes nothing. */
  reviewId: string;
  postId: number;
  grade: Review['grade'];
  at: number;
  ms: number;
}

/** Stores reviews of the user's own cards that are not known yet. Returns how many. */
export async function storeEarlierReviews(
  tx: Transaction,
  userId: number,
  reviews: readonly EarlierReview[],
): Promise<number> {
  const { retention, zone } = await lockSettings(tx, userId);
  const inZone = reviews.map((review) => ({ ...review, zone, promptId: undefined, missedVec: undefined }));
  const known = await findStored(tx, userId, inZone);
  const unknown = onceEach(inZone).filter(({ reviewId }) => !known.has(reviewId));
  if (unknown.length === 0) return 0;
  await insertReviews(tx, userId, unknown);
  await rebuildMemories(tx, userId, [...new Set(unknown.map(({ postId }) => postId))], retention);
  return unknown.length;
}

/** Returns the memory of the card; null when no review is left. */
export async function undoReview(
  db: Database,
  viewer: Viewer,
  reviewId: string,
  now = new Date(),
): Promise<MemoryModel | null> {
  return db.transaction(async (tx) => {
    const { retention } = await lockSettings(tx, viewer.userId);
    const [review] = await tx.query<{ cardId: number }>(sql`
      update reviews set undone_at = coalesce(undone_at, now())
      where user_id = ${viewer.userId} and id = ${reviewId}::uuid
      returning card_id as "cardId"`);
    if (!review) throw new ProblemError('not_found', 'This review is not here.');
    await rebuildMemories(tx, viewer.userId, [review.cardId], retention);
    const [memory] = await findMemories(tx, viewer.userId, [review.cardId]);
    return memory ? memoryModel(memory, retention, now) : null;
  });
}

/** Takes a card out of the reviews or brings it back; `keep` resets the count of its lapses. */
export async function setAside(
  db: Database,
  viewer: Viewer,
  cardId: number,
  { aside = false, keep = false }: { aside?: boolean | undefined; keep?: boolean | undefined },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSettings(tx, viewer.userId);
    const visible = await findVisible(tx, viewer, [cardId]);
    if (visible.size === 0) throw new ProblemError('not_found', 'This card is not here, or not any more.');
    await tx.query(sql`
      insert into memories as memory (user_id, card_id, aside) values (${viewer.userId}, ${cardId}, ${aside})
      on conflict on constraint memories_once_per_user do update set
        aside = excluded.aside,
        forgiven_lapses = case when ${keep} then coalesce(memory.lapses, 0) else memory.forgiven_lapses end`);
    return aside;
  });
}
