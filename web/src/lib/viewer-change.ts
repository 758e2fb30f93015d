const listeners = new Set<() => void>();

/** Calls the listener when another viewer, or none, uses this tab. */
export function onViewerChange(listener: () => void) {
  listeners.add(listener);
}

export function announceViewerChange() {
  for (const listener of listeners) listener();
}
