import { createHash } from 'node:crypto';
import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { Grade } from '@gyan/contract/learning.ts';
import sql from 'sql-template-tag';
import { joinTransaction, type Transaction } from '#db/pool.ts';
import { markRead } from '#domains/learning/reading.ts';
import { storeReviews } from '#domains/learning/reviews.ts';
import { type Memory, recallAt, review } from '#domains/learning/scheduler.ts';
import { setStudied } from '#domains/learning/study.ts';
import type { Viewer } from '#http/viewer.ts';

interface LearnerHistory {
  userId: number;
  finishedIds: readonly number[];
  begunId: number;
  readOfBegun: number;
}

const days = 21;
const newPerDay = 2;
const dayMs = 24 * 3600 * 1000;
const zone = 'Asia/Kolkata';
/** Days without a review. */
const skippedDays = new Set([17, 12, 11, 4, 3, 2, 1]);

/** Three weeks of reading and reviews, written by the same functions as those of real users. */
export async function addLearnerHistory(tx: Transaction, history: LearnerHistory): Promise<void> {
  const { userId, finishedIds, begunId, readOfBegun } = history;
  const now = new Date();
  const viewer: Viewer = { userId, role: 'kRegular', emailVerified: true, sessionId: 0, signedInAt: now };
  const db = joinTransaction(tx);
  const cardIds: number[] = [];
  for (const subjectId of [...finishedIds, begunId]) {
    const cards = await listCards(tx, subjectId);
    const read = subjectId === begunId ? cards.slice(0, readOfBegun) : cards;
    for (const { cardId } of read) await markRead(tx, viewer, { cardId, subjectId });
    await setStudied(db, viewer, { kind: 'subject', id: subjectId }, true);
    cardIds.push(...read.map(({ cardId }) => cardId));
  }
  await storeReviews(db, viewer, playDays(cardIds, now), now);
}

async function listCards(tx: Transaction, subjectId: number): Promise<{ cardId: number }[]> {
  return tx.query<{ cardId: number }>(sql`
    select link.card_id as "cardId"
    from subject_chains as chapter join chain_cards as link on link.chain_id = chapter.chain_id
    where chapter.subject_id = ${subjectId}
    order by chapter.rank, link.rank`);
}

/** A session each evening: two new cards, then those that are due. Today's session is left to the user. */
function playDays(cardIds: readonly number[], now: Date) {
  const memories = new Map<number, Memory>();
  const reviews: ParsedBody<'POST /r/reviews'>['reviewVec'] = [];
  const answer = (postId: number, at: Date, grade: Grade) => {
    memories.set(postId, review(memories.get(postId), { at, grade }, 'usual'));
    const reviewId = uuidOf(`${postId} ${at.getTime()}`);
    const ms = 12_000 + ((postId * 3571 + reviews.length * 7919) % 10_000);
    reviews.push({ reviewId, postId, grade, at: at.getTime(), zone, ms, promptId: undefined });
  };
  for (let daysAgo = days; daysAgo >= 1; daysAgo -= 1) {
    if (skippedDays.has(daysAgo)) continue;
    let at = now.getTime() - daysAgo * dayMs;
    const next = () => {
      at += 20_000;
      return new Date(at);
    };
    const due = [...memories].filter(([, memory]) => memory.dueAt.getTime() <= at + dayMs / 2);
    for (const [postId, memory] of due) {
      const chance = ((postId * 7 + daysAgo * 13) % 100) / 100;
      const isForgotten = chance > recallAt(memory, new Date(at)) + 0.02;
      answer(postId, next(), isForgotten ? 1 : chance > 0.8 ? 2 : 3);
      if (isForgotten) answer(postId, new Date(at + 600_000), 3);
    }
    const fresh = cardIds.filter((id) => !memories.has(id)).slice(0, newPerDay);
    for (const postId of fresh) {
      answer(postId, next(), 3);
      answer(postId, new Date(at + 600_000), 3);
    }
  }
  return reviews;
}

/** The same id for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
