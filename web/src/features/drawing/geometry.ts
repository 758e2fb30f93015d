import type { InkPoint, SceneBox, SceneLabel, ScenePoint } from '@gyan/contract/scenes.ts';

/** Places on the page in page units. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Area extends Point, Size {}

/** The long side of a page in page units. */
const longSide = 1000;

export const pageSize = (ratio: number): Size =>
  ratio >= 1 ? { width: longSide, height: longSide / ratio } : { width: longSide * ratio, height: longSide };

export const toPage = ([x, y]: ScenePoint | InkPoint, page: Size): Point => ({
  x: x * page.width,
  y: y * page.height,
});

/** Where a label points at. */
export const targetOf = ({ target }: Pick<SceneLabel, 'target'>, page: Size): Point => ({
  x: target.x * page.width,
  y: target.y * page.height,
});

export const areaOf = (box: SceneBox, page: Size): Area => ({
  x: box.x * page.width,
  y: box.y * page.height,
  width: box.w * page.width,
  height: box.h * page.height,
});

export const centreOf = (area: Area): Point => ({
  x: area.x + area.width / 2,
  y: area.y + area.height / 2,
});

export function rotate({ x, y }: Point, around: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - around.x, y - around.y];
  return { x: around.x + dx * cos - dy * sin, y: around.y + dx * sin + dy * cos };
}

/** The point of an area's edge on the way from its centre to `towards`. */
export function edgePoint(area: Area, towards: Point, shape: 'box' | 'ellipse' = 'box'): Point {
  const centre = centreOf(area);
  const [dx, dy] = [towards.x - centre.x, towards.y - centre.y];
  const [rx, ry] = [Math.max(area.width / 2, 0.01), Math.max(area.height / 2, 0.01)];
  if (dx === 0 && dy === 0) return centre;
  const scale =
    shape === 'box' ? Math.max(Math.abs(dx) / rx, Math.abs(dy) / ry) : Math.hypot(dx / rx, dy / ry);
  return { x: centre.x + dx / scale, y: centre.y + dy / scale };
}

export const isInside = ({ x, y, width, height }: Area, point: Point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

/** From the nearest point of the label's edge to its target; nothing if the label covers its target. */
export function leaderLine(
  label: Pick<SceneLabel, 'box' | 'target'>,
  page: Size,
): [Point, Point] | undefined {
  const area = areaOf(label.box, page);
  const target = targetOf(label, page);
  if (isInside(area, target)) return undefined;
  // From the middle of the side that faces the target, so that the leaders of a column of labels look alike.
  const centre = centreOf(area);
  const outside = {
    x: Math.max(area.x - target.x, 0, target.x - area.x - area.width),
    y: Math.max(area.y - target.y, 0, target.y - area.y - area.height),
  };
  const start =
    outside.x >= outside.y
      ? { x: target.x < centre.x ? area.x : area.x + area.width, y: centre.y }
      : { x: centre.x, y: target.y < centre.y ? area.y : area.y + area.height };
  return [start, target];
}
