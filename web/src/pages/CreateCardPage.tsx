import { useEffect, useRef } from 'react';
import { CreatorAccess } from '#features/account/CreatorAccess.tsx';
import { isCreator, useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { useToast } from '#ui/toast-context.ts';
import { Page as NotBuiltPage } from './NotBuiltPage.tsx';

export function Page() {
  const viewer = useViewer();
  const creator = viewer.status === 'in' && isCreator(viewer.user);
  useBecoming(creator);
  if (viewer.status !== 'in') return null;
  if (creator) return <NotBuiltPage />;
  return (
    <>
      <PageHead title="Become a creator" />
      <CreatorAccess user={viewer.user} />
    </>
  );
}

/** Says so when it happens in front of the person's eyes. */
function useBecoming(creator: boolean) {
  const toast = useToast();
  const before = useRef(creator);
  useEffect(() => {
    if (creator && !before.current) toast({ tone: 'success', text: 'You are a creator now.' });
    before.current = creator;
  }, [creator, toast]);
}
