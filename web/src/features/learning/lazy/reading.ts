import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { type CollectionRef, queryOf, setProgress } from '../progress-store.ts';

/** Progress is shown beside what matters more: a failure is not worth a message. */
export async function readProgress(of: CollectionRef): Promise<void> {
  const progress = await api('GET /r/progress', { query: queryOf(of) }).catch(() => undefined);
  if (progress) setProgress(of, progress);
}

/** Marks a card as read, and as the place in what it is read in. `before` is another card that was read before it. */
export async function markRead(postId: number, place?: CollectionRef, before?: number): Promise<void> {
  const put = (body: { postId: number; chapterId?: number; subjectId?: number }) =>
    api('PUT /r/reading', { body });
  try {
    if (before !== undefined) await put({ postId: before });
    await put({ postId, ...(place && queryOf(place)) });
    if (place) await readProgress(place);
  } catch (error) {
    // The card has just been removed from the chain or subject, and is read all the same.
    if (place && error instanceof ApiProblem && error.status === 409)
      await put({ postId }).catch(() => undefined);
  }
}
