import { pageSizes } from '@gyan/contract/limits.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListOrdered, Plus } from 'lucide-react';
import { ContentGrid } from '#features/feed/ContentGrid.tsx';
import { saveOnTile } from '#features/saved/SaveButton.tsx';
import { api } from '#features/session/actions.ts';
import { isCreator } from '#features/session/store.ts';
import { listMySubjects } from '#features/subjects/api.ts';
import type { SubjectView } from '#features/subjects/subject-view.ts';
import { editLinkFor } from '#features/tiles/EditLink.tsx';
import { SubjectIcon } from '#features/tiles/Icons.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { queryKeys } from '#lib/query-keys.ts';
import { type PageOf, usePages } from '#lib/use-pages.ts';
import { ButtonLink, type ButtonLinkProps } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MySubjectsSkeleton } from '../MySubjectsSkeleton.tsx';

const limit = pageSizes.myLists;

interface MySubjectsProps {
  user: UserModel;
  /** The first page of the subjects of all users. */
  first: PageOf<SubjectView>;
  loadMore: (cursor: string) => Promise<PageOf<SubjectView>>;
}

/** The subjects the user has created or saved, in the user's order; then those of everybody else. */
export function MySubjects(props: MySubjectsProps) {
  return (
    <QueryScope>
      <Lists {...props} />
    </QueryScope>
  );
}

function Lists({ user, first, loadMore }: MySubjectsProps) {
  const subjects = useInfiniteQuery({
    queryKey: queryKeys.mySubjects(user.userId),
    queryFn: ({ pageParam }) => listMySubjects(api, { limit, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    // Users often come here right after creating, saving or moving a subject.
    staleTime: 0,
  });

  if (subjects.isPending) return <MySubjectsSkeleton />;
  const items = subjects.data?.pages.flatMap((page) => page.items);
  const listed = new Set(items?.map(({ id }) => id));
  const own = paths.profile(user.userId);
  return (
    <>
      {items === undefined && <QueryError query={subjects} />}
      {items?.length === 0 && <Welcome creator={isCreator(user)} />}
      {items !== undefined && items.length > 0 && (
        <>
          <div className="my-actions form-actions list-actions">
            {isCreator(user) && <CreateSubjectLink variant="primary" />}
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
      )}
      <SubjectsOfOthers
        first={first}
        loadMore={loadMore}
        isMine={({ id, owner }) => listed.has(id) || owner.href === own}
      />
    </>
  );
}

/** Subjects that the list above does not show already. */
function SubjectsOfOthers({
  first,
  loadMore,
  isMine,
}: Omit<MySubjectsProps, 'user'> & { isMine: (subject: SubjectView) => boolean }) {
  const pages = usePages('everybody', first, loadMore);
  const items = pages.items.filter((subject) => !isMine(subject));
  if (items.length === 0 && !pages.hasMore) return null;
  return (
    <section className="everybodys" aria-labelledby="everybody">
      <h2 id="everybody">Everybody’s subjects</h2>
      <ContentGrid
        items={items}
        hasMore={pages.hasMore}
        busy={pages.busy}
        problem={pages.problem?.detail}
        onLoad={() => void pages.loadMore()}
        onNear={pages.prefetch}
        actions={saveOnTile}
        headingLevel={3}
      />
    </section>
  );
}

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
      // Users without the creator role learn there how to get it.
      action={<CreateSubjectLink variant={creator ? 'primary' : 'quiet'} />}
    >
      A subject is a course of your own making: chapters in an order, each a chain of cards that lead from one
      idea to the next. {creator ? 'Bind your first one, or save' : 'Save'} one of those below, and you find
      it here.
    </EmptyState>
  );
}
