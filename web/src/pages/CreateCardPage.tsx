import { CreatorArea } from '#features/shell/CreatorArea.tsx';
import { LoadedPage } from '#features/shell/LoadedPage.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { Studio, type StudioProps } from '#features/studio/Studio.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

export function Page() {
  return (
    <CreatorArea>
      {(user) => (
        <QueryScope>
          <PageHead title="Create Card" />
          <Studio user={user} Loaded={LoadedDraft} />
        </QueryScope>
      )}
    </CreatorArea>
  );
}

const LoadedDraft: StudioProps['Loaded'] = ({ query, children }) => (
  <LoadedPage query={query} outline={<Outline />}>
    {children}
  </LoadedPage>
);

const Outline = () => (
  <SkeletonGroup className="stack">
    <Skeleton shape="text" width="wide" />
    <Skeleton shape="picture" />
  </SkeletonGroup>
);
