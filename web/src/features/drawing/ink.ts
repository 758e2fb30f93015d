import type { InkPoint } from '@gyan/contract/scenes.ts';
import type { Size } from './geometry.ts';
import { toUnit } from './model/bounds.ts';
import { inkWidths } from './palette.ts';
import { inkPath } from './paths.ts';
import type { Drawing } from './use-drawing.ts';
import type { PageView } from './use-view.ts';

/** Ink points that are nearer are left out, in page units. */
const inkStep = 1.2;
const mostInkPoints = 4_900;
/** A frame draws at most this many points again, so that a long stroke is as quick as a short one. */
const partLength = 120;
/** Parts share points, so that their seams are not seen. The finished stroke is drawn as one. */
const overlap = 12;

interface InkOptions {
  page: Size;
  width: Drawing['style']['width'];
  /** Gets the paths of the stroke. */
  group: SVGGElement | null;
}

/** Draws a stroke without React while the pen is down. */
export function startInk(first: PointerEvent, firstView: PageView, { page, width, group }: InkOptions) {
  const hasPressure = first.pointerType === 'pen';
  const points: InkPoint[] = [];
  let last = firstView.toPagePoint(first);
  /** Points before this one are in paths that no longer change. */
  let settled = 0;
  let frame = 0;

  const addPath = () => group?.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
  const drawPart = (end: number) => {
    const part = points.slice(Math.max(settled - overlap, 0), end);
    group?.lastElementChild?.setAttribute('d', inkPath(part, inkWidths[width], page));
  };
  const draw = () => {
    frame = 0;
    while (points.length > settled + partLength) {
      drawPart(settled + partLength);
      settled += partLength;
      addPath();
    }
    drawPart(points.length);
  };
  const add = (event: PointerEvent, view: PageView) => {
    if (points.length >= mostInkPoints) return;
    const { x, y } = view.toPagePoint(event);
    if (points.length > 0 && Math.hypot(x - last.x, y - last.y) < inkStep) return;
    last = { x, y };
    const [unitX, unitY] = [toUnit(x / page.width), toUnit(y / page.height)];
    points.push(hasPressure ? [unitX, unitY, Math.round(event.pressure * 100) / 100] : [unitX, unitY]);
    if (frame === 0) frame = requestAnimationFrame(draw);
  };

  addPath();
  add(first, firstView);
  return {
    move: (event: PointerEvent, view: PageView) => {
      const events = event.getCoalescedEvents();
      for (const one of events.length > 0 ? events : [event]) add(one, view);
    },
    /** Removes the stroke from the group and gives its points. */
    end: (): InkPoint[] => {
      cancelAnimationFrame(frame);
      group?.replaceChildren();
      return points;
    },
  };
}
