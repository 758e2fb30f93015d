import { useEffect, useRef, useState } from 'react';

export const alertHidesAfter = 5000;

/**
 * Calls `hide` after `ms` without hover or focus; spread the handlers on the element. Leaving it restarts the
 * timer, so that users can finish reading.
 */
export function useAutoHide(ms: number | undefined, hide: () => void) {
  const [paused, setPaused] = useState({ pointer: false, focus: false });
  const latestHide = useRef(hide);
  useEffect(() => {
    latestHide.current = hide;
  });
  const running = ms !== undefined && !paused.pointer && !paused.focus;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => latestHide.current(), ms);
    return () => clearTimeout(timer);
  }, [running, ms]);
  return {
    onPointerEnter: () => setPaused((previous) => ({ ...previous, pointer: true })),
    onPointerLeave: () => setPaused((previous) => ({ ...previous, pointer: false })),
    onFocus: () => setPaused((previous) => ({ ...previous, focus: true })),
    onBlur: () => setPaused((previous) => ({ ...previous, focus: false })),
  };
}
