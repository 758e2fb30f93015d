import { useSyncExternalStore } from 'react';

interface Deletion {
  /** Sends it. `keepalive`: the page is being left. */
  send: (keepalive: boolean) => Promise<void>;
}

/**
 * Deletions that can still be undone. They belong to no component: one is sent when its toast goes, and all are sent
 * when the page is left.
 */
const pending = new Map<string, Deletion>();
const listeners = new Set<() => void>();
let keys: ReadonlySet<string> = new Set();

function changed() {
  keys = new Set(pending.keys());
  for (const listener of listeners) listener();
}

function commitAll() {
  for (const { send } of pending.values()) void send(true);
  pending.clear();
  changed();
}

/** Hides the item with this key until it is deleted or the deletion is undone. */
export function addDeletion(key: string, deletion: Deletion) {
  if (pending.size === 0) addEventListener('pagehide', commitAll);
  pending.set(key, deletion);
  changed();
}

/** Shows the item again. */
export function undoDeletion(key: string) {
  pending.delete(key);
  if (pending.size === 0) removeEventListener('pagehide', commitAll);
  changed();
}

/** Sends the deletion, if it was not undone or sent already. The item stays hidden until the answer is there. */
export async function commitDeletion(key: string) {
  const deletion = pending.get(key);
  if (!deletion) return;
  try {
    await deletion.send(false);
  } finally {
    undoDeletion(key);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The keys of what is hidden. */
export const usePendingDeletions = () => useSyncExternalStore(subscribe, () => keys);
