import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { userSuggestions } from './api.ts';
import { reasonText } from './reason.ts';

export function ConnectTab() {
  return (
    <SuggestedPeople
      empty={
        <EmptyState>
          We don't have any users that you can connect to at this time. Please check back later!
        </EmptyState>
      }
    />
  );
}

/** Users whom the viewer may know, and makers of great cards. */
export function SuggestedPeople({ empty }: { empty: ReactNode }) {
  return (
    <PagedList
      query={useInfiniteQuery(userSuggestions())}
      itemsOf={(page) => page.userSuggestions}
      keyOf={({ connectionModel }) => connectionModel.userId}
      label="People you may know"
      outline={<UserCardSkeleton />}
      empty={empty}
      end="That is everybody we can suggest for now."
    >
      {(suggestion) => (
        <UserCard
          user={suggestion.connectionModel}
          note={reasonText(suggestion)}
          actions={<ConnectionButton user={suggestion.connectionModel} />}
        />
      )}
    </PagedList>
  );
}
