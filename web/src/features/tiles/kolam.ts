/**
 * A kolam is a mirror curve: a line that runs diagonally between the dots of a grid and turns back at the border.
 * Between neighbouring dots two strands cross, turn back, or pass side by side. Starts with crossings everywhere and
 * keeps seeded changes, mirrored on both axes, unless they add loops; remaining loops are then joined.
 */

import { hashText, toneCount } from '#ui/tone.ts';

export interface Kolam {
  width: number;
  height: number;
  /** One closed line. */
  line: string;
  /** All dots as one path of points, to be stroked with round caps. */
  dots: string;
  cell: number;
  /** 1 to 6, see the tone classes. */
  tone: number;
}

const width = 640;
const height = 360;
const margin = 22;

const cross = 0;
const wall = 1;
const pass = 2;

/** Rows of dots, each centred; all shapes fit a 16:9 area. */
const shapes: readonly (readonly number[])[] = [
  [5, 5, 5],
  [7, 7, 7, 7],
  [5, 7, 7, 5],
  [3, 5, 7, 5, 3],
  [6, 6, 6],
  [1, 5, 7, 5, 1],
];

interface Grid {
  columns: number;
  rows: number;
  /** Cells row by row, padded by an empty left column and an empty top row, so that no index is out of bounds. */
  filled: Uint8Array;
  /** By edge: 2 × cell for the edge to its right, 2 × cell + 1 for the one below. Edges at the border are walls. */
  edges: Uint8Array;
  /** The edges between two dots. */
  inner: readonly number[];
}

/**
 * One arc in one direction, packed as 8 × cell + 2 × arc + way. Arc k of a cell joins its sides k and k + 1; sides are
 * north, east, south, west; way 0 starts at side k, way 1 ends there. A number for speed: a page of covers takes
 * hundreds of thousands of steps.
 */
type Strand = number;

export function drawKolam(seed: string): Kolam {
  const hash = hashText(seed);
  const random = generator(hash);
  const shape = shapes[Math.floor(random() * shapes.length)] ?? [5, 5, 5];
  const grid = layOut(shape);
  weave(grid, random);
  const cell = Math.floor(
    Math.min((width - 2 * margin) / (grid.columns - 1), (height - 2 * margin) / (grid.rows - 1)),
  );
  return { width, height, cell, tone: (hash % toneCount) + 1, ...trace(grid, cell) };
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function layOut(shape: readonly number[]): Grid {
  const columns = Math.max(...shape) + 1;
  const rows = shape.length + 1;
  const filled = new Uint8Array(columns * rows);
  shape.forEach((count, row) => {
    const first = (row + 1) * columns + 1 + (columns - 1 - count) / 2;
    filled.fill(1, first, first + count);
  });
  const edges = new Uint8Array(2 * filled.length).fill(wall);
  const inner: number[] = [];
  filled.forEach((here, cell) => {
    if (here && filled[cell + 1]) inner.push(2 * cell);
    if (here && filled[cell + columns]) inner.push(2 * cell + 1);
  });
  for (const edge of inner) edges[edge] = cross;
  return { columns, rows, filled, edges, inner };
}

function weave(grid: Grid, random: () => number) {
  let loops = countLoops(grid);
  const attempt = (group: readonly number[], state: number, limit: number) => {
    const before = group.map((edge) => grid.edges[edge] ?? wall);
    for (const edge of group) grid.edges[edge] = state;
    const after = countLoops(grid);
    if (after <= limit) loops = after;
    else group.forEach((edge, index) => (grid.edges[edge] = before[index] ?? wall));
  };

  const groups = mirroredGroups(grid);
  for (const group of shuffled(groups, random)) {
    if (random() < 0.62) attempt(group, random() < 0.5 ? wall : pass, loops);
  }
  // Joining whole groups keeps the symmetry. Joining single edges always succeeds, since two loops touch somewhere.
  const singles = grid.inner.map((edge) => [edge]);
  for (const group of [...shuffled(groups, random), ...shuffled(singles, random)]) {
    for (const state of [cross, pass, wall]) {
      if (loops > 1) attempt(group, state, loops - 1);
    }
    if (loops === 1) return;
  }
}

/** Groups of edges that mirror each other on the two axes. */
function mirroredGroups({ columns, rows, inner }: Grid): number[][] {
  const groups = new Map<number, number[]>();
  for (const edge of inner) {
    const cell = edge >> 1;
    const below = edge & 1;
    const column = cell % columns;
    const row = (cell - column) / columns;
    // The first row and column are padding; an edge to the right mirrors to the one that starts a column earlier.
    const mirroredColumn = columns - column - 1 + below;
    const mirroredRow = rows - row - below;
    const key = 2 * (Math.min(row, mirroredRow) * columns + Math.min(column, mirroredColumn)) + below;
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  return [...groups.values()];
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

function countLoops(grid: Grid): number {
  const seen = new Uint8Array(4 * grid.filled.length);
  let loops = 0;
  for (let arc = 0; arc < seen.length; arc += 1) {
    if (seen[arc] || !grid.filled[arc >> 2]) continue;
    loops += 1;
    for (let strand = 2 * arc; !seen[strand >> 1]; strand = next(grid, strand)) seen[strand >> 1] = 1;
  }
  return loops;
}

function next(grid: Grid, strand: Strand): Strand {
  const cell = strand >> 3;
  const arc = (strand >> 1) & 3;
  const side = exitSide(strand);
  const state = stateAt(grid, cell, side);
  // Which of the side's two arcs the strand is on; turning back and passing side by side swap it.
  const later = arc === side;
  if (state === wall) return pack(cell, side, !later);
  return pack(neighbour(grid, cell, side), (side + 2) & 3, (state === cross) === later);
}

/** The strand that enters a cell at a side, along the side's own arc (`later`) or the one before it. */
function pack(cell: number, side: number, later: boolean): Strand {
  return later ? 8 * cell + 2 * side : 8 * cell + 2 * ((side + 3) & 3) + 1;
}

function exitSide(strand: Strand): number {
  const arc = (strand >> 1) & 3;
  return strand & 1 ? arc : (arc + 1) & 3;
}

function neighbour({ columns }: Grid, cell: number, side: number): number {
  if (side === 0) return cell - columns;
  if (side === 1) return cell + 1;
  return side === 2 ? cell + columns : cell - 1;
}

function stateAt({ columns, edges }: Grid, cell: number, side: number): number {
  if (side === 0) return edges[2 * (cell - columns) + 1] ?? wall;
  if (side === 1) return edges[2 * cell] ?? wall;
  if (side === 2) return edges[2 * cell + 1] ?? wall;
  return edges[2 * cell - 2] ?? wall;
}

const normals = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

function trace(grid: Grid, cellSize: number): Pick<Kolam, 'line' | 'dots'> {
  const left = (width - (grid.columns + 1) * cellSize) / 2;
  const top = (height - (grid.rows + 1) * cellSize) / 2;
  const half = cellSize / 2;
  const reach = half * 0.62;
  const gap = half * 0.26;
  const centre = (cell: number) => ({
    x: left + ((cell % grid.columns) + 0.5) * cellSize,
    y: top + (Math.floor(cell / grid.columns) + 0.5) * cellSize,
  });

  /** The point where a strand leaves its cell, and its direction there. */
  const exit = (strand: Strand) => {
    const cell = strand >> 3;
    const side = exitSide(strand);
    const { x, y } = centre(cell);
    const [nx, ny] = normals[side]!;
    const [tx, ty] = normals[(side + (strand & 1 ? 1 : 3)) & 3]!;
    const state = stateAt(grid, cell, side);
    // Strands that share an edge without crossing need a gap; at the border there is no other strand.
    const inward = state === wall && grid.filled[neighbour(grid, cell, side)] ? gap : 0;
    const sideways = state === pass ? gap : 0;
    const dx = state === wall ? -tx : state === pass ? nx : (nx - tx) * Math.SQRT1_2;
    const dy = state === wall ? -ty : state === pass ? ny : (ny - ty) * Math.SQRT1_2;
    return {
      x: Math.round(x + nx * (half - inward) + tx * sideways),
      y: Math.round(y + ny * (half - inward) + ty * sideways),
      reachX: Math.round(dx * reach),
      reachY: Math.round(dy * reach),
    };
  };

  const start: Strand = 8 * grid.filled.indexOf(1);
  const walk = [start];
  for (let strand = next(grid, start); strand >> 1 !== start >> 1; strand = next(grid, strand))
    walk.push(strand);
  let at = exit(walk.at(-1) ?? start);
  let line = `M${at.x} ${at.y}c${compact([at.reachX, at.reachY])}`;
  for (const strand of walk) {
    const to = exit(strand);
    const curve = [to.x - to.reachX - at.x, to.y - to.reachY - at.y, to.x - at.x, to.y - at.y];
    // After the first curve each is smooth: SVG mirrors its first control point.
    line += strand === start ? ` ${compact(curve)}` : `s${compact(curve)}`;
    at = to;
  }
  let dots = '';
  grid.filled.forEach((here, cell) => {
    const { x, y } = centre(cell);
    if (here) dots += `M${Math.round(x)} ${Math.round(y)}h0`;
  });
  return { line: `${line}z`, dots };
}

/** A minus sign also separates numbers, so the space is dropped. */
function compact(numbers: readonly number[]): string {
  return numbers.join(' ').replaceAll(' -', '-');
}
