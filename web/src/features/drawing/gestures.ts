import type { InkPoint, Scene, SceneItem } from '@gyan/contract/scenes.ts';
import { angleOf, boundsOf, boundsOfAll, flatArea, toUnit } from './model/bounds.ts';
import * as edits from './model/edits.ts';
import { findAnchorAt, findItemAt, findItemsInside } from './model/hit-test.ts';
import { type Guide, snapArea, snapPoint } from './model/snapping.ts';
import { newConnector, newLabel, newShape, newText, placeBeside } from './new-items.ts';
import { type Area, centreOf, type Point, rotate, type Size } from './paths.ts';
import { textSizes } from './text-layout.ts';
import type { Drawing } from './use-drawing.ts';

/** What a gesture shows before it ends. */
export interface Preview {
  scene?: Scene;
  band?: Area;
  guides?: readonly Guide[];
  /** An item that the end of a line would stick to. */
  anchor?: SceneItem | undefined;
}

export interface Keys {
  shift: boolean;
}

/** From the press of a pointer to its release. */
export interface Gesture {
  move: (point: Point, keys: Keys) => Preview;
  end: (point: Point, keys: Keys) => void;
}

export interface Press {
  point: Point;
  keys: Keys;
  /** The handle under the pointer. */
  handle: string | undefined;
  /** How near is on an item, in page units. */
  reach: number;
}

const areaBetween = (one: Point, other: Point): Area => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

const onPage = ({ x, y }: Point, page: Size): Point => ({
  x: Math.min(Math.max(x, 0), page.width),
  y: Math.min(Math.max(y, 0), page.height),
});

const snapOptions = ({ scene, page, grid }: Drawing, ignored: ReadonlySet<string>, reach: number) => ({
  others: scene.items
    .filter((item) => 'box' in item && !ignored.has(item.id))
    .map((item) => boundsOf(item, page)),
  page,
  grid,
  reach,
});

/** A gesture that shows an edit and applies it at its end. */
function editing(
  drawing: Drawing,
  edit: (point: Point, keys: Keys) => Preview & { scene: Scene },
  { atEnd }: { atEnd?: () => void } = {},
): Gesture {
  return {
    move: edit,
    end: (point, keys) => {
      const { scene } = edit(point, keys);
      drawing.apply(() => scene);
      atEnd?.();
    },
  };
}

/** The area after one of its corners or sides was dragged. The opposite one stays. */
function draggedArea(area: Area, handle: string, to: Point, keepsShape: boolean): Area {
  const [left, top] = [area.x, area.y];
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const x1 = handle.includes('w') ? Math.min(to.x, right - edits.smallestSide) : left;
  const x2 = handle.includes('e') ? Math.max(to.x, left + edits.smallestSide) : right;
  const y1 = handle.includes('n') ? Math.min(to.y, bottom - edits.smallestSide) : top;
  const y2 = handle.includes('s') ? Math.max(to.y, top + edits.smallestSide) : bottom;
  const free = { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
  if (!keepsShape || handle.length === 1 || area.width < 1 || area.height < 1) return free;
  const scale = Math.max(free.width / area.width, free.height / area.height);
  const [width, height] = [area.width * scale, area.height * scale];
  return {
    x: handle.includes('w') ? right - width : left,
    y: handle.includes('n') ? bottom - height : top,
    width,
    height,
  };
}

function resize(drawing: Drawing, item: SceneItem, handle: string, reach: number): Gesture {
  const { scene, page, measure } = drawing;
  const area = flatArea(item, page);
  const angle = angleOf(item);
  const centre = centreOf(area);
  return editing(drawing, (point, { shift }) => {
    const snapped = angle === 0 ? snapPoint(point, snapOptions(drawing, new Set([item.id]), reach)) : point;
    const next = draggedArea(area, handle, rotate(snapped, centre, -angle), shift);
    // The side that stays has to stay where it is seen.
    const seen = rotate(centreOf(next), centre, angle);
    const placed = { ...next, x: seen.x - next.width / 2, y: seen.y - next.height / 2 };
    return { scene: edits.resizeItem(scene, item.id, placed, measure) };
  });
}

function turn(drawing: Drawing, start: Point): Gesture {
  const { scene, page, selection, chosen } = drawing;
  const centre = centreOf(boundsOfAll(chosen, page));
  const angleTo = ({ x, y }: Point) => (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI;
  const first = angleTo(start);
  const [single] = chosen.length === 1 ? chosen : [];
  const before = single ? angleOf(single) : 0;
  return editing(drawing, (point, { shift }) => {
    const wanted = before + angleTo(point) - first;
    const step = shift ? 15 : 1;
    const near = Math.round(wanted / 90) * 90;
    const next = !shift && Math.abs(wanted - near) < 4 ? near : Math.round(wanted / step) * step;
    return { scene: edits.turnItems(scene, selection, next - before) };
  });
}

function moveEnd(drawing: Drawing, item: SceneItem, end: 'from' | 'to', reach: number): Gesture {
  const { scene, page } = drawing;
  return editing(drawing, (point) => {
    const anchor = findAnchorAt(without(scene, item.id), point, reach);
    return { scene: edits.setEnd(scene, item.id, end, onPage(point, page), anchor?.id), anchor };
  });
}

const without = (scene: Scene, id: string): Scene => ({
  ...scene,
  items: scene.items.filter((item) => item.id !== id),
});

function moveSelection(drawing: Drawing, ids: ReadonlySet<string>, { point: start, reach }: Press): Gesture {
  const { scene, page } = drawing;
  const moved = scene.items.filter(({ id }) => ids.has(id));
  const bounds = boundsOfAll(moved, page);
  const options = snapOptions(drawing, ids, reach);
  let hasMoved = false;
  return editing(drawing, (point, { shift }) => {
    hasMoved ||= distance(point, start) > reach / 2;
    if (!hasMoved) return { scene };
    const by = { x: point.x - start.x, y: point.y - start.y };
    if (shift && Math.abs(by.x) > Math.abs(by.y)) by.y = 0;
    else if (shift) by.x = 0;
    const snap = snapArea({ ...bounds, x: bounds.x + by.x, y: bounds.y + by.y }, options);
    const step = { x: by.x + snap.by.x, y: by.y + snap.by.y };
    return { scene: edits.moveItems(scene, ids, step), guides: snap.guides };
  });
}

function selectGesture(drawing: Drawing, press: Press): Gesture {
  const { scene, page, selection, chosen } = drawing;
  const { point: start, handle, keys, reach } = press;
  const [single] = chosen.length === 1 ? chosen : [];
  if (handle === 'turn') return turn(drawing, start);
  if (single && (handle === 'from' || handle === 'to')) return moveEnd(drawing, single, handle, reach);
  if (single && handle === 'target') {
    return editing(drawing, (point) => {
      const { x, y } = onPage(point, page);
      return { scene: edits.setTarget(scene, single.id, { x: x / page.width, y: y / page.height }) };
    });
  }
  if (single && handle !== undefined) return resize(drawing, single, handle, reach);

  const hit = findItemAt(scene, start, reach);
  if (hit && keys.shift) {
    const ids = new Set(selection);
    if (!ids.delete(hit.id)) ids.add(hit.id);
    drawing.select(ids);
    return { move: () => ({}), end: () => undefined };
  }
  if (hit) {
    const ids = selection.has(hit.id) ? selection : new Set([hit.id]);
    if (ids !== selection) drawing.select(ids);
    return moveSelection(drawing, ids, press);
  }
  const before = keys.shift ? [...selection] : [];
  drawing.select(before);
  return {
    move: (point) => ({ band: areaBetween(start, point) }),
    end: (point) => {
      const found = findItemsInside(scene, areaBetween(start, point));
      drawing.select([...before, ...found.map(({ id }) => id)]);
    },
  };
}

const clickSize = { width: 240, height: 150 };

function shapeGesture(drawing: Drawing, type: 'box' | 'ellipse', { point, reach }: Press): Gesture {
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
            width: Math.max(dragged.width, edits.smallestSide),
            height: Math.max(dragged.height, edits.smallestSide),
          };
      const placed = { ...area, x: Math.max(area.x, 0), y: Math.max(area.y, 0) };
      drawing.setTool('select');
      drawing.add(newShape(type, id, placed, style, page));
    },
  };
}

function connectorGesture(drawing: Drawing, type: 'line' | 'arrow', { point, reach }: Press): Gesture {
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

function labelGesture(drawing: Drawing, { point, reach }: Press): Gesture {
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

function textGesture(drawing: Drawing, { reach }: Press): Gesture {
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

function eraserGesture(drawing: Drawing, { point: start, reach }: Press): Gesture {
  const gone = new Set<string>();
  const erase = (point: Point): Scene => {
    const rest = { ...drawing.scene, items: drawing.scene.items.filter(({ id }) => !gone.has(id)) };
    const hit = findItemAt(rest, point, reach);
    if (hit) gone.add(hit.id);
    return edits.deleteItems(drawing.scene, gone);
  };
  erase(start);
  return editing(drawing, (point) => ({ scene: erase(point) }));
}

/** The gesture of the tool; ink is drawn by the canvas itself. */
export function startGesture(drawing: Drawing, press: Press): Gesture | undefined {
  switch (drawing.tool) {
    case 'select':
      return selectGesture(drawing, press);
    case 'box':
    case 'ellipse':
      return shapeGesture(drawing, drawing.tool, press);
    case 'line':
    case 'arrow':
      return connectorGesture(drawing, drawing.tool, press);
    case 'text':
      return textGesture(drawing, press);
    case 'label':
      return labelGesture(drawing, press);
    case 'eraser':
      return eraserGesture(drawing, press);
    default:
      return undefined;
  }
}

export function toInkPoint(point: Point, page: Size, pressure: number | undefined): InkPoint {
  const [x, y] = [toUnit(point.x / page.width), toUnit(point.y / page.height)];
  return pressure === undefined ? [x, y] : [x, y, Math.round(pressure * 100) / 100];
}
