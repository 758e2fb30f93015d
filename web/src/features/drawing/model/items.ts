import type { Scene, SceneItem, SceneItemOf } from '@gyan/contract/scenes.ts';
import { areaOf, type Point, type Size } from '../geometry.ts';
import { toSceneBox, toUnit } from './bounds.ts';
import { reconnect } from './connect.ts';

export type Ids = ReadonlySet<string>;

type Resizable = SceneItemOf<'box' | 'ellipse' | 'text' | 'label'>;

export const hasBox = (item: SceneItem): item is Resizable => 'box' in item;

/** Replaces items; lines follow. */
export function changeItems(scene: Scene, ids: Ids, change: (item: SceneItem) => SceneItem): Scene {
  const items = scene.items.map((item) => (ids.has(item.id) ? change(item) : item));
  return reconnect(scene, { ...scene, items });
}

export const itemsWith = (scene: Scene, ids: Ids) => scene.items.filter(({ id }) => ids.has(id));

/** `withTarget` also moves the place that a label points at. */
export function shifted(item: SceneItem, by: Point, page: Size, withTarget: boolean): SceneItem {
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
