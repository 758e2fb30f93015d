import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import { type Area, centreOf, type Point, rotate } from '../geometry.ts';
import * as arrange from '../model/arrange.ts';
import { angleOf, boundsOfAll, flatArea } from '../model/bounds.ts';
import * as edits from '../model/edits.ts';
import { findAnchorAt, findItemAt, findItemsInside } from '../model/hit-test.ts';
import { snapArea, snapPoint } from '../model/snapping.ts';
import type { Drawing } from '../use-drawing.ts';
import {
  areaBetween,
  distance,
  editGesture,
  type Gesture,
  onPage,
  type Press,
  snapOptions,
} from './gesture.ts';

/** Gestures of the select tool. */

/** The area after one of its corners or sides was dragged. The opposite one stays. */
function draggedArea(area: Area, handle: string, to: Point, keepsShape: boolean): Area {
  const [left, top] = [area.x, area.y];
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const x1 = handle.includes('w') ? Math.min(to.x, right - arrange.smallestSide) : left;
  const x2 = handle.includes('e') ? Math.max(to.x, left + arrange.smallestSide) : right;
  const y1 = handle.includes('n') ? Math.min(to.y, bottom - arrange.smallestSide) : top;
  const y2 = handle.includes('s') ? Math.max(to.y, top + arrange.smallestSide) : bottom;
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
  return editGesture(drawing, (point, { shift }) => {
    const snapped = angle === 0 ? snapPoint(point, snapOptions(drawing, new Set([item.id]), reach)) : point;
    const next = draggedArea(area, handle, rotate(snapped, centre, -angle), shift);
    // The opposite side must stay where it is on the screen.
    const seen = rotate(centreOf(next), centre, angle);
    const placed = { ...next, x: seen.x - next.width / 2, y: seen.y - next.height / 2 };
    return { scene: arrange.resizeItem(scene, item.id, placed, measure) };
  });
}

function rotateSelection(drawing: Drawing, start: Point): Gesture {
  const { scene, page, selection, chosen } = drawing;
  const centre = centreOf(boundsOfAll(chosen, page));
  const angleTo = ({ x, y }: Point) => (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI;
  const first = angleTo(start);
  const [single] = chosen.length === 1 ? chosen : [];
  const before = single ? angleOf(single) : 0;
  return editGesture(drawing, (point, { shift }) => {
    const wanted = before + angleTo(point) - first;
    const step = shift ? 15 : 1;
    const near = Math.round(wanted / 90) * 90;
    const next = !shift && Math.abs(wanted - near) < 4 ? near : Math.round(wanted / step) * step;
    return { scene: arrange.rotateItems(scene, selection, next - before) };
  });
}

function moveEnd(drawing: Drawing, item: SceneItem, end: 'from' | 'to', reach: number): Gesture {
  const { scene, page } = drawing;
  return editGesture(drawing, (point) => {
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
  return editGesture(drawing, (point, { shift }) => {
    hasMoved ||= distance(point, start) > reach / 2;
    if (!hasMoved) return { scene };
    const by = { x: point.x - start.x, y: point.y - start.y };
    if (shift && Math.abs(by.x) > Math.abs(by.y)) by.y = 0;
    else if (shift) by.x = 0;
    const snap = snapArea({ ...bounds, x: bounds.x + by.x, y: bounds.y + by.y }, options);
    const step = { x: by.x + snap.by.x, y: by.y + snap.by.y };
    return { scene: arrange.moveItems(scene, ids, step), guides: snap.guides };
  });
}

export function selectGesture(drawing: Drawing, press: Press): Gesture {
  const { scene, page, selection, chosen } = drawing;
  const { point: start, handle, keys, reach } = press;
  const [single] = chosen.length === 1 ? chosen : [];
  if (handle === 'rotate') return rotateSelection(drawing, start);
  if (single && (handle === 'from' || handle === 'to')) return moveEnd(drawing, single, handle, reach);
  if (single && handle === 'target') {
    return editGesture(drawing, (point) => {
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
