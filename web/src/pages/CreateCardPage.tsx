import { CreatorAccess } from '#features/account/CreatorAccess.tsx';
import { isCreator, useViewer } from '#features/session/store.ts';
import { PageHead } from '#features/shell/PageHead.tsx';
import { Page as NotBuiltPage } from './NotBuiltPage.tsx';

export function Page() {
  const viewer = useViewer();
  if (viewer.status !== 'in') return null;
  if (isCreator(viewer.user)) return <NotBuiltPage />;
  return (
    <>
      <PageHead title="Become a creator" />
      <CreatorAccess user={viewer.user} />
    </>
  );
}
