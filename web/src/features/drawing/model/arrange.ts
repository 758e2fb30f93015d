import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import {
  type Area,
  centreOf,
  isInside,
  type Point,
  pageSize,
  rotate,
  type Size,
  targetOf,
} from '../geometry.ts';
import type { Measure } from '../text-layout.ts';
import { angleOf, boundsOf, boundsOfAll, flatArea, toSceneBox, toUnit } from './bounds.ts';
import { changeItems, hasBox, type Ids, itemsWith, shifted } from './items.ts';
import { fitToText } from './text-fit.ts';

/** Edits of where items are: place, size, angle and order. Places are in page units. */

/** The largest part of a step that keeps an area on the page. */
function stepInside(area: Area, by: Point, page: Size): Point {
  const limit = (start: number, length: number, step: number, whole: number) =>
    Math.min(Math.max(step, Math.min(-start, 0)), Math.max(whole - start - length, 0));
  return {
    x: limit(area.x, area.width, by.x, page.width),
    y: limit(area.y, area.height, by.y, page.height),
  };
}

/** Moves items; they stay on the page. A label goes on pointing where it pointed, unless that part moves too. */
export function moveItems(scene: Scene, ids: Ids, by: Point): Scene {
  const page = pageSize(scene.ratio);
  const moved = itemsWith(scene, ids);
  if (moved.length === 0) return scene;
  const step = stepInside(boundsOfAll(moved.map(unrotated), page), by, page);
  if (step.x === 0 && step.y === 0) return scene;
  const parts = moved.filter(({ type }) => type !== 'label').map((item) => boundsOf(item, page));
  return changeItems(scene, ids, (item) => {
    const withTarget = item.type === 'label' && parts.some((part) => isInside(part, targetOf(item, page)));
    return shifted(item, step, page, withTarget);
  });
}

/** The corners of a rotated item may be outside of the page; its box may not. */
const unrotated = (item: SceneItem): SceneItem => ('angle' in item ? { ...item, angle: 0 } : item);

export const smallestSide = 12;

/** Gives an item another area. The height of a text follows its width. */
export function resizeItem(scene: Scene, id: string, wanted: Area, measure: Measure): Scene {
  const page = pageSize(scene.ratio);
  const width = Math.min(Math.max(wanted.width, smallestSide), page.width);
  const height = Math.min(Math.max(wanted.height, smallestSide), page.height);
  const area = {
    x: Math.min(Math.max(wanted.x, 0), page.width - width),
    y: Math.min(Math.max(wanted.y, 0), page.height - height),
    width,
    height,
  };
  return changeItems(scene, new Set([id]), (item) => {
    if (item.type === 'text' || item.type === 'label') {
      const box = toSceneBox(area, page);
      const fitted = fitToText({ ...item, box }, page, measure, area.width);
      return { ...fitted, box: { ...fitted.box, w: Math.max(fitted.box.w, box.w), x: box.x } };
    }
    if (hasBox(item)) return { ...item, box: toSceneBox(area, page) };
    const before = flatArea(item, page);
    const scale = {
      x: before.width < 1 ? 1 : area.width / before.width,
      y: before.height < 1 ? 1 : area.height / before.height,
    };
    const points = item.points.map(([x, y, ...pressure]) => [
      toUnit((area.x + (x * page.width - before.x) * scale.x) / page.width),
      toUnit((area.y + (y * page.height - before.y) * scale.y) / page.height),
      ...pressure,
    ]);
    return { ...item, points } as SceneItem;
  });
}

const normalAngle = (degrees: number) => {
  const angle = Math.round((((degrees % 360) + 540) % 360) - 180);
  return angle === -180 ? 180 : angle;
};

/** Rotates items, each around its centre. Labels stay upright; lines that would leave the page stay as they are. */
export function rotateItems(scene: Scene, ids: Ids, degrees: number): Scene {
  const page = pageSize(scene.ratio);
  return changeItems(scene, ids, (item) => {
    if (item.type === 'label') return item;
    if (hasBox(item)) return { ...item, angle: normalAngle(angleOf(item) + degrees) };
    const centre = centreOf(flatArea(item, page));
    const places = item.points.map(([x, y]) => {
      const rotated = rotate({ x: x * page.width, y: y * page.height }, centre, degrees);
      return { x: rotated.x / page.width, y: rotated.y / page.height };
    });
    if (places.some(({ x, y }) => x < 0 || x > 1 || y < 0 || y > 1)) return item;
    const points = item.points.map(([oldX, oldY, ...pressure], index) => {
      const { x, y } = places[index] ?? { x: oldX, y: oldY };
      return [toUnit(x), toUnit(y), ...pressure];
    });
    return { ...item, points } as SceneItem;
  });
}

export const alignments = ['start', 'centre', 'end', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof alignments)[number];

/** Where an area would be, aligned inside another. */
function alignedAt(area: Area, inside: Area, how: Alignment): Point {
  switch (how) {
    case 'start':
      return { x: inside.x, y: area.y };
    case 'centre':
      return { x: inside.x + (inside.width - area.width) / 2, y: area.y };
    case 'end':
      return { x: inside.x + inside.width - area.width, y: area.y };
    case 'top':
      return { x: area.x, y: inside.y };
    case 'middle':
      return { x: area.x, y: inside.y + (inside.height - area.height) / 2 };
    default:
      return { x: area.x, y: inside.y + inside.height - area.height };
  }
}

/** Aligns items with each other; a single one with the page. */
export function alignItems(scene: Scene, ids: Ids, how: Alignment): Scene {
  const page = pageSize(scene.ratio);
  const items = itemsWith(scene, ids);
  if (items.length === 0) return scene;
  const inside = items.length === 1 ? { x: 0, y: 0, ...page } : boundsOfAll(items, page);
  return changeItems(scene, ids, (item) => {
    const area = boundsOf(item, page);
    const place = alignedAt(area, inside, how);
    const by = stepInside(flatArea(item, page), { x: place.x - area.x, y: place.y - area.y }, page);
    return by.x === 0 && by.y === 0 ? item : shifted(item, by, page, false);
  });
}

/** Makes the gaps between items equal. */
export function spreadItems(scene: Scene, ids: Ids, axis: 'x' | 'y'): Scene {
  const page = pageSize(scene.ratio);
  const side = axis === 'x' ? 'width' : 'height';
  const places = itemsWith(scene, ids)
    .map((item) => ({ id: item.id, area: boundsOf(item, page) }))
    .toSorted((one, other) => one.area[axis] - other.area[axis]);
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last || places.length < 3) return scene;
  const used = places.reduce((sum, { area }) => sum + area[side], 0);
  const space = (last.area[axis] + last.area[side] - first.area[axis] - used) / (places.length - 1);
  const steps = new Map<string, number>();
  let next = first.area[axis];
  for (const { id, area } of places) {
    steps.set(id, next - area[axis]);
    next += area[side] + space;
  }
  return changeItems(scene, ids, (item) => {
    const step = steps.get(item.id) ?? 0;
    const by = axis === 'x' ? { x: step, y: 0 } : { x: 0, y: step };
    return shifted(item, stepInside(flatArea(item, page), by, page), page, false);
  });
}

export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Changes what covers what. Later items cover earlier ones. */
export function orderItems(scene: Scene, ids: Ids, order: Order): Scene {
  const moved = itemsWith(scene, ids);
  const others = scene.items.filter(({ id }) => !ids.has(id));
  if (moved.length === 0 || others.length === 0) return scene;
  if (order === 'front') return { ...scene, items: [...others, ...moved] };
  if (order === 'back') return { ...scene, items: [...moved, ...others] };
  const items = [...scene.items];
  const indexes = items.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
  const step = order === 'forward' ? 1 : -1;
  for (const index of step > 0 ? indexes.toReversed() : indexes) {
    const [item, other] = [items[index], items[index + step]];
    if (!item || !other || ids.has(other.id)) continue;
    items[index] = other;
    items[index + step] = item;
  }
  return { ...scene, items };
}
