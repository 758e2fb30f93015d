import { useInfiniteQuery } from '@tanstack/react-query';
import { ConnectionButton } from '#features/connections/ConnectionButton.tsx';
import { UserCard, UserCardSkeleton } from '#features/users/UserCard.tsx';
import { PagedList } from '#lib/PagedList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { userSuggestions } from './api.ts';
import { reasonText } from './reason.ts';

/** Users whom the viewer may know. */
export function ConnectTab() {
  return (
    <PagedList
      query={useInfiniteQuery(userSuggestions())}
      itemsOf={(page) => page.userSuggestions}
      keyOf={({ connectionModel }) => connectionModel.userId}
      label="People you may know"
      outline={<UserCardSkeleton />}
      empty={
        <EmptyState>
          We don't have any users that you can connect to at this time. Please check back later!
        </EmptyState>
      }
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
