import './admin.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { peopleFound } from './api.ts';
import { PeopleList } from './PeopleList.tsx';

/** Finds people by name. What is searched for stands in the address. */
export function UserSearch() {
  const q = useSearchParams()[0].get('q')?.trim() ?? '';
  const query = peopleFound(q);
  const { data, isFetching, isFetchingNextPage } = useInfiniteQuery(query);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const first = data?.pages[0];

  useEffect(() => {
    if (first === undefined) return;
    const count = first.userModelVec.length;
    announce(count === 0 ? 'No results' : `${first.nextCursor ? 'More than ' : ''}${count} found`);
  }, [first]);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === '') input.current?.focus();
    else void navigate(paths.adminSearch(wanted));
  };

  const searching = isFetching && !isFetchingNextPage;
  return (
    <>
      <search>
        <form className="find-people" onSubmit={search}>
          <Field label="Search for users" className="grow">
            <TextInput
              key={q}
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
        <PeopleList
          query={query}
          label="People found"
          empty={
            <EmptyState title="No results">
              Nobody here is called “{q}”. Part of a name is enough, and a small slip does no harm.
            </EmptyState>
          }
        />
      )}
    </>
  );
}
