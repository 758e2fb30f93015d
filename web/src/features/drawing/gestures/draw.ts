import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import type { Area, Point } from '../geometry.ts';
import * as arrange from '../model/arrange.ts';
import * as edits from '../model/edits.ts';
import { findAnchorAt, findItemAt } from '../model/hit-test.ts';
import { snapPoint } from '../model/snapping.ts';
import { newConnector, newLabel, newShape, newText, placeBeside } from '../new-items.ts';
import { textSizes } from '../text-layout.ts';
import type { Drawing } from '../use-drawing.ts';
import {
  areaBetween,
  distance,
  editGesture,
  type Gesture,
  type Keys,
  onPage,
  type Press,
  snapOptions,
} from './gesture.ts';

/** Gestures that add items, and that of the eraser. */

const clickSize = { width: 240, height: 150 };

export function shapeGesture(drawing: Drawing, type: 'box' | 'ellipse', { point, reach }: Press): Gesture {
  const { scene, page, style, newId } = drawing;
  const id = newId();
  const options = snapOptions(drawing, new Set(), reach);
  const start = snapPoint(onPage(point, page), options);
  const areaTo = (to: Point, { shift }: Keys): Area => {
    const end = snapPoint(onPage(to, page), options);
    const side = Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y));
    if (!shift) return areaBetween(start, end);
    return areaBetween(start, {
      x: start.x + Math.sign(end.x - start.x) * side,
      y: start.y + Math.sign(end.y - start.y) * side,
    });
  };
  return {
    move: (to, keys) => ({
      scene: edits.addItems(scene, [newShape(type, id, areaTo(to, keys), style, page)]),
    }),
    end: (to, keys) => {
      const dragged = areaTo(to, keys);
      const isClick = dragged.width < reach && dragged.height < reach;
      const area = isClick
        ? { x: start.x - clickSize.width / 2, y: start.y - clickSize.height / 2, ...clickSize }
        : {
            ...dragged,
            width: Math.max(dragged.width, arrange.smallestSide),
            height: Math.max(dragged.height, arrange.smallestSide),
          };
      const placed = { ...area, x: Math.max(area.x, 0), y: Math.max(area.y, 0) };
      drawing.setTool('select');
      drawing.add(newShape(type, id, placed, style, page));
    },
  };
}

export function connectorGesture(drawing: Drawing, type: 'line' | 'arrow', { point, reach }: Press): Gesture {
  const { scene, page, style, newId } = drawing;
  const id = newId();
  const from = onPage(point, page);
  const fromItem = findAnchorAt(scene, from, reach);
  const endAt = (to: Point, { shift }: Keys) => {
    const end = onPage(to, page);
    const toItem = findAnchorAt(scene, end, reach);
    if (shift && Math.abs(end.x - from.x) > Math.abs(end.y - from.y)) end.y = from.y;
    else if (shift) end.x = from.x;
    const ends = { from, to: end, fromId: fromItem?.id, toId: toItem === fromItem ? undefined : toItem?.id };
    return { item: newConnector(type, id, ends, style, page), toItem };
  };
  return {
    move: (to, keys) => {
      const { item, toItem } = endAt(to, keys);
      return { scene: edits.addItems(scene, [item]), anchor: toItem };
    },
    end: (to, keys) => {
      if (distance(from, to) < reach) return;
      drawing.setTool('select');
      drawing.add(endAt(to, keys).item);
    },
  };
}

export function labelGesture(drawing: Drawing, { point, reach }: Press): Gesture {
  const { scene, page, style, measure, newId } = drawing;
  const id = newId();
  const target = onPage(point, page);
  const labelAt = (centre: Point) => newLabel(id, { target, centre }, style, page, measure);
  return {
    move: (to) =>
      distance(to, target) < reach * 2 ? {} : { scene: edits.addItems(scene, [labelAt(onPage(to, page))]) },
    end: (to) => {
      const size = { width: textSizes[style.width] * 5, height: textSizes[style.width] * 1.6 };
      const isClick = distance(to, target) < reach * 2;
      const centre = isClick ? placeBeside(scene, target, size) : onPage(to, page);
      drawing.add(labelAt(centre), { typing: true });
    },
  };
}

export function textGesture(drawing: Drawing, { reach }: Press): Gesture {
  const { scene, page, style, measure, newId } = drawing;
  return {
    move: () => ({}),
    end: (point) => {
      const hit = findItemAt(scene, point, reach);
      drawing.setTool('select');
      if (hit && hasText(hit)) drawing.startTyping(hit.id);
      else drawing.add(newText(newId(), onPage(point, page), style, page, measure), { typing: true });
    },
  };
}

export const hasText = (item: SceneItem) => 'box' in item;

export function eraserGesture(drawing: Drawing, { point: start, reach }: Press): Gesture {
  const erased = new Set<string>();
  const erase = (point: Point): Scene => {
    const rest = { ...drawing.scene, items: drawing.scene.items.filter(({ id }) => !erased.has(id)) };
    const hit = findItemAt(rest, point, reach);
    if (hit) erased.add(hit.id);
    return edits.deleteItems(drawing.scene, erased);
  };
  erase(start);
  return editGesture(drawing, (point) => ({ scene: erase(point) }));
}
