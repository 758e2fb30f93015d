import { useEffect, useSyncExternalStore } from 'react';
import { api } from '#features/session/actions.ts';
import { setTitleCount } from '#lib/title.ts';
import { onViewerChange } from '#lib/viewer-change.ts';
import { pollWhileVisible } from './poll-while-visible.ts';

/** How many notices are unread. Not in the query cache, which the top bar of every page would have to load. */
let unread = 0;
const listeners = new Set<() => void>();

export function setUnreadCount(count: number) {
  unread = count;
  setTitleCount(count);
  for (const listener of listeners) listener();
}

onViewerChange(() => setUnreadCount(0));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useUnreadCount = () =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  );

export async function askUnreadCount(signal?: AbortSignal): Promise<void> {
  const { unreadCount } = await api('GET /r/notice_count', { signal });
  if (!signal?.aborted) setUnreadCount(unreadCount);
}

const minute = 60_000;

/** Asks for the count now, every minute while the page is visible, and when it gets the focus. */
export function usePolledUnreadCount(userId: number) {
  useEffect(() => {
    // Another user has another count.
    if (userId > 0) return pollWhileVisible(askUnreadCount, minute);
    return undefined;
  }, [userId]);
  return useUnreadCount();
}
