import type { Scene, SceneItem } from '@gyan/contract/scenes.ts';
import type { Area, Point, Size } from '../geometry.ts';
import { boundsOf } from '../model/bounds.ts';
import type { Guide } from '../model/snapping.ts';
import type { Drawing } from '../use-drawing.ts';

/** What a gesture shows before it ends. */
export interface Preview {
  scene?: Scene;
  band?: Area;
  guides?: readonly Guide[];
  /** An item that the end of a line would stick to. */
  anchor?: SceneItem | undefined;
}

export interface Keys {
  shift: boolean;
}

/** From the press of a pointer to its release. */
export interface Gesture {
  move: (point: Point, keys: Keys) => Preview;
  end: (point: Point, keys: Keys) => void;
}

export interface Press {
  point: Point;
  keys: Keys;
  /** The handle under the pointer. */
  handle: string | undefined;
  /** How near is on an item, in page units. */
  reach: number;
}

export const areaBetween = (one: Point, other: Point): Area => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

export const onPage = ({ x, y }: Point, page: Size): Point => ({
  x: Math.min(Math.max(x, 0), page.width),
  y: Math.min(Math.max(y, 0), page.height),
});

export const snapOptions = ({ scene, page, grid }: Drawing, ignored: ReadonlySet<string>, reach: number) => ({
  others: scene.items
    .filter((item) => 'box' in item && !ignored.has(item.id))
    .map((item) => boundsOf(item, page)),
  page,
  grid,
  reach,
});

/** A gesture that shows an edit and applies it at its end. */
export function editGesture(
  drawing: Drawing,
  edit: (point: Point, keys: Keys) => Preview & { scene: Scene },
  { atEnd }: { atEnd?: () => void } = {},
): Gesture {
  return {
    move: edit,
    end: (point, keys) => {
      const { scene } = edit(point, keys);
      drawing.apply(() => scene);
      atEnd?.();
    },
  };
}
