import type { InfiniteData } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#lib/api-problem.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { snapshotQueries } from '#lib/snapshot-queries.ts';
import type { PageOf } from '#lib/use-pages.ts';
import { Button } from '#ui/Button.tsx';
import { queueToast } from '#ui/toast-queue.ts';
import { type SavedView, savedItems, sendSaved } from './api.ts';

interface RemoveSavedProps {
  userId: number;
  item: SavedView;
  /** Only out of this list. */
  listId: number | undefined;
}

/** The button goes with its tile: the next one takes the focus, else the one before, else the heading. */
function focusBeside(button: HTMLElement) {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-remove-saved]')];
  const at = buttons.indexOf(button);
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  (buttons[at + 1] ?? buttons[at - 1] ?? heading)?.focus();
}

/** Removes saved content at once, with a toast that brings it back. */
export function RemoveSaved({ userId, item, listId }: RemoveSavedProps) {
  const client = useQueryClient();
  const { queryKey } = savedItems(userId, listId);
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.allSaved(userId) }),
      client.invalidateQueries({ queryKey: queryKeys.savedLists(userId) }),
    ]);
  };

  const bringBack = async () => {
    try {
      // Saving into a list saves too; one after the other, because they change the same item.
      for (const id of listId === undefined && item.listIds.length > 0 ? item.listIds : [listId]) {
        // oxlint-disable-next-line no-await-in-loop -- they change the same item
        await sendSaved(item, { saved: true, listId: id });
      }
    } catch (error) {
      queueToast({ tone: 'danger', text: `“${item.title}” was not saved again. ${reasonOf(error)}` });
    }
    await refresh();
  };

  const remove = async () => {
    const restore = await snapshotQueries(client, queryKey);
    client.setQueryData<InfiniteData<PageOf<SavedView>>>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.filter(({ kind, id }) => kind !== item.kind || id !== item.id),
          })),
        },
    );
    try {
      await sendSaved(item, { saved: false, listId });
      queueToast({
        text: `“${item.title}” is removed.`,
        action: { label: 'Undo', onPress: () => void bringBack() },
      });
    } catch (error) {
      restore();
      queueToast({ tone: 'danger', text: `“${item.title}” is still there. ${reasonOf(error)}` });
    }
    await refresh();
  };

  return (
    <Button
      size="sm"
      variant="quiet"
      data-remove-saved
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget);
        void remove();
      }}
    >
      Remove<span className="sr-only"> {item.title}</span>
    </Button>
  );
}
