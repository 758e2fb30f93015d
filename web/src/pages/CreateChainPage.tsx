import type { UserModel } from '@gyan/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CreateChain } from '#features/chains/lazy/CreateChain.tsx';
import { CreatorArea } from '#features/shell/CreatorArea.tsx';
import { ErrorNotice } from '#features/shell/ErrorNotice.tsx';
import { LoadedPage } from '#features/shell/LoadedPage.tsx';
import { PageHead } from '#features/shell/PageHead.tsx';
import { subjectForViewer } from '#features/subjects/lazy/api.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { QueryScope } from '#lib/QueryScope.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';

const notTheirs = new ApiProblem({
  status: 403,
  code: 'forbidden',
  detail: 'Only its owner can add chapters to this subject.',
});

export function Page() {
  const subjectId = useSearchParams()[0].get('sub');
  const standsAlone = subjectId === null || subjectId === '' || subjectId === '-1';
  return (
    <QueryScope>
      <CreatorArea>
        {(user) =>
          standsAlone ? (
            <>
              <PageHead title="Create Chain">
                A chain leads through an idea card by card. Give it a title, then choose its cards.
              </PageHead>
              <CreateChain user={user} subject={undefined} />
            </>
          ) : (
            <Chapter user={user} subjectId={subjectId} />
          )
        }
      </CreatorArea>
    </QueryScope>
  );
}

function Chapter({ user, subjectId }: { user: UserModel; subjectId: string }) {
  const subject = useQuery(subjectForViewer(user.userId, subjectId));
  return (
    <LoadedPage query={subject} outline={<Outline />}>
      {({ id, title, can }) =>
        can?.edit ? (
          <>
            <PageHead title={`Subject: ${title} / Create Chapter`} />
            <CreateChain user={user} subject={{ id, title }} />
          </>
        ) : (
          <ErrorNotice error={notTheirs} />
        )
      }
    </LoadedPage>
  );
}

function Outline() {
  return (
    <>
      <PageHead title="Create Chapter" />
      <SkeletonGroup className="stack">
        <Skeleton shape="text" width="short" />
        <Skeleton shape="button" />
      </SkeletonGroup>
    </>
  );
}
