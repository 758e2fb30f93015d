import { type Grade, type Retention, retentionTargets } from '@gyan/contract/learning.ts';
import { type Card, createEmptyCard, type FSRS, fsrs } from 'ts-fsrs';

/** What FSRS keeps of a card between two reviews. */
export interface Memory {
  phase: number;
  stability: number;
  difficulty: number;
  dueAt: Date;
  lastReviewAt: Date;
  scheduledDays: number;
  step: number;
  reps: number;
  lapses: number;
}

export interface GradedReview {
  at: Date;
  grade: Grade;
}

/** A card forgotten this often (a leech) needs help instead of another review. */
export const leechThreshold = 6;
const knownFromStabilityDays = 21;
const dayMs = 24 * 3600 * 1000;
const grades = [1, 2, 3, 4] as const satisfies Grade[];

const schedulers = Object.fromEntries(
  Object.entries(retentionTargets).map(([name, target]) => [
    name,
    fsrs({ request_retention: target, enable_fuzz: false }),
  ]),
) as Record<Retention, FSRS>;

/** The memory after all reviews of a card, oldest first; undefined without any. */
export function replay(reviews: readonly GradedReview[], retention: Retention): Memory | undefined {
  const [first] = reviews;
  if (!first) return undefined;
  const scheduler = schedulers[retention];
  let card = createEmptyCard(first.at);
  for (const { at, grade } of reviews) card = scheduler.next(card, at, grade).card;
  return toMemory(card);
}

/** The memory after one more review. */
export function review(
  memory: Memory | undefined,
  { at, grade }: GradedReview,
  retention: Retention,
): Memory {
  return toMemory(schedulers[retention].next(toCard(memory, at), at, grade).card);
}

/** How long it would be until the card is due again, by grade, in milliseconds. */
export function intervalsByGrade(memory: Memory | undefined, now: Date, retention: Retention): number[] {
  const card = toCard(memory, now);
  // A review sent by a device whose clock runs ahead may be later than now.
  const at = memory && memory.lastReviewAt > now ? memory.lastReviewAt : now;
  return grades.map((grade) => schedulers[retention].next(card, at, grade).card.due.getTime() - at.getTime());
}

/** The days until the predicted recall of a card falls to the target. */
export function intervalDays(stability: number, retention: Retention): number {
  return schedulers[retention].next_interval(stability, 0);
}

/** Predicted recall at that time, from 0 to 1. */
export function recallAt(memory: Memory, at: Date): number {
  const days = Math.max(0, (at.getTime() - memory.lastReviewAt.getTime()) / dayMs);
  return schedulers.usual.forgetting_curve(days, memory.stability);
}

/** The time since the last review, in stabilities. The longer it is, the lower the predicted recall. */
export function elapsedShare({ lastReviewAt, stability }: Memory, at: Date): number {
  return (at.getTime() - lastReviewAt.getTime()) / stability;
}

/** `knownSql` says the same: stability is the number of days until the predicted recall falls to 0.9. */
export function isKnown({ stability, lastReviewAt }: Memory, now: Date): boolean {
  return stability >= knownFromStabilityDays && now.getTime() <= lastReviewAt.getTime() + stability * dayMs;
}

export function knownSql(memory: string): string {
  return `(${memory}.stability >= ${knownFromStabilityDays}
    and now() <= ${memory}.last_review_at + ${memory}.stability * interval '24 hours')`;
}

function toMemory(card: Card): Memory {
  return {
    phase: card.state,
    stability: card.stability,
    difficulty: card.difficulty,
    dueAt: card.due,
    lastReviewAt: card.last_review ?? card.due,
    scheduledDays: card.scheduled_days,
    step: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
  };
}

function toCard(memory: Memory | undefined, now: Date): Card {
  if (!memory) return createEmptyCard(now);
  return {
    state: memory.phase,
    stability: memory.stability,
    difficulty: memory.difficulty,
    due: memory.dueAt,
    last_review: memory.lastReviewAt,
    scheduled_days: memory.scheduledDays,
    learning_steps: memory.step,
    reps: memory.reps,
    lapses: memory.lapses,
    elapsed_days: 0,
  };
}
