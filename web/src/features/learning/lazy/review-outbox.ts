import type { MemoryModel, ReviewInput } from '@gyan/contract/learning.ts';
import { api } from '#features/session/actions.ts';
import { currentSession } from '#features/session/store.ts';
import { createOutbox } from '../outbox.ts';

interface Listener {
  onMemories: (memories: readonly MemoryModel[]) => void;
  /** Whether the server was reached at the last try. */
  onReach: (reached: boolean) => void;
}

const retryMs = 15_000;

/** One tab sends at a time, where the browser supports locks. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('gyan-reviews', work);
  else await work();
}

function open(userId: number) {
  const key = `reviews of ${userId}`;
  const listeners = new Set<Listener>();
  const outbox = createOutbox({
    read: () => localStorage.getItem(key),
    write: (text) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
    sendReviews: (reviewVec) => api('POST /r/reviews', { body: { reviewVec } }),
    sendUndo: (reviewId) => api('DELETE /r/review', { query: { reviewId } }),
    isSignedIn: () => currentSession()?.userModel.userId === userId,
    exclusively,
    onMemories: (memories) => {
      for (const { onMemories } of listeners) onMemories(memories);
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    let reached = true;
    try {
      await outbox.flush();
    } catch {
      reached = false;
      timer = setTimeout(() => void flush(), retryMs);
    }
    for (const { onReach } of listeners) onReach(reached);
  }

  addEventListener('online', () => void flush());
  if (!outbox.isEmpty()) void flush();

  return {
    add(review: ReviewInput) {
      outbox.add(review);
      void flush();
    },
    undo(reviewId: string) {
      outbox.undo(reviewId);
      void flush();
    },
    flush,
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const outboxes = new Map<number, ReturnType<typeof open>>();

/** The reviews of this user that wait to be sent. */
export function reviewOutbox(userId: number) {
  let outbox = outboxes.get(userId);
  if (!outbox) {
    outbox = open(userId);
    outboxes.set(userId, outbox);
  }
  return outbox;
}
