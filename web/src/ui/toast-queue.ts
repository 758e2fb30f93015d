import type { ReactNode } from 'react';

export interface Toast {
  text: ReactNode;
  tone?: 'plain' | 'success' | 'danger';
  action?: { label: string; onPress: () => void };
  /** Milliseconds; longer by default with an action. */
  hideAfter?: number;
  /** Called when the toast is gone and its action was not pressed. */
  onHide?: () => void;
}

/* Toasts wait here until `Toasts` is loaded. */

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
