import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { ReviewInput } from '@gyan/contract/learning.ts';
import { ApiProblem } from '#lib/api-problem.ts';

/** What waits to be sent: reviews, and ids of reviews to undo. */
export type PendingEntry = { review: ReviewInput } | { undo: string };

export type Stored = AnswerOf<'POST /r/reviews'>;

export interface OutboxDeps {
  /** Where it is kept over a reload; may throw, then it lives in memory. */
  read: () => string | null;
  write: (text: string | null) => void;
  sendReviews: (reviews: ReviewInput[]) => Promise<Stored>;
  sendUndo: (reviewId: string) => Promise<unknown>;
  /** Runs one sender at a time over all tabs. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  onStored?: (answer: Stored) => void;
}

const maxBatch = 50;

/** A lost connection and a busy server: the same request may succeed later. */
const isTemporary = (error: unknown) =>
  !(error instanceof ApiProblem) || [0, 401, 408, 429].includes(error.status) || error.status >= 500;

const idOf = (entry: PendingEntry) => ('review' in entry ? entry.review.reviewId : entry.undo);

/**
 * Keeps reviews until the server has stored them. Sending twice is safe, because the server knows each review by its id.
 */
export function createOutbox(deps: OutboxDeps) {
  let fallback: PendingEntry[] = [];

  const read = (): PendingEntry[] => {
    try {
      const parsed: unknown = JSON.parse(deps.read() ?? '[]');
      return Array.isArray(parsed) ? (parsed as PendingEntry[]) : [];
    } catch {
      return fallback;
    }
  };

  const write = (entries: PendingEntry[]) => {
    fallback = entries;
    try {
      deps.write(entries.length === 0 ? null : JSON.stringify(entries));
    } catch {
      // Kept in memory above.
    }
  };

  const remove = (done: readonly PendingEntry[]) => {
    const ids = new Set(done.map((each) => `${'undo' in each} ${idOf(each)}`));
    write(read().filter((each) => !ids.has(`${'undo' in each} ${idOf(each)}`)));
  };

  async function sendFirst(entries: readonly PendingEntry[], atOnce: number): Promise<void> {
    const [first] = entries;
    if (first && 'undo' in first) {
      await deps.sendUndo(first.undo);
      remove([first]);
      return;
    }
    const end = entries.findIndex((each) => 'undo' in each);
    const batch = entries.slice(0, Math.min(atOnce, end === -1 ? entries.length : end));
    const answer = await deps.sendReviews(batch.flatMap((each) => ('review' in each ? [each.review] : [])));
    remove(batch);
    deps.onStored?.(answer);
  }

  async function sendAll(): Promise<void> {
    let atOnce = maxBatch;
    for (let entries = read(); entries.length > 0; entries = read()) {
      try {
        // One after the other, in order.
        // oxlint-disable-next-line no-await-in-loop
        await sendFirst(entries, atOnce);
      } catch (error) {
        if (isTemporary(error)) throw error;
        // One of the batch cannot be stored: find it, and let it go so that it does not block the others.
        if (atOnce === 1 || 'undo' in (entries[0] as PendingEntry)) remove(entries.slice(0, 1));
        atOnce = 1;
      }
    }
  }

  return {
    add(review: ReviewInput) {
      write([...read(), { review }]);
    },
    /** A review that is still here may be on its way, so its undo is sent as well. */
    undo(reviewId: string) {
      write([...read(), { undo: reviewId }]);
    },
    isEmpty: () => read().length === 0,
    /** Sends all that waits; throws when the server cannot be reached, and keeps the rest. */
    flush: () => deps.exclusively(sendAll),
  };
}
