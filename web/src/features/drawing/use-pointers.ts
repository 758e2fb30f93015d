import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Point } from './geometry.ts';
import type { Preview } from './gestures/gesture.ts';
import { startGesture } from './gestures/start-gesture.ts';
import { startInk } from './ink.ts';
import type { Drawing } from './use-drawing.ts';
import { limitView, type PageView, pinchView, type View } from './use-view.ts';

/** After a pen was used, fingers move the page and do not draw. */
let penWasUsed = false;

/** One pointer from its press to its release. The view may change meanwhile. */
interface Drag {
  pointerId: number;
  isPen: boolean;
  move: (event: PointerEvent, view: PageView) => void;
  end: (event: PointerEvent, view: PageView) => void;
  cancel: () => void;
}

type DragActions = Omit<Drag, 'pointerId' | 'isPen'>;

/** Two fingers on the page, and the view when they came down. */
interface Pinch {
  view: View;
  fingers: [Point, Point];
}

const onScreen = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

const pan = (first: PointerEvent, { view: from }: PageView, page: Drawing['page']): DragActions => ({
  move: (event, view) => {
    const unit = view.unitsPerPixel();
    const [dx, dy] = [event.clientX - first.clientX, event.clientY - first.clientY];
    view.setView(limitView({ zoom: from.zoom, x: from.x - dx * unit, y: from.y - dy * unit }, page));
  },
  end: () => undefined,
  cancel: () => undefined,
});

interface PointerOptions {
  drawing: Drawing;
  view: PageView;
  svg: RefObject<SVGSVGElement | null>;
  /** Gets the ink while it is drawn. */
  inkGroup: RefObject<SVGGElement | null>;
  /** The space bar is held: dragging moves the view. */
  isPanning: boolean;
  onDoubleClick: (event: MouseEvent) => void;
}

/**
 * Turns pointers into edits, ink and moves of the view. Returns what the gesture under way shows. For the pointer only:
 * the list beside the page does the same for the keyboard, so the page is no control.
 */
export function usePointers({ drawing, view, svg, inkGroup, isPanning, onDoubleClick }: PointerOptions) {
  const { scene, page, tool, style } = drawing;
  const [preview, setPreview] = useState<Preview>();
  const drag = useRef<Drag>(undefined);
  const touches = useRef(new Map<number, Point>());
  const pinch = useRef<Pinch>(undefined);

  const cancelDrag = () => {
    drag.current?.cancel();
    drag.current = undefined;
  };

  const drawInk = (event: PointerEvent): DragActions => {
    const ink = startInk(event, view, { page, width: style.width, group: inkGroup.current });
    return {
      move: ink.move,
      end: () => {
        const { color, width } = style;
        drawing.add({ id: drawing.newId(), type: 'ink', color, width, points: ink.end() }, { stay: true });
      },
      cancel: ink.end,
    };
  };

  const applyTool = (event: PointerEvent): DragActions | undefined => {
    const handle = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset['handle'];
    const reach = (event.pointerType === 'touch' ? 14 : 8) * view.unitsPerPixel();
    const keysOf = ({ shiftKey }: PointerEvent) => ({ shift: shiftKey });
    const press = { point: view.toPagePoint(event), keys: keysOf(event), handle, reach };
    const gesture = startGesture(drawing, press);
    return (
      gesture && {
        move: (moved, current) => setPreview(gesture.move(current.toPagePoint(moved), keysOf(moved))),
        end: (released, current) => {
          gesture.end(current.toPagePoint(released), keysOf(released));
          setPreview(undefined);
        },
        cancel: () => setPreview(undefined),
      }
    );
  };

  const startDrag = (event: PointerEvent): DragActions | undefined => {
    const isMiddle = event.button === 1;
    if (event.button > 1) return undefined;
    // The mouse events that follow a touch would take the focus from a text that the touch opens.
    if (event.pointerType !== 'mouse' || isMiddle) event.preventDefault();
    const typed = scene.items.find(({ id }) => id === drawing.typing);
    // A press beside the text ends typing, and keeps the focus on the page.
    svg.current?.parentElement?.focus({ preventScroll: true });
    // An empty text is deleted; a gesture that starts from this scene would restore it.
    if (tool === 'select' && typed && 'text' in typed && !typed.text) return undefined;
    const fingerPans = event.pointerType === 'touch' && penWasUsed && tool !== 'select';
    if (isMiddle || isPanning || fingerPans) return pan(event, view, page);
    return tool === 'ink' ? drawInk(event) : applyTool(event);
  };

  const down = (event: PointerEvent) => {
    const isPen = event.pointerType === 'pen';
    if (isPen) penWasUsed = true;
    // A hand that rests on the page does not disturb the pen.
    if (drag.current?.isPen) return;
    svg.current?.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') {
      touches.current.set(event.pointerId, onScreen(event));
      const [one, other] = touches.current.values();
      if (one && other) {
        cancelDrag();
        pinch.current ??= { view: view.view, fingers: [one, other] };
        return;
      }
    }
    if (drag.current && !isPen) return;
    cancelDrag();
    const actions = startDrag(event);
    drag.current = actions && { pointerId: event.pointerId, isPen, ...actions };
  };

  const move = (event: PointerEvent) => {
    if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, onScreen(event));
    const [one, other] = touches.current.values();
    const box = svg.current?.getBoundingClientRect();
    if (pinch.current && one && other && box) {
      const { view: from, fingers } = pinch.current;
      view.setView(pinchView(from, fingers, [one, other], box, page));
    } else if (drag.current?.pointerId === event.pointerId) drag.current.move(event, view);
  };

  /** Forgets a pointer; returns what it was doing. */
  const release = (event: PointerEvent): Drag | undefined => {
    touches.current.delete(event.pointerId);
    if (touches.current.size < 2) pinch.current = undefined;
    if (drag.current?.pointerId !== event.pointerId) return undefined;
    const ended = drag.current;
    drag.current = undefined;
    return ended;
  };

  const onPointer = useEffectEvent((event: MouseEvent) => {
    if (event.type === 'dblclick') onDoubleClick(event);
    else if (!(event instanceof PointerEvent)) return;
    else if (event.type === 'pointerdown') down(event);
    else if (event.type === 'pointermove') move(event);
    else if (event.type === 'pointerup') release(event)?.end(event, view);
    else release(event)?.cancel();
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
  return preview;
}
