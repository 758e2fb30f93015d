import type { UserModel } from '@gyan/contract/users.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { originalOf } from '#features/cards/card-view.ts';
import { useEntity } from '#features/entities/store.ts';
import { ChangedOriginal } from '#features/remix/lazy/ChangedOriginal.tsx';
import { RemixLine } from '#features/remix/RemixLine.tsx';
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
          <Create user={user} />
        </QueryScope>
      )}
    </CreatorArea>
  );
}

function Create({ user }: { user: UserModel }) {
  const card = useEntity('card', Number(useSearchParams()[0].get('draft')));
  // A take-over changes the stored draft: the form opens it again.
  const [takeovers, setTakeovers] = useState(0);
  return (
    <>
      {card?.remixOf && (
        <>
          <RemixLine of={originalOf(card.remixOf)} />
          <ChangedOriginal
            userId={user.userId}
            card={card}
            onTaken={() => setTakeovers((count) => count + 1)}
          />
        </>
      )}
      <Studio key={takeovers} user={user} Loaded={LoadedDraft} />
    </>
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
