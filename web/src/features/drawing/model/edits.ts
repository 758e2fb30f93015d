import {
  type Scene,
  type SceneBackground,
  type SceneColor,
  type SceneItem,
  type SceneTarget,
  type SceneWidth,
  sceneLimits,
} from '@gyan/contract/scenes.ts';
import { type Point, pageSize, type Size } from '../geometry.ts';
import type { Measure } from '../text-layout.ts';
import { toScenePoint, toUnit } from './bounds.ts';
import { reconnect } from './connect.ts';
import { changeItems, type Ids, shifted } from './items.ts';
import { refit } from './text-fit.ts';

/** Edits of a scene. Each returns a new scene with the same ids; places are in page units. */

export function addItems(scene: Scene, items: readonly SceneItem[]): Scene {
  const room = sceneLimits.items - scene.items.length;
  const known = new Set(scene.items.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id)).slice(0, room);
  if (added.length === 0) return scene;
  return reconnect(scene, { ...scene, items: [...scene.items, ...added] });
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
  return changeItems(scene, new Set([id]), (item) => {
    if (item.type === 'box' || item.type === 'ellipse') {
      const { text: _old, ...rest } = item;
      return kept === '' ? rest : { ...rest, text: kept };
    }
    return 'text' in item ? refit({ ...item, text: kept }, page, measure) : item;
  });
}

export const setColor = (scene: Scene, ids: Ids, color: SceneColor): Scene =>
  changeItems(scene, ids, (item) => ({ ...item, color }));

export function setWidth(scene: Scene, ids: Ids, width: SceneWidth, measure: Measure): Scene {
  const page = pageSize(scene.ratio);
  return changeItems(scene, ids, (item) => refit({ ...item, width }, page, measure));
}

export const setFilled = (scene: Scene, ids: Ids, filled: boolean): Scene =>
  changeItems(scene, ids, (item) =>
    item.type === 'box' || item.type === 'ellipse' ? { ...item, filled } : item,
  );

export const setTarget = (scene: Scene, id: string, { x, y }: SceneTarget): Scene =>
  changeItems(scene, new Set([id]), (item) =>
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
  return changeItems(scene, new Set([id]), (item) => {
    if (item.type !== 'line' && item.type !== 'arrow') return item;
    const { [end]: _old, ...rest } = item;
    const points = [...item.points];
    points[end === 'from' ? 0 : points.length - 1] = toScenePoint(at, page);
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
