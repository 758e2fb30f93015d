import {
  type Scene,
  type SceneBackground,
  type SceneColor,
  type SceneItem,
  type SceneItemOf,
  type SceneTarget,
  type SceneWidth,
  sceneLimits,
} from '@gyan/contract/scenes.ts';
import { type Area, areaOf, centreOf, isInside, type Point, pageSize, rotate, type Size } from '../paths.ts';
import { labelPadding, lineHeight, type Measure, naturalText, textSizes } from '../text-layout.ts';
import { angleOf, boundsOf, boundsOfAll, flatArea, toSceneBox, toUnit } from './bounds.ts';
import { reconnect } from './connect.ts';

/** Edits of a scene. Each returns a new scene with the same ids; places are in page units. */

export type Ids = ReadonlySet<string>;

type Resizable = SceneItemOf<'box' | 'ellipse' | 'text' | 'label'>;

const hasBox = (item: SceneItem): item is Resizable => 'box' in item;

/** Replaces items; lines follow. */
function edit(scene: Scene, ids: Ids, change: (item: SceneItem) => SceneItem): Scene {
  const items = scene.items.map((item) => (ids.has(item.id) ? change(item) : item));
  return reconnect(scene, { ...scene, items });
}

const selected = (scene: Scene, ids: Ids) => scene.items.filter(({ id }) => ids.has(id));

/** A label or text whose box is as high as its text, and a label's as wide. */
export function fitToText<Item extends SceneItem>(
  item: Item,
  page: Size,
  measure: Measure,
  width?: number,
): Item {
  if (item.type !== 'label' && item.type !== 'text') return item;
  const size = textSizes[item.width];
  const area = areaOf(item.box, page);
  const padding =
    item.type === 'label' ? { x: labelPadding.x * size, y: labelPadding.y * size } : { x: 0, y: 0 };
  const most = (width ?? area.width) - 2 * padding.x;
  const block = naturalText(item.text, Math.max(most, size), size, measure);
  const fitted = {
    width: Math.max(block.width, item.text === '' ? size * 2 : 0) + 2 * padding.x + 0.5,
    height: Math.max(block.height, lineHeight * size) + 2 * padding.y,
  };
  return { ...item, box: toSceneBox({ ...area, ...fitted }, page) };
}

/** As wide as its text needs, up to a third of the page, around the same centre. */
function refit(item: SceneItem, page: Size, measure: Measure): SceneItem {
  if (item.type !== 'label' && item.type !== 'text') return item;
  const before = areaOf(item.box, page);
  const most = item.type === 'label' ? Math.max(page.width * 0.34, before.width) : page.width - before.x;
  const fitted = fitToText(item, page, measure, Math.max(most, before.width));
  if (item.type === 'text') return fitted;
  const after = areaOf(fitted.box, page);
  // A label at the side of its target keeps the edge that its leader starts from.
  const target = { x: item.target.x * page.width, y: item.target.y * page.height };
  const centre = centreOf(before);
  const x =
    target.x < before.x
      ? before.x
      : target.x > before.x + before.width
        ? before.x + before.width - after.width
        : centre.x - after.width / 2;
  return {
    ...fitted,
    box: toSceneBox({ ...after, x: Math.max(x, 0), y: Math.max(centre.y - after.height / 2, 0) }, page),
  };
}

export function addItems(scene: Scene, items: readonly SceneItem[]): Scene {
  const room = sceneLimits.items - scene.items.length;
  const known = new Set(scene.items.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id)).slice(0, room);
  if (added.length === 0) return scene;
  return reconnect(scene, { ...scene, items: [...scene.items, ...added] });
}

function shifted(item: SceneItem, by: Point, page: Size, withTarget: boolean): SceneItem {
  if (!hasBox(item)) {
    return {
      ...item,
      points: item.points.map(([x, y, ...pressure]) => [
        toUnit(x + by.x / page.width),
        toUnit(y + by.y / page.height),
        ...pressure,
      ]),
    } as SceneItem;
  }
  const area = areaOf(item.box, page);
  const box = toSceneBox({ ...area, x: area.x + by.x, y: area.y + by.y }, page);
  if (item.type !== 'label' || !withTarget) return { ...item, box };
  const target = {
    x: toUnit(item.target.x + by.x / page.width),
    y: toUnit(item.target.y + by.y / page.height),
  };
  return { ...item, box, target };
}

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
  const moved = selected(scene, ids);
  if (moved.length === 0) return scene;
  const step = stepInside(boundsOfAll(moved.map(unturned), page), by, page);
  if (step.x === 0 && step.y === 0) return scene;
  const parts = moved.filter(({ type }) => type !== 'label').map((item) => boundsOf(item, page));
  return edit(scene, ids, (item) => {
    const target =
      item.type === 'label' ? { x: item.target.x * page.width, y: item.target.y * page.height } : undefined;
    const withTarget = target !== undefined && parts.some((part) => isInside(part, target));
    return shifted(item, step, page, withTarget);
  });
}

/** The corners of a turned item may be outside of the page; its box may not. */
const unturned = (item: SceneItem): SceneItem => ('angle' in item ? { ...item, angle: 0 } : item);

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
  return edit(scene, new Set([id]), (item) => {
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

/** Turns items, each around its centre. Labels stay upright; lines that would leave the page stay as they are. */
export function turnItems(scene: Scene, ids: Ids, degrees: number): Scene {
  const page = pageSize(scene.ratio);
  return edit(scene, ids, (item) => {
    if (item.type === 'label') return item;
    if (hasBox(item)) return { ...item, angle: normalAngle(angleOf(item) + degrees) };
    const centre = centreOf(flatArea(item, page));
    const places = item.points.map(([x, y]) => {
      const turned = rotate({ x: x * page.width, y: y * page.height }, centre, degrees);
      return { x: turned.x / page.width, y: turned.y / page.height };
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
  const items = selected(scene, ids);
  if (items.length === 0) return scene;
  const inside = items.length === 1 ? { x: 0, y: 0, ...page } : boundsOfAll(items, page);
  return edit(scene, ids, (item) => {
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
  const places = selected(scene, ids)
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
  return edit(scene, ids, (item) => {
    const step = steps.get(item.id) ?? 0;
    const by = axis === 'x' ? { x: step, y: 0 } : { x: 0, y: step };
    return shifted(item, stepInside(flatArea(item, page), by, page), page, false);
  });
}

export type Order = 'front' | 'forward' | 'backward' | 'back';

/** Changes what covers what. Later items cover earlier ones. */
export function orderItems(scene: Scene, ids: Ids, order: Order): Scene {
  const moved = selected(scene, ids);
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

/** Copies with new ids, which stick to each other as the originals do. */
export function copiesOf(
  items: readonly SceneItem[],
  newId: () => string,
  by: Point,
  page: Size,
): SceneItem[] {
  const ids = new Map(items.map(({ id }) => [id, newId()]));
  return items.map((item) => {
    const copy = { ...shifted(item, by, page, true), id: ids.get(item.id) ?? newId() };
    if (!('from' in copy) && !('to' in copy)) return copy;
    const { from, to, ...rest } = copy;
    const [newFrom, newTo] = [from && ids.get(from), to && ids.get(to)];
    return { ...rest, ...(newFrom ? { from: newFrom } : {}), ...(newTo ? { to: newTo } : {}) };
  });
}

export const deleteItems = (scene: Scene, ids: Ids): Scene =>
  scene.items.some(({ id }) => ids.has(id))
    ? reconnect(scene, { ...scene, items: scene.items.filter(({ id }) => !ids.has(id)) })
    : scene;

export function setText(scene: Scene, id: string, text: string, measure: Measure): Scene {
  const page = pageSize(scene.ratio);
  const kept = [...text].slice(0, sceneLimits.textLength).join('');
  return edit(scene, new Set([id]), (item) => {
    if (item.type === 'box' || item.type === 'ellipse') {
      const { text: _old, ...rest } = item;
      return kept === '' ? rest : { ...rest, text: kept };
    }
    return 'text' in item ? refit({ ...item, text: kept }, page, measure) : item;
  });
}

export const setColor = (scene: Scene, ids: Ids, color: SceneColor): Scene =>
  edit(scene, ids, (item) => ({ ...item, color }));

export function setWidth(scene: Scene, ids: Ids, width: SceneWidth, measure: Measure): Scene {
  const page = pageSize(scene.ratio);
  return edit(scene, ids, (item) => refit({ ...item, width }, page, measure));
}

export const setFilled = (scene: Scene, ids: Ids, filled: boolean): Scene =>
  edit(scene, ids, (item) => (item.type === 'box' || item.type === 'ellipse' ? { ...item, filled } : item));

export const setTarget = (scene: Scene, id: string, { x, y }: SceneTarget): Scene =>
  edit(scene, new Set([id]), (item) =>
    item.type === 'label' ? { ...item, target: { x: toUnit(x), y: toUnit(y) } } : item,
  );

/** Moves an end of a line; `stuckTo` is the item that it sticks to now. */
export function setEnd(
  scene: Scene,
  id: string,
  end: 'from' | 'to',
  at: Point,
  stuckTo: string | undefined,
): Scene {
  const page = pageSize(scene.ratio);
  return edit(scene, new Set([id]), (item) => {
    if (item.type !== 'line' && item.type !== 'arrow') return item;
    const { [end]: _old, ...rest } = item;
    const points = [...item.points];
    points[end === 'from' ? 0 : points.length - 1] = [toUnit(at.x / page.width), toUnit(at.y / page.height)];
    return {
      ...rest,
      points,
      ...(stuckTo === undefined || stuckTo === id ? {} : { [end]: stuckTo }),
    };
  });
}

/** With a photo the page takes its ratio. */
export function setBackground(
  scene: Scene,
  background: SceneBackground,
  ratio: number,
  measure: Measure,
): Scene {
  return setRatio({ ...scene, background }, ratio, measure);
}

/** Places stay the same in per cent of the page; texts keep their size. */
export function setRatio(scene: Scene, wanted: number, measure: Measure): Scene {
  const ratio = Math.min(Math.max(Math.round(wanted * 1000) / 1000, 0.2), 5);
  if (ratio === scene.ratio) return scene;
  const page = pageSize(ratio);
  const items = scene.items.map((item) => refit(item, page, measure));
  return reconnect(scene, { ...scene, ratio, items });
}
