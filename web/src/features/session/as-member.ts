import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ApiProblem } from '#lib/api-problem.ts';
import { currentSession, useViewer } from './store.ts';

/** The server's pages are the same for everybody; whoever is signed in asks again, and sees what is theirs to see. */
export const asksAsMember = () => currentSession()?.userModel.emailVerified === true;

/** A list that everybody may read, as a member sees it; whoever turns out to have no session any more reads it as a visitor. */
export async function asMember<Answer>(
  mine: () => Promise<Answer>,
  everybodys: () => Promise<Answer>,
): Promise<Answer> {
  if (!asksAsMember()) return everybodys();
  try {
    return await mine();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return everybodys();
    throw error;
  }
}

/** For a page whose first answer came with the document: members get one of their own. `asMember` is how it was asked for. */
export function useAskAgain(asMember: boolean) {
  const viewer = useViewer();
  const { revalidate } = useRevalidator();
  const again = viewer.status === 'in' && !asMember && asksAsMember();
  useEffect(() => {
    if (again) void revalidate();
  }, [again, revalidate]);
}
