import type { UserModel } from '@gyan/contract/users.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { CreatorAccess } from '#features/account/CreatorAccess.tsx';
import { isCreator, useViewer } from '#features/session/store.ts';
import { queueToast } from '#ui/toast-queue.ts';
import { PageHead } from './PageHead.tsx';

/** Wraps pages for creators; other users see how to become one. */
export function CreatorArea({ children }: { children: (user: UserModel) => ReactNode }) {
  const viewer = useViewer();
  const creator = viewer.status === 'in' && isCreator(viewer.user);
  useCreatorToast(creator);
  if (viewer.status !== 'in') return null;
  if (creator) return children(viewer.user);
  return (
    <>
      <PageHead title="Become a creator" />
      <CreatorAccess user={viewer.user} />
    </>
  );
}

/** Announces that the viewer has become a creator while the page is open. */
function useCreatorToast(creator: boolean) {
  const before = useRef(creator);
  useEffect(() => {
    if (creator && !before.current) queueToast({ tone: 'success', text: 'You are a creator now.' });
    before.current = creator;
  }, [creator]);
}
