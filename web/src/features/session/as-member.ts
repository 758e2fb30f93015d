import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { currentSession, useViewer } from './store.ts';

/** The server's pages are the same for everybody; whoever is signed in asks again, and sees what is theirs to see. */
export const asksAsMember = () => currentSession()?.userModel.emailVerified === true;

/** For a page whose first answer came with the document: members get one of their own. `asMember` is how it was asked for. */
export function useAskAgain(asMember: boolean) {
  const viewer = useViewer();
  const { revalidate } = useRevalidator();
  const again = viewer.status === 'in' && !asMember && asksAsMember();
  useEffect(() => {
    if (again) void revalidate();
  }, [again, revalidate]);
}
