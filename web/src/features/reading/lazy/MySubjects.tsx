import { pageSizes } from '@gyan/contract/limits.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListOrdered, Plus } from 'lucide-react';
import { ContentGrid } from '#features/feed/ContentGrid.tsx';
import type { ContentView } from '#features/feed/feed-view.ts';
import { api } from '#features/session/actions.ts';
import { isCreator } from '#features/session/store.ts';
import { listMySubjects } from '#features/subjects/api.ts';
import { EditLink } from '#features/tiles/EditLink.tsx';
import { SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { ButtonLink, type ButtonLinkProps } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MySubjectsSkeleton } from '../MySubjectsSkeleton.tsx';

const limit = pageSizes.myLists;

/** The subjects the user has created or saved, in the user's order. */
export function MySubjects({ user }: { user: UserModel }) {
  return (
    <QueryScope>
      <List user={user} />
    </QueryScope>
  );
}

function List({ user }: { user: UserModel }) {
  const subjects = useInfiniteQuery({
    queryKey: queryKeys.mySubjects(user.userId),
    queryFn: ({ pageParam }) => listMySubjects(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Users often come here right after creating, saving or moving a subject.
    staleTime: 0,
  });

  if (subjects.isPending) return <MySubjectsSkeleton />;
  if (subjects.data === undefined) return <QueryError query={subjects} />;
  const items = subjects.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Welcome creator={isCreator(user)} />;
  return (
    <>
      <div className="my-actions form-actions">
        {isCreator(user) ? (
          <CreateSubjectLink variant="primary" />
        ) : (
          <ButtonLink to={paths.trendingSubjects}>Browse subjects</ButtonLink>
        )}
        <ButtonLink to={paths.editSubjects} icon={<ListOrdered size={20} aria-hidden="true" />}>
          Edit Subjects
        </ButtonLink>
      </div>
      <ContentGrid
        items={items}
        hasMore={subjects.hasNextPage}
        busy={subjects.isFetchingNextPage}
        problem={subjects.isFetchNextPageError ? subjects.error?.message : undefined}
        onLoad={() => void subjects.fetchNextPage()}
        end="These are all your subjects."
        actions={editLinkFor(user.userId)}
        eager={2}
      />
    </>
  );
}

const editLinkFor =
  (userId: number) =>
  ({ id, title, owner }: ContentView) =>
    owner.href === paths.profile(userId) && <EditLink to={paths.editSubject(id)} title={title} />;

const CreateSubjectLink = ({ variant }: Pick<ButtonLinkProps, 'variant'>) => (
  <ButtonLink to={paths.createSubject} variant={variant} icon={<Plus size={20} aria-hidden="true" />}>
    Create a Subject
  </ButtonLink>
);

function Welcome({ creator }: { creator: boolean }) {
  return (
    <EmptyState
      icon={<SubjectIcon />}
      title="Welcome to your subjects"
      action={
        creator ? (
          <>
            <CreateSubjectLink variant="primary" />
            <ButtonLink to={paths.trendingSubjects}>Browse subjects</ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to={paths.trendingSubjects} variant="primary">
              Browse subjects
            </ButtonLink>
            {/* Users without the creator role learn there how to get it. */}
            <CreateSubjectLink variant="quiet" />
          </>
        )
      }
    >
      A subject is a course of your own making: chapters in an order, each a chain of cards that lead from one
      idea to the next. {creator ? 'Bind your first one, or save' : 'Save'} one that you would like to keep at
      hand, and it stands here.
    </EmptyState>
  );
}
