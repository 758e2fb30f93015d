import type { Area, Point, Size } from '../geometry.ts';

/** In page units. */
export const gridStep = 25;

export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

export interface Snap {
  by: Point;
  guides: Guide[];
}

const places = (start: number, length: number) => [start, start + length / 2, start + length];

/** The smallest step that brings one of `mine` to one of `theirs`, if it is within reach. */
function nearest(mine: readonly number[], theirs: readonly number[], reach: number) {
  let best: { by: number; at: number } | undefined;
  for (const at of theirs) {
    for (const place of mine) {
      const by = at - place;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

const onGrid = (value: number) => Math.round(value / gridStep) * gridStep;

interface SnapOptions {
  others: readonly Area[];
  page: Size;
  grid: boolean;
  reach: number;
}

/** Moves an area to the edges and centres of others and of the page, and else to the grid. */
export function snapArea(area: Area, { others, page, grid, reach }: SnapOptions): Snap {
  const guides: Guide[] = [];
  const along = (axis: 'x' | 'y', side: 'width' | 'height') => {
    const theirs = [page[side] / 2, ...others.flatMap((other) => places(other[axis], other[side]))];
    const found = nearest(places(area[axis], area[side]), theirs, reach);
    if (found) guides.push({ axis, at: found.at });
    return found?.by ?? (grid ? onGrid(area[axis]) - area[axis] : 0);
  };
  return { by: { x: along('x', 'width'), y: along('y', 'height') }, guides };
}

export const snapPoint = (point: Point, options: SnapOptions): Point => {
  const { by } = snapArea({ ...point, width: 0, height: 0 }, options);
  return { x: point.x + by.x, y: point.y + by.y };
};
