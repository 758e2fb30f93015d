import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Point, Size } from './geometry.ts';

export interface View extends Point {
  zoom: number;
}

const mostZoom = 8;

/** Keeps the page in view. */
export function limitView({ zoom, x, y }: View, page: Size): View {
  const limited = Math.min(Math.max(zoom, 1), mostZoom);
  return {
    zoom: limited,
    x: Math.min(Math.max(x, 0), page.width - page.width / limited),
    y: Math.min(Math.max(y, 0), page.height - page.height / limited),
  };
}

/** Zooms so that `point` stays where it is seen. */
function zoomAt(view: View, point: Point, factor: number, page: Size): View {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), mostZoom);
  const scale = view.zoom / zoom;
  return limitView(
    { zoom, x: point.x - (point.x - view.x) * scale, y: point.y - (point.y - view.y) * scale },
    page,
  );
}

const middleOf = ([one, other]: [Point, Point]): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const spreadOf = ([one, other]: [Point, Point]) => Math.hypot(one.x - other.x, one.y - other.y);

/** The view after two fingers moved on the screen: what was between them is still there. */
export function pinchView(
  from: View,
  before: [Point, Point],
  now: [Point, Point],
  box: { left: number; top: number; width: number },
  page: Size,
): View {
  const unit = page.width / from.zoom / box.width;
  const [start, end] = [middleOf(before), middleOf(now)];
  const point = { x: from.x + (start.x - box.left) * unit, y: from.y + (start.y - box.top) * unit };
  const { zoom } = zoomAt(from, point, spreadOf(now) / Math.max(spreadOf(before), 1), page);
  const zoomedUnit = page.width / zoom / box.width;
  const corner = {
    x: point.x - (end.x - box.left) * zoomedUnit,
    y: point.y - (end.y - box.top) * zoomedUnit,
  };
  return limitView({ zoom, ...corner }, page);
}

/** The part of the page that is shown. */
export function useView(page: Size, svg: RefObject<SVGSVGElement | null>) {
  const [view, setView] = useState<View>({ zoom: 1, x: 0, y: 0 });
  const shown = limitView(view, page);
  const toPagePoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: 0, y: 0 };
    const scale = page.width / shown.zoom / box.width;
    return { x: shown.x + (clientX - box.left) * scale, y: shown.y + (clientY - box.top) * scale };
  };
  /** Page units per pixel of the screen. */
  const unitsPerPixel = () => page.width / shown.zoom / (svg.current?.getBoundingClientRect().width || 1);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY / (event.deltaMode === 0 ? 200 : 10));
    setView((before) => zoomAt(limitView(before, page), toPagePoint(event), factor, page));
  });
  useEffect(() => {
    const element = svg.current;
    const wheel = (event: WheelEvent) => onWheel(event);
    // React adds passive listeners, which cannot keep the page from zooming.
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [svg]);

  return {
    view: shown,
    viewBox: `${shown.x} ${shown.y} ${page.width / shown.zoom} ${page.height / shown.zoom}`,
    toPagePoint,
    unitsPerPixel,
    setView,
    zoomBy: (factor: number) =>
      setView((before) => {
        const from = limitView(before, page);
        const half = 0.5 / from.zoom;
        return zoomAt(from, { x: from.x + page.width * half, y: from.y + page.height * half }, factor, page);
      }),
    reset: () => setView({ zoom: 1, x: 0, y: 0 }),
  };
}

export type PageView = ReturnType<typeof useView>;
