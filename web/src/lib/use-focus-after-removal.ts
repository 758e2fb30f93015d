import { type RefObject, useEffect, useRef } from 'react';

/** Focuses `target` when the list is shorter than before and the focus was lost with the removed entry. */
export function useFocusAfterRemoval(count: number, target: RefObject<HTMLElement | null>) {
  const lastCount = useRef(count);
  useEffect(() => {
    if (count < lastCount.current && document.activeElement === document.body) target.current?.focus();
    lastCount.current = count;
  }, [count, target]);
}
