import type { Scene, SceneItem, SceneItemOf } from '@gyan/contract/scenes.ts';
import { centreOf, edgePoint, type Point, pageSize, rotate, type Size, toPage } from '../geometry.ts';
import { angleOf, flatArea, toScenePoint } from './bounds.ts';

export type Connector = SceneItemOf<'line' | 'arrow'>;

export const isConnector = (item: SceneItem): item is Connector =>
  item.type === 'line' || item.type === 'arrow';

/** Space between an arrow and what it sticks to. */
const gap = 6;

/** Where a line to `item` meets its edge, coming from `towards`. */
function attachment(item: SceneItem, towards: Point, page: Size): Point {
  const area = flatArea(item, page);
  const centre = centreOf(area);
  const angle = angleOf(item);
  const wider = {
    x: area.x - gap,
    y: area.y - gap,
    width: area.width + 2 * gap,
    height: area.height + 2 * gap,
  };
  const shape = item.type === 'ellipse' ? 'ellipse' : 'box';
  const edge = edgePoint(wider, rotate(towards, centre, -angle), shape);
  return rotate(edge, centre, angle);
}

function reconnected(item: Connector, byId: ReadonlyMap<string, SceneItem>, page: Size): Connector {
  const from = item.from === undefined ? undefined : byId.get(item.from);
  const to = item.to === undefined ? undefined : byId.get(item.to);
  const points = item.points.map((point) => toPage(point, page));
  const [first, second, beforeLast, last] = [points[0], points[1], points.at(-2), points.at(-1)];
  if (!first || !second || !beforeLast || !last) return item;
  const isStraight = points.length === 2;
  const start = from
    ? attachment(from, isStraight ? (to ? centreOf(flatArea(to, page)) : last) : second, page)
    : first;
  const end = to
    ? attachment(to, isStraight ? (from ? centreOf(flatArea(from, page)) : first) : beforeLast, page)
    : last;
  return {
    ...item,
    points: [toScenePoint(start, page), ...item.points.slice(1, -1), toScenePoint(end, page)],
  };
}

/** Moves the ends of lines and arrows with the items that they stick to, and frees ends of deleted items. */
export function reconnect(before: Scene, after: Scene): Scene {
  if (before.items === after.items && before.ratio === after.ratio) return after;
  const known = new Map(before.items.map((item) => [item.id, item]));
  const byId = new Map(after.items.map((item) => [item.id, item]));
  const page = pageSize(after.ratio);
  const hasChanged = (id: string) => before.ratio !== after.ratio || known.get(id) !== byId.get(id);
  const items = after.items.map((item) => {
    if (!isConnector(item) || (item.from === undefined && item.to === undefined)) return item;
    const ends = [item.from, item.to].filter((id) => id !== undefined);
    if (![item.id, ...ends].some(hasChanged)) return item;
    const { from, to, ...rest } = item;
    const attached: Connector = {
      ...rest,
      ...(from !== undefined && from !== item.id && byId.has(from) ? { from } : {}),
      ...(to !== undefined && to !== item.id && byId.has(to) ? { to } : {}),
    };
    return reconnected(attached, byId, page);
  });
  return { ...after, items };
}
