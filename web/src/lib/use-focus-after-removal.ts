import { type RefObject, useEffect, useRef } from 'react';

/** Focuses `target`, which contains or precedes a list, when the focused entry of the list is removed. */
export function useFocusAfterRemoval(count: number, target: RefObject<HTMLElement | null>) {
  const last = useRef<{ count: number; focused: Element | null }>({ count, focused: null });
  useEffect(() => {
    const remember = () => {
      last.current.focused = document.activeElement;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === document.body && last.current.focused?.isConnected === false;
    if (count < last.current.count && isLost) target.current?.focus({ preventScroll: true });
    last.current.count = count;
  }, [count, target]);
}
