import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { searchPeople } from '#features/users/lazy/people-search.ts';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { QueryScope } from '#lib/QueryScope.tsx';
import { NoResults } from './NoResults.tsx';

/** Users whose name matches; for members only. */
export function PeopleResults({ q }: { q: string }) {
  return (
    <QueryScope>
      <People q={q} />
    </QueryScope>
  );
}

function People({ q }: { q: string }) {
  return (
    <PagedList
      query={useInfiniteQuery(searchPeople(q))}
      itemsOf={(page) => page.userModelVec}
      keyOf={(user: UserModel) => user.userId}
      label="People found"
      outline={<UserCardSkeleton />}
      empty={<NoResults />}
      end="That is everybody."
    >
      {(user) => <UserCard user={user} actions={<ConnectionButton user={user} />} />}
    </PagedList>
  );
}
