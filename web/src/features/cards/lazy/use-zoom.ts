import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Size } from '#ui/crop-geometry.ts';
import { limitPan, unzoomed, type Zoom, zoomAround } from './zoom.ts';

interface ZoomOptions {
  picture: Size;
  onSwipeLeft: () => void;
  onSwipeRight: () => void;
}

interface Point {
  x: number;
  y: number;
}

/** A swipe is at least this long, and more horizontal than vertical. */
const swipeLength = 60;
const doubleClickZoom = 2.5;

const middleOf = ([a, b = a]: Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
});

const distanceOf = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/**
 * Zoom and pan of a picture by wheel, pinch, drag and double click, and swipes while it is not zoomed. Put `stage` on
 * the element that shows the picture, and spread `handlers` on it.
 */
export function useZoom({ picture: { width, height }, onSwipeLeft, onSwipeRight }: ZoomOptions) {
  const stage = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(unzoomed);
  const pointers = useRef(new Map<number, Point>());
  const swipeStart = useRef<Point>(undefined);

  const change = useCallback(
    (update: (previous: Zoom) => Zoom) => {
      const screen = stage.current?.getBoundingClientRect();
      if (screen) setZoom((previous) => limitPan(update(previous), { width, height }, screen));
    },
    [width, height],
  );
  const zoomBy = useCallback(
    (factor: number, point = { x: 0, y: 0 }) => change((previous) => zoomAround(previous, factor, point)),
    [change],
  );
  const panBy = (x: number, y: number) =>
    change((previous) => ({ ...previous, x: previous.x + x, y: previous.y + y }));
  const reset = () => setZoom(unzoomed);

  /** Relative to the centre of the stage. */
  const pointOf = useCallback(({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { x = 0, y = 0, width: w = 0, height: h = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: clientX - x - w / 2, y: clientY - y - h / 2 };
  }, []);

  // React's own wheel listener is passive and could not keep the page from zooming.
  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 300), pointOf(event));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [zoomBy, pointOf]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // The page behind may listen for swipes too.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    pointers.current.set(event.pointerId, point);
    swipeStart.current = pointers.current.size === 1 && zoom.scale === 1 ? point : undefined;
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!pointers.current.has(event.pointerId)) return;
    const before = [...pointers.current.values()];
    pointers.current.set(event.pointerId, pointOf(event));
    const now = [...pointers.current.values()];
    const [from, to] = [middleOf(before), middleOf(now)];
    if (now.length > 1) zoomBy(distanceOf(now) / Math.max(1, distanceOf(before)), to);
    panBy(to.x - from.x, to.y - from.y);
  };

  const onPointerUp = (event: PointerEvent) => {
    const start = swipeStart.current;
    pointers.current.delete(event.pointerId);
    swipeStart.current = undefined;
    if (!start) return;
    const end = pointOf(event);
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    if (Math.abs(dx) < swipeLength || Math.abs(dx) < Math.abs(dy)) return;
    (dx < 0 ? onSwipeLeft : onSwipeRight)();
  };

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
      swipeStart.current = undefined;
    },
    onDoubleClick: (event: MouseEvent) => {
      if (zoom.scale > 1) reset();
      else zoomBy(doubleClickZoom, pointOf(event));
    },
  };
  return { stage, zoom, zoomBy, panBy, reset, handlers };
}
