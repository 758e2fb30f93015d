import { api } from '#features/session/actions.ts';
import { type CollectionRef, getProgress, queryOf, setProgress } from '../progress-store.ts';

const send = (of: CollectionRef, studied: boolean) =>
  api('PUT /r/study', { body: { ...queryOf(of), studied } });

function show(of: CollectionRef, studied: boolean) {
  const progress = getProgress(of);
  if (progress) setProgress(of, { ...progress, studied });
}

/** Puts the cards of a chain or subject into the review queue, or takes them out. Optimistic, rolled back on errors. */
export async function setStudied(of: CollectionRef, wanted: boolean, sendStudied = send): Promise<void> {
  show(of, wanted);
  try {
    const { studied } = await sendStudied(of, wanted);
    show(of, studied);
  } catch (error) {
    show(of, !wanted);
    throw error;
  }
}
