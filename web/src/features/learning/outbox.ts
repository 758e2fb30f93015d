import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { MemoryModel, ReviewInput } from '@gyan/contract/learning.ts';
import { ApiProblem } from '#lib/api-problem.ts';

/** What waits to be sent: reviews, and ids of reviews to undo. */
export type PendingEntry = { review: ReviewInput } | { undo: string };

export type Stored = AnswerOf<'POST /r/reviews'>;

export interface OutboxDeps {
  /** Where it is kept over a reload; may throw, then it lives in memory. */
  read: () => string | null;
  write: (text: string | null) => void;
  sendReviews: (reviews: ReviewInput[]) => Promise<Stored>;
  sendUndo: (reviewId: string) => Promise<AnswerOf<'DELETE /r/review'>>;
  /** Whether the user of this outbox is the one who is signed in. */
  isSignedIn: () => boolean;
  /** Runs one sender at a time over all tabs. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Gets the memories after an answer was stored or undone. */
  onMemories?: (memories: readonly MemoryModel[]) => void;
}

const maxBatch = 50;

/** The server will never accept it: malformed, too large, or the undo of an unknown review. Other failures may pass. */
const isPermanent = (error: unknown, entry: PendingEntry | undefined) =>
  error instanceof ApiProblem &&
  (error.status === 400 || error.status === 413 || (error.status === 404 && isUndo(entry)));

const isUndo = (entry: PendingEntry | undefined) => entry !== undefined && 'undo' in entry;

const idOf = (entry: PendingEntry) => ('review' in entry ? entry.review.reviewId : entry.undo);

/**
 * Keeps reviews until the server has stored them. Sending twice is safe, because the server knows each review by its
 * id.
 */
export function createOutbox(deps: OutboxDeps) {
  /** What could not be written, because storage is forbidden or full. */
  let unwritten: PendingEntry[] | undefined;

  const read = (): PendingEntry[] => {
    if (unwritten) return unwritten;
    try {
      const parsed: unknown = JSON.parse(deps.read() ?? '[]');
      return Array.isArray(parsed) ? (parsed as PendingEntry[]) : [];
    } catch {
      return [];
    }
  };

  const write = (entries: PendingEntry[]) => {
    unwritten = undefined;
    try {
      deps.write(entries.length === 0 ? null : JSON.stringify(entries));
    } catch {
      unwritten = entries;
    }
  };

  const remove = (done: readonly PendingEntry[]) => {
    const ids = new Set(done.map((each) => `${'undo' in each} ${idOf(each)}`));
    write(read().filter((each) => !ids.has(`${'undo' in each} ${idOf(each)}`)));
  };

  async function sendFirst(entries: readonly PendingEntry[], atOnce: number): Promise<void> {
    const [first] = entries;
    if (first && 'undo' in first) {
      const { memory } = await deps.sendUndo(first.undo);
      remove([first]);
      if (memory) deps.onMemories?.([memory]);
      return;
    }
    const end = entries.findIndex((each) => 'undo' in each);
    const batch = entries.slice(0, Math.min(atOnce, end === -1 ? entries.length : end));
    const answer = await deps.sendReviews(batch.flatMap((each) => ('review' in each ? [each.review] : [])));
    remove(batch);
    deps.onMemories?.(answer.memoryVec);
  }

  async function sendAll(): Promise<void> {
    let atOnce = maxBatch;
    for (let entries = read(); entries.length > 0 && deps.isSignedIn(); entries = read()) {
      try {
        // One after the other, in order.
        // oxlint-disable-next-line no-await-in-loop
        await sendFirst(entries, atOnce);
      } catch (error) {
        const [first] = entries;
        if (!isPermanent(error, first)) throw error;
        // One entry of the batch is refused: send one at a time and drop that entry, so that it does not block the
        // others.
        if (atOnce === 1 || isUndo(first)) remove(entries.slice(0, 1));
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
    /**
     * Sends all that waits while its user is signed in; throws when the server cannot be reached, and keeps the rest.
     */
    flush: () => deps.exclusively(sendAll),
  };
}
