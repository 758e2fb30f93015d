import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { AdminActions } from './AdminActions.tsx';
import type { peopleOfRole } from './api.ts';

interface PeopleListProps {
  query: ReturnType<typeof peopleOfRole>;
  label: string;
  empty: ReactNode;
}

/** Users with their roles. */
export function PeopleList({ query, label, empty }: PeopleListProps) {
  return (
    <PagedList
      query={useInfiniteQuery(query)}
      itemsOf={(page) => page.userModelVec}
      keyOf={(user: UserModel) => user.userId}
      label={label}
      outline={<UserCardSkeleton />}
      empty={empty}
      end="That is everybody."
    >
      {(user) => <UserCard user={user} actions={<AdminActions user={user} />} />}
    </PagedList>
  );
}
