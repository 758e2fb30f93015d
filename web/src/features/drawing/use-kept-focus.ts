import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in the editor when the focused control goes away, as the keys of the editor work only there: on the
 * row that took the place of a row of the list, otherwise on the page.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
  const last = useRef<{ element: Element; row: number }>(undefined);
  const rows = () => [...(root.current?.querySelectorAll('.drawing-row') ?? [])];
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return;
    const { row } = last.current;
    const inList = rows().at(Math.min(row, rows().length - 1)) ?? root.current?.querySelector('.drawing-add');
    const next = row < 0 ? root.current?.querySelector('.drawing-page') : inList?.querySelector('button');
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = { element: target, row: rows().findIndex((row) => row.contains(target)) };
    },
    // React fires no blur event for an element that it removes.
    onBlur: () => {
      last.current = undefined;
    },
  };
}
