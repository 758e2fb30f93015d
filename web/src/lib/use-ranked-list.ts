import type { LinkState } from '@gyan/contract/links.ts';
import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queueToast } from '#ui/toast-queue.ts';
import { ApiProblem, offlineProblem } from './api-problem.ts';
import { changed, placeAt, type RankedChange, RankedChanges } from './ranked-changes.ts';
import type { Ranked } from './ranks.ts';

export interface RankedListOptions<Item extends Ranked> {
  /** The query key of the list; it must contain the owner's id. */
  queryKey: readonly unknown[];
  /** Loads the complete list, because the last rank must be known. */
  load: (signal: AbortSignal) => Promise<Item[]>;
  link: (id: number, rank: number) => Promise<LinkState>;
  unlink: (id: number) => Promise<unknown>;
  nameOf: (item: Item) => string;
}

/** By list, and independent of components: changes are still sent after the page is left. */
const allChanges = new Map<string, RankedChanges<never>>();

function changesOf<Item extends Ranked>(
  client: QueryClient,
  { queryKey, link, unlink, nameOf }: RankedListOptions<Item>,
): RankedChanges<Item> {
  const name = hashKey(queryKey);
  const known = allChanges.get(name) as RankedChanges<Item> | undefined;
  if (known) return known;
  const confirmed = () => client.getQueryData<Item[]>(queryKey) ?? [];
  const made = new RankedChanges<Item>({
    confirmed,
    setConfirmed: (list) => {
      // A response in flight may be older than this change.
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, list);
    },
    link,
    unlink,
    onRefused: (change, error) =>
      queueToast({ tone: 'danger', text: refusalText(change, nameOf(change.item), confirmed(), error) }),
    onOutdated: () => void client.invalidateQueries({ queryKey }),
  });
  allChanges.set(name, made as unknown as RankedChanges<never>);
  return made;
}

function refusalText(
  { kind, item: { id } }: RankedChange<Ranked>,
  name: string,
  confirmed: readonly Ranked[],
  error: unknown,
): string {
  const { detail } = error instanceof ApiProblem ? error : offlineProblem();
  if (kind === 'remove') return `“${name}” is still there. ${detail}`;
  const isInList = confirmed.some((item) => item.id === id);
  return isInList ? `“${name}” is back where it was. ${detail}` : `“${name}” was not added. ${detail}`;
}

/**
 * A list with optimistic updates: changes are shown at once, sent in the background, and rolled back with a
 * message if the server refuses. Pass `items` and `move` to `SortableList` and `saving` to `SaveState`.
 */
export function useRankedList<Item extends Ranked>(options: RankedListOptions<Item>) {
  const { queryKey, load, nameOf } = options;
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    // It may have changed on another page or device.
    staleTime: 0,
  });
  const changes = changesOf(client, options);
  const { pending, saving } = useSyncExternalStore(changes.subscribe, changes.state, changes.state);
  useEffect(() => changes.rest, [changes]);

  const confirmed = query.data;
  const items = useMemo(
    () => confirmed && pending.reduce<readonly Item[]>(changed, confirmed),
    [confirmed, pending],
  );

  const make = (change: RankedChange<Item>) => {
    void client.cancelQueries({ queryKey });
    void changes.make(change);
  };
  const shown = items ?? [];
  const find = (id: number | string) => shown.find((item) => item.id === id);
  const putAt = (item: Item, index: number) => {
    const others = shown.filter(({ id }) => id !== item.id);
    make({ kind: 'place', item, place: placeAt(others, index) });
  };

  const remove = (id: number) => {
    const item = find(id);
    if (item) make({ kind: 'remove', item });
  };

  return {
    /** Undefined until loaded. */
    items,
    /** The loading state: `isPending`, `error`, `refetch`. */
    query,
    saving,
    has: (id: number) => find(id) !== undefined,
    /** For `onMove` of `SortableList`. */
    move: (id: number | string, _from: number, to: number) => {
      const item = find(id);
      if (item) putAt(item, to);
    },
    /** Appends the items in this order. */
    add: (...added: readonly Item[]) => {
      const list = [...shown];
      for (const item of added.filter(({ id }) => !find(id))) {
        make({ kind: 'place', item, place: placeAt(list, list.length) });
        list.push(item);
      }
    },
    remove,
    /** The same, with a toast that can undo it. */
    removeWithUndo: (id: number) => {
      const item = find(id);
      if (!item) return;
      const place = placeAt(
        shown.filter((other) => other !== item),
        shown.indexOf(item),
      );
      remove(id);
      queueToast({
        text: `“${nameOf(item)}” is removed.`,
        action: { label: 'Undo', onPress: () => make({ kind: 'place', item, place }) },
      });
    },
  };
}
