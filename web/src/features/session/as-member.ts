import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { ApiProblem } from '#lib/api-problem.ts';
import { currentSession, useViewer } from './store.ts';

/** Server-rendered pages are the same for every viewer; members load them again with their session. */
export const readsAsMember = () => currentSession()?.userModel.emailVerified === true;

/** Reads a public list as a member, or as a visitor when the session has expired. */
export async function asMember<Answer>(
  readAsMember: () => Promise<Answer>,
  readAsVisitor: () => Promise<Answer>,
): Promise<Answer> {
  if (!readsAsMember()) return readAsVisitor();
  try {
    return await readAsMember();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return readAsVisitor();
    throw error;
  }
}

/** Reloads a server-rendered page for members. `asMember` tells how the current data was read. */
export function useReloadAsMember(asMember: boolean) {
  const viewer = useViewer();
  const { revalidate } = useRevalidator();
  const again = viewer.status === 'in' && !asMember && readsAsMember();
  useEffect(() => {
    if (again) void revalidate();
  }, [again, revalidate]);
}
