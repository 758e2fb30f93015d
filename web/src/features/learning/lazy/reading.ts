import { api } from '#features/session/actions.ts';
import { type CollectionRef, queryOf, setProgress } from '../progress-store.ts';

/** Progress is shown beside what matters more: a failure is not worth a message. */
export async function readProgress(of: CollectionRef): Promise<void> {
  const progress = await api('GET /r/progress', { query: queryOf(of) }).catch(() => undefined);
  if (progress) setProgress(of, progress);
}

/** Marks a card as read, and as the place in what it is read in. */
export async function markRead(postId: number, place?: CollectionRef): Promise<void> {
  const body = { postId, ...(place && queryOf(place)) };
  const marked = await api('PUT /r/reading', { body }).catch(() => undefined);
  if (marked && place) await readProgress(place);
}
