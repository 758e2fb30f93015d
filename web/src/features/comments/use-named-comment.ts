import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#ui/announcer.ts';
import { commentAnchor } from './CommentItem.tsx';
import type { useThread } from './thread.ts';

/** Older ones are too many requests away. */
const maxPages = 20;

/**
 * Scrolls to the comment that the address names (`#comment-12`) and focuses it. A newer one than the loaded ones is
 * fetched, an older one is looked for page by page.
 */
export function useNamedComment(thread: ReturnType<typeof useThread>) {
  const { hash, key } = useLocation();
  const wanted = Number(/^#comment-(\d+)$/.exec(hash)?.[1] ?? 0);
  const state = useRef({ key: '', done: false, refetched: false });
  const { data, hasNextPage, isFetching, refetch, fetchNextPage } = thread;

  useEffect(() => {
    if (state.current.key !== key) state.current = { key, done: wanted === 0, refetched: false };
    if (state.current.done || isFetching) return;
    const ids = data.pages.flatMap(({ items }) => items.map(({ id }) => id));
    if (ids.includes(wanted)) {
      state.current.done = true;
      const comment = document.getElementById(commentAnchor(wanted));
      comment?.scrollIntoView({ block: 'center' });
      comment?.focus({ preventScroll: true });
    } else if (!state.current.refetched && wanted > Math.max(0, ...ids)) {
      state.current.refetched = true;
      void refetch();
    } else if (hasNextPage && data.pages.length < maxPages) {
      void fetchNextPage();
    } else {
      state.current.done = true;
      announce('That comment is not here any more.');
    }
  }, [key, wanted, data, hasNextPage, isFetching, refetch, fetchNextPage]);
}
