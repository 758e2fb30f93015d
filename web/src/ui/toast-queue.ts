import type { Toast } from './toast-context.ts';

/*
 * Queues toasts without a provider: public pages load theirs on demand, and an action that leaves the page
 * shows its toast on the next one. The first available provider shows the queue.
 */

let queue: Toast[] = [];
const listeners = new Set<() => void>();

export function queueToast(toast: Toast) {
  queue.push(toast);
  for (const listener of listeners) listener();
}

export function takeToasts(): Toast[] {
  const queued = queue;
  queue = [];
  return queued;
}

export function onToastQueued(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
