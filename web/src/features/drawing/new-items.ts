import type { Scene, SceneColor, SceneItem, SceneItemOf, SceneWidth } from '@gyan/contract/scenes.ts';
import { type Area, type Point, pageSize, type Size } from './geometry.ts';
import { boundsOf, toSceneBox, toScenePoint } from './model/bounds.ts';
import { fitToText } from './model/text-fit.ts';
import { type Measure, textSizes } from './text-layout.ts';
import type { AddableType } from './tools.ts';

export interface Style {
  color: SceneColor;
  width: SceneWidth;
  filled: boolean;
}

export const newShape = (
  type: 'box' | 'ellipse',
  id: string,
  area: Area,
  { color, width, filled }: Style,
  page: Size,
): SceneItemOf<'box' | 'ellipse'> => ({ id, type, color, width, filled, box: toSceneBox(area, page) });

interface Ends {
  from: Point;
  to: Point;
  fromId?: string | undefined;
  toId?: string | undefined;
}

export const newConnector = (
  type: 'line' | 'arrow',
  id: string,
  { from, to, fromId, toId }: Ends,
  { color, width }: Style,
  page: Size,
): SceneItemOf<'line' | 'arrow'> => ({
  id,
  type,
  color,
  width,
  points: [toScenePoint(from, page), toScenePoint(to, page)],
  ...(fromId === undefined ? {} : { from: fromId }),
  ...(toId === undefined ? {} : { to: toId }),
});

export function newText(
  id: string,
  at: Point,
  { color, width }: Style,
  page: Size,
  measure: Measure,
): SceneItem {
  const size = textSizes[width];
  const area = { x: at.x, y: at.y - size * 0.65, width: page.width - at.x, height: size };
  return fitToText({ id, type: 'text', color, width, text: '', box: toSceneBox(area, page) }, page, measure);
}

/** A label around a point. */
export function newLabel(
  id: string,
  places: { target: Point; centre: Point },
  { color, width }: Style,
  page: Size,
  measure: Measure,
): SceneItemOf<'label'> {
  const size = textSizes[width];
  const [x, y] = toScenePoint(places.target, page);
  const draft = { id, type: 'label', color, width, text: '', target: { x, y } } as const;
  const fitted = fitToText({ ...draft, box: { x: 0, y: 0, w: 0.1, h: 0.1 } }, page, measure, size * 3);
  const area = { width: fitted.box.w * page.width, height: fitted.box.h * page.height };
  const corner = { x: places.centre.x - area.width / 2, y: places.centre.y - area.height / 2 };
  return {
    ...fitted,
    box: toSceneBox({ ...area, x: Math.max(corner.x, 0), y: Math.max(corner.y, 0) }, page),
  };
}

const doOverlap = (one: Area, other: Area) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** A place beside a target where a label covers as little as possible. */
export function placeBeside(scene: Scene, target: Point, size: Size): Point {
  const page = pageSize(scene.ratio);
  const taken = scene.items.map((item) => boundsOf(item, page));
  const places = [80, 140, 220, 320].flatMap((distance) =>
    [-0.4, 0.4, Math.PI - 0.4, Math.PI + 0.4, -1.2, 1.2, Math.PI - 1.2, Math.PI + 1.2].map((angle) => ({
      x: target.x + Math.cos(angle) * (distance + size.width / 2),
      y: target.y + Math.sin(angle) * (distance + size.height / 2),
    })),
  );
  const areaAt = ({ x, y }: Point): Area => ({ x: x - size.width / 2, y: y - size.height / 2, ...size });
  const onPage = places.filter((place) => {
    const { x, y, width, height } = areaAt(place);
    return x >= 0 && y >= 0 && x + width <= page.width && y + height <= page.height;
  });
  const coverCount = (place: Point) => taken.filter((area) => doOverlap(area, areaAt(place))).length;
  const best = onPage.toSorted((one, other) => coverCount(one) - coverCount(other))[0];
  return best ?? { x: page.width / 2, y: page.height / 2 };
}

/** An item for the list's Add buttons: in free space, with a size that can be seen. */
export function newListedItem(
  type: AddableType,
  id: string,
  { scene, style, measure }: { scene: Scene; style: Style; measure: Measure },
): SceneItem {
  const page = pageSize(scene.ratio);
  const size = { width: page.width * 0.24, height: page.height * 0.18 };
  const taken = scene.items.map((item) => boundsOf(item, page));
  const columns = [0.38, 0.06, 0.7];
  const corners = [0.08, 0.32, 0.56, 0.78].flatMap((y) =>
    columns.map((x) => ({ x: page.width * x, y: page.height * y })),
  );
  const free = corners.find((corner) => !taken.some((area) => doOverlap(area, { ...corner, ...size })));
  const corner = free ?? { x: page.width * 0.38, y: page.height * 0.4 };
  const middle = { x: corner.x + size.width / 2, y: corner.y + size.height / 2 };
  switch (type) {
    case 'box':
    case 'ellipse':
      return newShape(type, id, { ...corner, ...size }, style, page);
    case 'line':
    case 'arrow': {
      const ends = { from: { x: corner.x, y: middle.y }, to: { x: corner.x + size.width, y: middle.y } };
      return newConnector(type, id, ends, style, page);
    }
    case 'text':
      return newText(id, corner, style, page, measure);
    default:
      return newLabel(
        id,
        { target: { x: page.width / 2, y: page.height / 2 }, centre: middle },
        style,
        page,
        measure,
      );
  }
}
