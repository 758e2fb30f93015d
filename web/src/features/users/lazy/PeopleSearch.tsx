import '../users.css';
import type { UserModel } from '@gyan/contract/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ComponentType, type FormEvent, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PagedList } from '#lib/PagedList.tsx';
import { useQueryInput } from '#lib/use-query-input.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { UserCard, UserCardSkeleton } from '../UserCard.tsx';
import { searchPeople } from './people-search.ts';

interface PeopleSearchProps {
  /** The label of the search box. */
  label: string;
  pathFor: (q: string) => string;
  /** Actions on a found user. */
  Actions: ComponentType<{ user: UserModel }>;
}

function foundText(count: number, more: boolean) {
  return count === 0 ? 'No results' : `${more ? 'More than ' : ''}${count} found`;
}

/** Finds users by name. The query is kept in the URL. */
export function PeopleSearch({ label, pathFor, Actions }: PeopleSearchProps) {
  const q = useSearchParams()[0].get('q')?.trim() ?? '';
  const query = useInfiniteQuery(searchPeople(q));
  const input = useQueryInput(q);
  const navigate = useNavigate();
  const first = query.data?.pages[0];

  const found = first && foundText(first.userModelVec.length, Boolean(first.nextCursor));

  useEffect(() => {
    if (found !== undefined) announce(found);
  }, [found]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === '') input.current?.focus();
    else void navigate(pathFor(wanted));
  };

  const searching = query.isFetching && !query.isFetchingNextPage;
  return (
    <>
      <search>
        <form className="find-people" onSubmit={search}>
          <Field label={label}>
            <TextInput
              ref={input}
              type="search"
              name="q"
              defaultValue={q}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={200}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            busy={searching}
            busyText="Searching"
            icon={<Search size={18} aria-hidden="true" />}
          >
            Search
          </Button>
        </form>
      </search>
      {q !== '' && (
        <PagedList
          query={query}
          itemsOf={(page) => page.userModelVec}
          keyOf={(user: UserModel) => user.userId}
          label="People found"
          outline={<UserCardSkeleton />}
          empty={
            <EmptyState title="No results">
              Nobody here is called “{q}”. Part of a name is enough, and a small slip does no harm.
            </EmptyState>
          }
          end="That is everybody."
        >
          {(user) => <UserCard user={user} actions={<Actions user={user} />} />}
        </PagedList>
      )}
    </>
  );
}
