import type { SceneItem } from '@gyan/contract/scenes.ts';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Gesture, hasText, type Preview, startGesture } from './gestures.ts';
import { Handles } from './Handles.tsx';
import { createInk } from './ink.ts';
import { boundsOf } from './model/bounds.ts';
import { findItemAt } from './model/hit-test.ts';
import { gridStep } from './model/snapping.ts';
import { pageColors, strokeColors } from './palette.ts';
import { drawItem, type ItemMarks, type Point } from './paths.ts';
import { ItemView, textAttributes } from './SceneView.tsx';
import { TextBox } from './TextBox.tsx';
import { tools } from './tools.ts';
import type { Drawing } from './use-drawing.ts';
import { limitView, type PageView, type View, zoomAt } from './use-view.ts';

interface CanvasProps {
  drawing: Drawing;
  view: PageView;
  svg: RefObject<SVGSVGElement | null>;
  photoUrl: string | undefined;
  /** The space bar is held: dragging moves the view. */
  isPanning: boolean;
  hintId: string;
}

/** After a pen was used, fingers move the page and do not draw. */
let penWasUsed = false;

interface Touches {
  points: Map<number, Point>;
  view: View;
  /** On the screen, when the fingers came down. */
  centre: Point;
  spread: number;
}

const centreAndSpread = (points: readonly Point[]) => {
  const [one = { x: 0, y: 0 }, other = one] = points;
  return {
    centre: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    spread: Math.hypot(one.x - other.x, one.y - other.y),
  };
};

/** The page: draws the scene and turns pointers into gestures. */
export function Canvas({ drawing, view, svg, photoUrl, isPanning, hintId }: CanvasProps) {
  const { scene, page, measure, tool, style, selection, typing } = drawing;
  const [preview, setPreview] = useState<Preview>();
  const gesture = useRef<Gesture>(undefined);
  const touches = useRef<Touches>({ points: new Map(), view: view.view, centre: { x: 0, y: 0 }, spread: 0 });
  const pan = useRef<{ at: Point; view: View }>(undefined);
  const inkGroup = useRef<SVGGElement>(null);
  const [ink] = useState(createInk);

  const shown = preview?.scene ?? scene;
  const marksOf = useMarks(page, measure);
  const chosen = shown.items.filter(({ id }) => selection.has(id));
  const typed = shown.items.find((item) => item.id === typing);

  const cancel = () => {
    gesture.current = undefined;
    ink.end();
    setPreview(undefined);
  };

  const startPan = (event: PointerEvent) => {
    pan.current = { at: { x: event.clientX, y: event.clientY }, view: view.view };
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'pen') penWasUsed = true;
    svg.current?.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') {
      const { points } = touches.current;
      points.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (points.size === 2) {
        cancel();
        pan.current = undefined;
        touches.current = { points, view: view.view, ...centreAndSpread([...points.values()]) };
      }
      if (points.size >= 2) return;
    }
    const isMiddle = event.button === 1;
    if (event.button > 1) return;
    // The mouse events that follow a touch would take the focus from a text that the touch opens.
    if (event.pointerType !== 'mouse' || isMiddle) event.preventDefault();
    // A press beside the text ends typing, and keeps the focus on the page.
    svg.current?.parentElement?.focus({ preventScroll: true });
    // An empty text goes; a gesture that starts from this scene would bring it back.
    if (tool === 'select' && typed && 'text' in typed && !typed.text) return;
    if (isMiddle || isPanning || (event.pointerType === 'touch' && penWasUsed && tool !== 'select')) {
      startPan(event);
      return;
    }
    const point = view.toPagePoint(event);
    if (tool === 'ink') {
      ink.start(point, event, { page, width: style.width, group: inkGroup.current });
      return;
    }
    const handle = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset['handle'];
    const reach = (event.pointerType === 'touch' ? 14 : 8) * view.unitsPerPixel();
    gesture.current = startGesture(drawing, { point, keys: { shift: event.shiftKey }, handle, reach });
  };

  const move = (event: PointerEvent) => {
    const { points } = touches.current;
    if (points.has(event.pointerId)) {
      points.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (points.size === 2) {
        pinch();
        return;
      }
    }
    if (pan.current) {
      const { at, view: from } = pan.current;
      const unit = view.unitsPerPixel();
      const moved = { x: from.x - (event.clientX - at.x) * unit, y: from.y - (event.clientY - at.y) * unit };
      view.setView(limitView({ zoom: from.zoom, ...moved }, page));
      return;
    }
    if (ink.isDrawing()) ink.move(event, view.toPagePoint);
    else if (gesture.current) {
      setPreview(gesture.current.move(view.toPagePoint(event), { shift: event.shiftKey }));
    }
  };

  const pinch = () => {
    const { points, view: from, centre, spread } = touches.current;
    const now = centreAndSpread([...points.values()]);
    const box = svg.current?.getBoundingClientRect();
    if (!box || spread === 0) return;
    const unit = page.width / from.zoom / box.width;
    const point = { x: from.x + (centre.x - box.left) * unit, y: from.y + (centre.y - box.top) * unit };
    const zoomed = zoomAt(from, point, now.spread / spread, page);
    const zoomedUnit = page.width / zoomed.zoom / box.width;
    view.setView(
      limitView(
        {
          zoom: zoomed.zoom,
          x: point.x - (now.centre.x - box.left) * zoomedUnit,
          y: point.y - (now.centre.y - box.top) * zoomedUnit,
        },
        page,
      ),
    );
  };

  const up = (event: PointerEvent) => {
    touches.current.points.delete(event.pointerId);
    pan.current = undefined;
    const points = ink.end();
    if (points.length > 0) {
      const { color, width } = style;
      drawing.add({ id: drawing.newId(), type: 'ink', color, width, points }, { stay: true });
    }
    gesture.current?.end(view.toPagePoint(event), { shift: event.shiftKey });
    gesture.current = undefined;
    setPreview(undefined);
  };

  const openText = (event: MouseEvent) => {
    if (tool !== 'select') return;
    const hit = findItemAt(scene, view.toPagePoint(event), 8 * view.unitsPerPixel());
    if (hit && hasText(hit)) drawing.startTyping(hit.id);
  };

  usePointer(svg, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: (event) => {
      touches.current.points.delete(event.pointerId);
      pan.current = undefined;
      cancel();
    },
    dblclick: openText,
  });

  const color = 'color' in scene.background ? pageColors[scene.background.color] : '#ffffff';
  const unit = useUnit(svg, page.width / view.view.zoom);
  return (
    <section
      className="drawing-page"
      tabIndex={-1}
      aria-label="Page"
      aria-describedby={hintId}
      data-tool={isPanning ? 'pan' : tool}
    >
      <svg
        ref={svg}
        viewBox={view.viewBox}
        className="drawing-svg"
        {...pictureRole}
        aria-label={`Drawing with ${scene.items.length} ${scene.items.length === 1 ? 'part' : 'parts'}`}
        {...textAttributes}
      >
        <rect width={page.width} height={page.height} fill={color} />
        {photoUrl && (
          <image
            href={photoUrl}
            width={page.width}
            height={page.height}
            preserveAspectRatio="xMidYMid slice"
          />
        )}
        {drawing.grid && <Grid page={page} unit={unit} />}
        {shown.items.map((item) => {
          const { marks, turn } = marksOf(item);
          return <ItemView key={item.id} marks={marks} turn={turn} />;
        })}
        <g ref={inkGroup} fill={strokeColors[style.color]} className="drawing-ink" />
        {preview?.anchor && <Anchor item={preview.anchor} page={page} unit={unit} />}
        {preview?.guides?.map(({ axis, at }) => (
          <path
            key={`${axis} ${at}`}
            d={axis === 'x' ? `M${at} 0V${page.height}` : `M0 ${at}H${page.width}`}
            className="drawing-guide"
            strokeWidth={unit}
          />
        ))}
        {preview?.band && <rect {...preview.band} className="drawing-band" strokeWidth={unit} />}
        {tool === 'select' && chosen.length > 0 && !typed && (
          <Handles items={chosen} page={page} unit={unit} />
        )}
      </svg>
      {typed && 'box' in typed && <TextBox key={typed.id} drawing={drawing} item={typed} view={view.view} />}
      {scene.items.length === 0 && !preview && <FirstHint tool={tool} />}
    </section>
  );
}

const pictureRole = { role: 'img' } as const;

type Listeners = Record<
  'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
  (event: PointerEvent) => void
> &
  Record<'dblclick', (event: MouseEvent) => void>;

/** For the pointer only: the list beside the page does the same for the keyboard, so the page is no control. */
function usePointer(svg: RefObject<SVGSVGElement | null>, listeners: Listeners) {
  const onPointer = useEffectEvent((event: MouseEvent) => {
    if (event.type === 'dblclick') listeners.dblclick(event);
    else listeners[event.type as 'pointerdown'](event as PointerEvent);
  });
  useEffect(() => {
    const element = svg.current;
    const listen = (event: MouseEvent) => onPointer(event);
    const types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'dblclick'] as const;
    for (const type of types) element?.addEventListener(type, listen);
    return () => {
      for (const type of types) element?.removeEventListener(type, listen);
    };
  }, [svg]);
}

function FirstHint({ tool }: { tool: Drawing['tool'] }) {
  return (
    <p className="drawing-first" aria-hidden="true">
      {tools.find((info) => info.tool === tool)?.hint}
    </p>
  );
}

/** Page units per pixel of the screen, as state: it changes with the size of the window. */
function useUnit(svg: RefObject<SVGSVGElement | null>, visibleWidth: number): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = svg.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || 800));
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg]);
  return visibleWidth / width;
}

function rememberMarks(page: Drawing['page'], measure: Drawing['measure']) {
  const known = new WeakMap<SceneItem, ItemMarks>();
  return (item: SceneItem) => {
    const marks = known.get(item) ?? drawItem(item, page, measure);
    known.set(item, marks);
    return marks;
  };
}

/** Marks are computed once per item: an edit gives the items that it changes a new identity. */
function useMarks(page: Drawing['page'], measure: Drawing['measure']) {
  return useMemo(() => rememberMarks(page, measure), [page, measure]);
}

const Grid = ({ page, unit }: { page: Drawing['page']; unit: number }) => (
  <>
    <pattern id="drawing-grid" width={gridStep} height={gridStep} patternUnits="userSpaceOnUse">
      <circle
        cx={gridStep / 2}
        cy={gridStep / 2}
        r={1.1 * Math.max(unit, 0.8)}
        className="drawing-grid-dot"
      />
    </pattern>
    <rect
      x={-gridStep / 2}
      y={-gridStep / 2}
      width={page.width + gridStep}
      height={page.height + gridStep}
      fill="url(#drawing-grid)"
      transform={`translate(${gridStep / 2} ${gridStep / 2})`}
    />
  </>
);

function Anchor({ item, page, unit }: { item: SceneItem; page: Drawing['page']; unit: number }) {
  const { x, y, width, height } = boundsOf(item, page);
  const gap = 6 * unit;
  return (
    <rect
      x={x - gap}
      y={y - gap}
      width={width + 2 * gap}
      height={height + 2 * gap}
      rx={6 * unit}
      className="drawing-anchor"
      strokeWidth={3 * unit}
    />
  );
}
