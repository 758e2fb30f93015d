import type { SceneBox, SceneItem, ScenePoint } from '@gyan/contract/scenes.ts';
import { type Area, areaOf, centreOf, type Point, rotate, type Size, toPage } from '../geometry.ts';

/** All coordinates have four decimals: a tenth of a page unit. */
export const toUnit = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 10_000) / 10_000;

export const toScenePoint = ({ x, y }: Point, page: Size): ScenePoint => [
  toUnit(x / page.width),
  toUnit(y / page.height),
];

export const toSceneBox = ({ x, y, width, height }: Area, page: Size): SceneBox => {
  const w = toUnit(width / page.width);
  const h = toUnit(height / page.height);
  return { x: toUnit(Math.min(x / page.width, 1 - w)), y: toUnit(Math.min(y / page.height, 1 - h)), w, h };
};

function areaAround(points: readonly Point[]): Area {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const cornersOf = ({ x, y, width, height }: Area): [Point, Point, Point, Point] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

export const angleOf = (item: SceneItem) => ('angle' in item ? (item.angle ?? 0) : 0);

/** The area of an item before it is rotated. */
export function flatArea(item: SceneItem, page: Size): Area {
  if ('box' in item) return areaOf(item.box, page);
  return areaAround(item.points.map((point) => toPage(point, page)));
}

/** The upright area around an item, without a label's leader. */
export function boundsOf(item: SceneItem, page: Size): Area {
  const area = flatArea(item, page);
  const angle = angleOf(item);
  if (angle === 0) return area;
  const centre = centreOf(area);
  return areaAround(cornersOf(area).map((corner) => rotate(corner, centre, angle)));
}

export const boundsOfAll = (items: readonly SceneItem[], page: Size): Area =>
  areaAround(
    items.flatMap((item) => {
      const [start, , end] = cornersOf(boundsOf(item, page));
      return [start, end];
    }),
  );
