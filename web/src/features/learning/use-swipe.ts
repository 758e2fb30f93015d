import { type PointerEvent, useRef } from 'react';

const farEnough = 80;

interface Swipes {
  left?: () => void;
  right?: () => void;
}

/** Handlers for an element that is swiped with a finger. A mouse selects text and does not swipe. */
export function useSwipe({ left, right }: Swipes) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      start.current = pointerType === 'mouse' ? undefined : { x: clientX, y: clientY };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const [dx, dy] = [clientX - start.current.x, clientY - start.current.y];
      start.current = undefined;
      if (Math.abs(dx) < farEnough || Math.abs(dx) < 2 * Math.abs(dy)) return;
      (dx < 0 ? left : right)?.();
    },
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
