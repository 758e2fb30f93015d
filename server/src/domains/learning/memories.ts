import type { Grade, Retention } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import type { Db, Transaction } from '#db/pool.ts';
import { type GradedReview, type Memory, replay } from './scheduler.ts';

/** How many cards are replayed before yielding to the event loop. */
const batchSize = 200;

interface ReviewRow {
  card_id: number;
  grade: Grade;
  reviewed_at: Date;
}

/** Recomputes the memories of these cards from their reviews. The caller has locked the user's settings. */
export async function rebuildMemories(
  tx: Transaction,
  userId: number,
  cardIds: readonly number[],
  retention: Retention,
): Promise<void> {
  const reviews = await tx.query<ReviewRow>(sql`
    select card_id, grade, reviewed_at from reviews
    where user_id = ${userId} and card_id = any(${cardIds}::bigint[]) and undone_at is null
    order by card_id, reviewed_at, id`);
  const byCard = new Map<number, GradedReview[]>(cardIds.map((id) => [id, []]));
  for (const { card_id, grade, reviewed_at } of reviews)
    byCard.get(card_id)?.push({ grade, at: reviewed_at });
  const rows = [...byCard].map(([cardId, ofCard]) =>
    Object.assign({ cardId }, replay(ofCard, retention) ?? nothing),
  );
  // Waits for a card that is being deleted, and leaves it out.
  await tx.query(sql`
    with card as (select id from cards where id = any(${cardIds}::bigint[]) order by id for key share)
    insert into memories (user_id, card_id, phase, stability, difficulty, due_at, last_review_at, scheduled_days, step, reps, lapses)
    select ${userId}, row.* from card join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      "cardId" bigint, phase smallint, stability double precision, difficulty double precision, "dueAt" timestamptz,
      "lastReviewAt" timestamptz, "scheduledDays" integer, step integer, reps integer, lapses integer)
      on row."cardId" = card.id
    on conflict on constraint memories_once_per_user do update set
      phase = excluded.phase, stability = excluded.stability, difficulty = excluded.difficulty, due_at = excluded.due_at,
      last_review_at = excluded.last_review_at, scheduled_days = excluded.scheduled_days, step = excluded.step,
      reps = excluded.reps, lapses = excluded.lapses`);
}

const nothing = {
  phase: null,
  stability: null,
  difficulty: null,
  dueAt: null,
  lastReviewAt: null,
  scheduledDays: null,
  step: null,
  reps: null,
  lapses: null,
};

export async function rebuildAllMemories(
  tx: Transaction,
  userId: number,
  retention: Retention,
): Promise<void> {
  const rows = await tx.query<{ card_id: number }>(sql`
    select card_id from memories where user_id = ${userId} and stability is not null order by card_id`);
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map(({ card_id }) => card_id);
    await rebuildMemories(tx, userId, batch, retention);
  }
}

export interface MemoryOfCard {
  cardId: number;
  memory: Memory;
  forgivenLapses: number;
  aside: boolean;
}

export const memoryColumns = `memory.phase, memory.stability, memory.difficulty, memory.due_at as "dueAt",
  memory.last_review_at as "lastReviewAt", memory.scheduled_days as "scheduledDays", memory.step, memory.reps, memory.lapses`;

/** The memories of these cards; cards without a review have none. */
export async function findMemories(
  db: Db,
  userId: number,
  cardIds: readonly number[],
): Promise<MemoryOfCard[]> {
  const rows = await db.query<Memory & Omit<MemoryOfCard, 'memory'>>({
    name: 'memories-of-cards',
    text: `select memory.card_id as "cardId", memory.forgiven_lapses as "forgivenLapses", memory.aside,
        ${memoryColumns}
      from memories as memory
      where user_id = $1 and card_id = any($2::bigint[]) and stability is not null
      order by card_id`,
    values: [userId, cardIds],
  });
  return rows.map(({ cardId, forgivenLapses, aside, ...memory }) => ({
    cardId,
    forgivenLapses,
    aside,
    memory,
  }));
}

/** The user's reviews of these cards, oldest first, without those undone. */
export function listReviewsOf(
  db: Db,
  userId: number,
  cardIds: readonly number[],
): Promise<{ cardId: number; at: Date; grade: Grade; ms: number }[]> {
  return db.query(sql`
    select card_id as "cardId", reviewed_at as at, grade, took_ms as ms from reviews
    where user_id = ${userId} and card_id = any(${cardIds}::bigint[]) and undone_at is null
    order by reviewed_at, id`);
}
