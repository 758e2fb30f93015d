import { api } from '#features/session/actions.ts';
import { type CollectionRef, getProgress, queryOf, setProgress } from '../progress-store.ts';

/** Puts the cards of a chain or subject into the review queue, or takes them out. */
export async function setStudied(of: CollectionRef, wanted: boolean): Promise<void> {
  const { studied } = await api('PUT /r/study', { body: { ...queryOf(of), studied: wanted } });
  const previous = getProgress(of);
  if (previous) setProgress(of, { ...previous, studied });
}
