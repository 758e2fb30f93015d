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
  /** Gets the paths of the stroke. */
  group: SVGGElement | null;
}

interface Stroke extends InkLook {
  points: InkPoint[];
  last: Point;
  hasPressure: boolean;
  /** Points before this one are drawn for good. */
  settled: number;
}

/** A frame draws at most this many points again, so that a long stroke is as quick as a short one. */
const partLength = 120;
/** Parts share points, so that their seams are not seen. The finished stroke is drawn as one. */
const overlap = 12;

/** Ink is drawn without React while the pen is down. */
export function createInk() {
  let stroke: Stroke | undefined;
  let frame = 0;
  const drawPart = ({ points, width, page, settled, group }: Stroke, end: number) => {
    const part = points.slice(Math.max(settled - overlap, 0), end);
    group?.lastElementChild?.setAttribute('d', inkPath(part, inkWidths[width], page));
  };
  const addPath = ({ group }: Stroke) =>
    group?.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
  const draw = () => {
    frame = 0;
    if (!stroke) return;
    while (stroke.points.length > stroke.settled + partLength) {
      drawPart(stroke, stroke.settled + partLength);
      stroke.settled += partLength;
      addPath(stroke);
    }
    drawPart(stroke, stroke.points.length);
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
    const { points = [], group } = stroke ?? {};
    group?.replaceChildren();
    stroke = undefined;
    return points;
  };
  return {
    isDrawing: () => stroke !== undefined,
    start: (point: Point, { pointerType, pressure }: PointerEvent, look: InkLook) => {
      stroke = { ...look, points: [], last: point, hasPressure: pointerType === 'pen', settled: 0 };
      addPath(stroke);
      add(point, pressure);
    },
    move: (event: PointerEvent, toPagePoint: PageView['toPagePoint']) => {
      const events = event.getCoalescedEvents();
      for (const one of events.length > 0 ? events : [event]) add(toPagePoint(one), one.pressure);
    },
    end,
  };
}
