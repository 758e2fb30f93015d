import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ApiProblem } from './api-problem.ts';

/** One page of a list, and the cursor of the next. */
export interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Identified {
  kind?: string;
  id: number;
}

interface Grown {
  items: Identified[];
  nextCursor: string | null;
}

/** Loaded pages by history entry, so that Back restores the length of the list. */
const grown = new Map<string, Grown>();
const maxLists = 40;

function store(key: string, list: Grown) {
  grown.delete(key);
  grown.set(key, list);
  const oldest = grown.keys().next().value;
  if (grown.size > maxLists && oldest !== undefined) grown.delete(oldest);
}

function unique<Item extends Identified>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ kind, id }) => {
    const name = `${kind}:${id}`;
    return !seen.has(name) && seen.add(name);
  });
}

/**
 * A list that grows by one page at a time. The first page comes with the loader; `load` fetches the page
 * after a cursor. `prefetch` loads the next page without showing it.
 */
export function usePages<Item extends Identified>(
  name: string,
  first: PageOf<Item>,
  load: (cursor: string) => Promise<PageOf<Item>>,
) {
  const key = `${useLocation().key} ${name}`;
  const [state, setState] = useState<{ key: string; busy: boolean; problem?: ApiProblem }>({
    key,
    busy: false,
  });
  const ahead = useRef<{ cursor: string; page: Promise<PageOf<Item>> }>(undefined);

  const more = grown.get(key) as (Grown & PageOf<Item>) | undefined;
  const nextCursor = more ? more.nextCursor : first.nextCursor;
  const items = more ? unique([...first.items, ...more.items]) : first.items;
  const current = state.key === key ? state : { key, busy: false };

  const fetchNext = useCallback(
    (cursor: string) => {
      if (ahead.current?.cursor !== cursor) ahead.current = { cursor, page: load(cursor) };
      return ahead.current.page;
    },
    [load],
  );

  const prefetch = () => {
    if (nextCursor !== null) fetchNext(nextCursor).catch(() => undefined);
  };

  const loadMore = async () => {
    if (nextCursor === null || current.busy) return;
    setState({ key, busy: true });
    try {
      const page = await fetchNext(nextCursor);
      store(key, { items: [...(more?.items ?? []), ...page.items], nextCursor: page.nextCursor });
      setState({ key, busy: false });
    } catch (error) {
      ahead.current = undefined;
      setState({ key, busy: false, problem: error as ApiProblem });
    }
  };

  return {
    items,
    hasMore: nextCursor !== null,
    busy: current.busy,
    problem: current.problem,
    loadMore,
    prefetch,
  };
}
