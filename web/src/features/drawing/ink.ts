import type { InkPoint } from '@gyan/contract/scenes.ts';
import { toInkPoint } from './gestures.ts';
import { inkWidths } from './palette.ts';
import { inkPath, type Point } from './paths.ts';
import type { Drawing } from './use-drawing.ts';
import type { PageView } from './use-view.ts';

/** Ink points that are nearer are left out, in page units. */
const inkStep = 1.2;
const mostInkPoints = 4_900;

interface InkLook {
  page: Drawing['page'];
  width: Drawing['style']['width'];
  path: SVGPathElement | null;
}

/** Ink is drawn without React while the pen is down: each frame sets one attribute. */
export function createInk() {
  let stroke: (InkLook & { points: InkPoint[]; last: Point; hasPressure: boolean }) | undefined;
  let frame = 0;
  const draw = () => {
    frame = 0;
    if (!stroke) return;
    const { points, width, page, path } = stroke;
    path?.setAttribute('d', inkPath(points, inkWidths[width], page));
  };
  const add = (point: Point, pressure: number) => {
    if (!stroke || stroke.points.length >= mostInkPoints) return;
    const { points, last, page, hasPressure } = stroke;
    if (points.length > 0 && Math.hypot(point.x - last.x, point.y - last.y) < inkStep) return;
    stroke.last = point;
    points.push(toInkPoint(point, page, hasPressure ? pressure : undefined));
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  /** Ends the stroke and gives its points. */
  const end = (): InkPoint[] => {
    cancelAnimationFrame(frame);
    frame = 0;
    const { points = [], path } = stroke ?? {};
    path?.removeAttribute('d');
    stroke = undefined;
    return points;
  };
  return {
    isDrawing: () => stroke !== undefined,
    start: (point: Point, { pointerType, pressure }: PointerEvent, look: InkLook) => {
      stroke = { ...look, points: [], last: point, hasPressure: pointerType === 'pen' };
      add(point, pressure);
    },
    move: (event: PointerEvent, toPagePoint: PageView['toPagePoint']) => {
      const events = event.getCoalescedEvents();
      for (const one of events.length > 0 ? events : [event]) add(toPagePoint(one), one.pressure);
    },
    end,
  };
}
