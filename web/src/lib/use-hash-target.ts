import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the element that the address names and focuses it, once its list is loaded. A cached list may lack it. For
 * elements with a tabindex.
 */
export function useHashTarget({ data, isFetching }: { data: unknown; isFetching: boolean }) {
  const loaded = data !== undefined && !isFetching;
  const { hash, key } = useLocation();
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (!loaded || hash === '' || done.current === key) return;
    done.current = key;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [loaded, hash, key]);
}
