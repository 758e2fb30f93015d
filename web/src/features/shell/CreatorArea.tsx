import type { UserModel } from '@gyan/contract/users.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { CreatorAccess } from '#features/account/CreatorAccess.tsx';
import { isCreator, useViewer } from '#features/session/store.ts';
import { useToast } from '#ui/toast-context.ts';
import { PageHead } from './PageHead.tsx';

/** Around what only creators make: others are told what creators do, and how to become one. */
export function CreatorArea({ children }: { children: (user: UserModel) => ReactNode }) {
  const viewer = useViewer();
  const creator = viewer.status === 'in' && isCreator(viewer.user);
  useBecoming(creator);
  if (viewer.status !== 'in') return null;
  if (creator) return children(viewer.user);
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
