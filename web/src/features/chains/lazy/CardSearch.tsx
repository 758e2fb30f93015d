import { lengths } from '@gyan/contract/limits.ts';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PickTable } from '#features/tiles/lazy/PickTable.tsx';
import { paths } from '#lib/paths.ts';
import { QueryError } from '#lib/QueryError.tsx';
import { RowSkeletons } from '#lib/RowSkeletons.tsx';
import { cardCount } from '#lib/text.ts';
import { Alert } from '#ui/Alert.tsx';
import { announce } from '#ui/announcer.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { type CardPage, type ChainCards, cardsToAdd } from './api.ts';
import { cardRow } from './card-row.ts';

interface CardSearchProps {
  userId: number;
  cards: ChainCards;
}

/** Finds cards to add to a chain. The query is kept in the URL. */
export function CardSearch({ userId, cards }: CardSearchProps) {
  const { q, text, type, search } = useTypedSearch();
  const query = useInfiniteQuery({ ...cardsToAdd(userId, q), placeholderData: keepPreviousData });
  useAnnouncedResult(q, query.isPlaceholderData ? undefined : query.data?.pages[0]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };

  return (
    <>
      <search>
        <form className="find-form" onSubmit={submit}>
          <Field label="Search for cards" labelHidden>
            <TextInput
              type="search"
              value={text}
              onChange={({ target }) => type(target.value)}
              placeholder="A word of its title, text or tags"
              autoComplete="off"
              enterKeyHint="search"
              maxLength={lengths.query}
            />
          </Field>
          <Button
            type="submit"
            busy={query.isFetching && !query.isFetchingNextPage && q !== ''}
            icon={<Search size={18} aria-hidden="true" />}
          >
            Search
          </Button>
        </form>
      </search>
      <Found q={q} query={query} cards={cards} />
    </>
  );
}

interface FoundProps {
  q: string;
  query: UseInfiniteQueryResult<InfiniteData<CardPage>>;
  cards: ChainCards;
}

function Found({ q, query, cards }: FoundProps) {
  if (query.isPending) return <RowSkeletons />;
  if (query.data === undefined) return <QueryError query={query} />;
  const found = new Map(query.data.pages.flatMap((page) => page.cards).map((card) => [card.id, card]));
  if (found.size === 0) return <NoResults q={q} />;
  const add = (ids: readonly number[]) => {
    cards.add(...ids.flatMap((id) => found.get(id) ?? []));
    announce(
      ids.length === 1 ? `“${found.get(ids[0] ?? 0)?.title}” is added.` : `${cardCount(ids.length)} added.`,
    );
  };
  return (
    <div>
      {q === '' && <h3 className="editor-note">Your newest cards</h3>}
      <PickTable
        caption={q === '' ? 'Your newest cards' : `Cards found for ${q}`}
        noun="Card"
        items={[...found.values()].map(cardRow)}
        isIn={cards.has}
        onAdd={add}
        onRemove={cards.removeWithUndo}
      />
      {query.isFetchNextPageError && (
        <div className="card-search-error">
          <Alert tone="danger">{query.error?.message}</Alert>
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          shown={found.size}
          hasMore
          busy={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </div>
  );
}

function NoResults({ q }: { q: string }) {
  return q === '' ? (
    <EmptyState
      title="You have no cards of your own yet"
      action={<ButtonLink to={paths.createCard}>Create a Gyan Card</ButtonLink>}
    >
      Search above for cards of others: any of them can be part of your chain.
    </EmptyState>
  ) : (
    <EmptyState title="Not found any cards.">
      No card has “{q}” in its title, its text or its tags. Another word may find it.
    </EmptyState>
  );
}

/** Shorter queries do not search; typing is debounced. */
const minLength = 2;
const pause = 300;

function useTypedSearch() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q')?.trim() ?? '';
  const [text, setText] = useState(q);

  const search = (wanted: string) =>
    setParams(
      (previous) => {
        if (wanted === '') previous.delete('q');
        else previous.set('q', wanted);
        return previous;
      },
      { replace: true, preventScrollReset: true },
    );

  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const wanted = text.trim();
  const isEnough = wanted === '' || [...wanted].length >= minLength;
  useEffect(() => {
    if (wanted === q || !isEnough) return undefined;
    const timer = setTimeout(() => latest.current(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted, q, isEnough]);

  return { q, text, type: setText, search: () => search(wanted) };
}

/** Announces the result of each search once. */
function useAnnouncedResult(q: string, first: CardPage | undefined) {
  useEffect(() => {
    if (first === undefined || q === '') return;
    const count = first.cards.length;
    announce(
      count === 0
        ? 'Not found any cards.'
        : `${first.nextCursor ? 'More than ' : ''}${cardCount(count)} found`,
    );
  }, [q, first]);
}
