import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshUser } from './actions.ts';

const minute = 60_000;

/** When the user was last requested, by any component. */
let requestedAt = Number.NEGATIVE_INFINITY;

function refreshAfter(age: number) {
  const now = performance.now();
  if (now - requestedAt < age) return;
  requestedAt = now;
  // A failure changes nothing: the known user stays shown.
  refreshUser().catch(() => undefined);
}

/**
 * Reloads the user, whose role may have changed, on navigation and when the tab gets the focus, if the last request is
 * older than `age`. `watching` also polls.
 */
export function useRefreshUser({ age = minute, watching = false } = {}) {
  const { key } = useLocation();
  const arrivedAt = useRef<string>(undefined);
  useEffect(() => {
    if (arrivedAt.current === key) return;
    arrivedAt.current = key;
    refreshAfter(age);
  }, [key, age]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refreshAfter(age);
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    const timer = watching ? setInterval(look, age) : undefined;
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
    };
  }, [age, watching]);
}
