import { useEffect, useRef, useState } from 'react';

export const alertHidesAfter = 5000;

/**
 * Calls `hide` after `ms` without hover or focus; spread the handlers on the element. Leaving it restarts the
 * timer, so that users can finish reading.
 */
export function useAutoHide(ms: number | undefined, hide: () => void) {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const latestHide = useRef(hide);
  useEffect(() => {
    latestHide.current = hide;
  });
  const running = ms !== undefined && !held.pointer && !held.focus;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => latestHide.current(), ms);
    return () => clearTimeout(timer);
  }, [running, ms]);
  return {
    onPointerEnter: () => setHeld((was) => ({ ...was, pointer: true })),
    onPointerLeave: () => setHeld((was) => ({ ...was, pointer: false })),
    onFocus: () => setHeld((was) => ({ ...was, focus: true })),
    onBlur: () => setHeld((was) => ({ ...was, focus: false })),
  };
}
