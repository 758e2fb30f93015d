import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshUser } from './actions.ts';

const minute = 60_000;

/** When the server was last asked, whoever asked. */
let askedAt = Number.NEGATIVE_INFINITY;

function refreshAfter(age: number) {
  const now = performance.now();
  if (now - askedAt < age) return;
  askedAt = now;
  // A failure changes nothing for the person: what is known stays shown, and the next call will tell.
  refreshUser().catch(() => undefined);
}

/**
 * Asks who the viewer has become, above all in which role: on arriving at a page and on coming back to the tab, when
 * the last answer is older than `age`. `watching` also asks while the person waits in front of the page.
 */
export function useFreshUser({ age = minute, watching = false } = {}) {
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
