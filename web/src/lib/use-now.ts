import { useSyncExternalStore } from 'react';
import { useSite } from './site.ts';

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 60_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current() {
  now ||= Date.now();
  return now;
}

/**
 * The current time, updated once a minute; the server's time during hydration, so that both render the same.
 */
export function useNow(): number {
  const { renderedAt } = useSite();
  return useSyncExternalStore(subscribe, current, () => renderedAt);
}
