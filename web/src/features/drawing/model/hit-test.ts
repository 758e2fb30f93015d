import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import {
  type Area,
  centreOf,
  isInside,
  leaderLine,
  type Point,
  pageSize,
  rotate,
  type Size,
  toPage,
} from '../geometry.ts';
import { inkWidths, strokeWidths } from '../palette.ts';
import { angleOf, boundsOf, flatArea } from './bounds.ts';

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const along = Math.min(Math.max(t, 0), 1);
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy);
}

function isNearPath(points: readonly Point[], point: Point, reach: number): boolean {
  const [only] = points;
  if (points.length === 1 && only) return Math.hypot(only.x - point.x, only.y - point.y) <= reach;
  return points.some((to, index) => {
    const from = points[index - 1];
    return from !== undefined && distanceToLine(point, from, to) <= reach;
  });
}

const grown = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** `around` also counts the inside of an empty shape. */
function isHit(item: SceneItem, point: Point, page: Size, reach: number, around: boolean): boolean {
  if (item.type === 'ink') {
    const points = item.points.map((part) => toPage(part, page));
    return isNearPath(points, point, reach + inkWidths[item.width] / 2);
  }
  if (item.type === 'line' || item.type === 'arrow') {
    const points = item.points.map((part) => toPage(part, page));
    return isNearPath(points, point, reach + strokeWidths[item.width] / 2);
  }
  const area = flatArea(item, page);
  const flat = rotate(point, centreOf(area), -angleOf(item));
  if (item.type === 'label') {
    const line = leaderLine(item, page);
    return isInside(grown(area, reach / 2), flat) || (line !== undefined && isNearPath(line, point, reach));
  }
  if (!isInside(grown(area, reach), flat)) return false;
  if (item.type === 'text' || item.filled || item.text || around) return true;
  return !isInside(grown(area, -reach - strokeWidths[item.width]), flat);
}

/** The topmost item at a point. */
export function findItemAt(scene: Scene, point: Point, reach: number): SceneItem | undefined {
  const page = pageSize(scene.ratio);
  return (
    scene.items.findLast((item) => isHit(item, point, page, reach, false)) ??
    scene.items.findLast((item) => isHit(item, point, page, reach, true))
  );
}

/** The topmost item that a line can stick to. */
export const findAnchorAt = (scene: Scene, point: Point, reach: number): SceneItem | undefined =>
  scene.items.findLast(
    (item) =>
      (item.type === 'box' || item.type === 'ellipse' || item.type === 'text' || item.type === 'label') &&
      isInside(grown(boundsOf(item, pageSize(scene.ratio)), reach), point),
  );

/** Items that are wholly inside a frame. */
export function findItemsInside(scene: Scene, frame: Area): SceneItem[] {
  const page = pageSize(scene.ratio);
  return scene.items.filter((item) => {
    const { x, y, width, height } = boundsOf(item, page);
    return isInside(frame, { x, y }) && isInside(frame, { x: x + width, y: y + height });
  });
}
