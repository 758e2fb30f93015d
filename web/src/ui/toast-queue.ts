import type { Toast } from './toast-context.ts';

/*
 * For what has no provider above it: public pages load theirs only when there is something to say, and an act that ends
 * with leaving the page is told on the next one. Whichever provider is there, or comes first, shows what waits.
 */

let waiting: Toast[] = [];
const listeners = new Set<() => void>();

export function queueToast(toast: Toast) {
  waiting.push(toast);
  for (const listener of listeners) listener();
}

export function takeToasts(): Toast[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function onToastQueued(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
