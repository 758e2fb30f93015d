import { amber, cream, honey, indigo, midnight, night, paper, sand } from './palette.ts';

const width = 1600;
const height = 900;

export type Point = readonly [x: number, y: number];
export type Drawing = () => string;

/** The three line weights of every drawing, for a sheet 1600 wide. */
export const fine = 3;
export const firm = 6;
export const bold = 11;

export interface Look {
  fill?: string;
  stroke?: string;
  weight?: number;
  opacity?: number;
  dash?: string;
  move?: string;
}

/** Rounds to a tenth of a pixel. */
export const n = (value: number) => String(Math.round(value * 10) / 10);

/**
 * Plain `opacity` makes the renderer paint each shape on a sheet of its own, which takes seconds in a drawing of
 * a thousand dots; a shape that is only filled or only stroked does not need it.
 */
function look({ fill = 'none', stroke, weight = firm, opacity, dash, move }: Look): string {
  const parts = [`fill="${fill}"`];
  if (stroke) parts.push(`stroke="${stroke}" stroke-width="${n(weight)}"`);
  if (opacity !== undefined) {
    const kind = !stroke ? 'fill-opacity' : fill === 'none' ? 'stroke-opacity' : 'opacity';
    parts.push(`${kind}="${Math.round(opacity * 1000) / 1000}"`);
  }
  if (dash) parts.push(`stroke-dasharray="${dash}"`);
  if (move) parts.push(`transform="${move}"`);
  return parts.join(' ');
}

export const circle = (x: number, y: number, r: number, style: Look) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${look(style)}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, style: Look) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${look(style)}/>`;

export const rect = (x: number, y: number, w: number, h: number, style: Look, radius = 0) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(radius)}" ${look(style)}/>`;

export const path = (d: string, style: Look) => `<path d="${d}" ${look(style)}/>`;

const through = (points: readonly Point[]) => points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L');

export const polyline = (points: readonly Point[], style: Look) => path(`M${through(points)}`, style);
export const polygon = (points: readonly Point[], style: Look) => path(`M${through(points)}Z`, style);
export const segment = (a: Point, b: Point, style: Look) => polyline([a, b], style);

/** A smooth curve through points (Catmull-Rom turned into Béziers). */
function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1);
    return points[index] ?? [0, 0];
  };
  const steps = closed ? count : count - 1;
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < steps; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const c2: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    d += `C${n(c1[0])} ${n(c1[1])} ${n(c2[0])} ${n(c2[1])} ${n(p2[0])} ${n(p2[1])}`;
  }
  return closed ? `${d}Z` : d;
}

export const curve = (points: readonly Point[], style: Look) => path(smooth(points), style);
export const blob = (points: readonly Point[], style: Look) => path(smooth(points, true), style);

export const group = (move: string, ...parts: string[]) => `<g transform="${move}">${parts.join('')}</g>`;
export const veil = (opacity: number, ...parts: string[]) => `<g opacity="${opacity}">${parts.join('')}</g>`;
export const clipped = (id: string, shape: string, ...parts: string[]) =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;

export const times = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('');
export const points = (count: number, point: (i: number) => Point) =>
  Array.from({ length: count }, (_, i) => point(i));

/** Degrees run clockwise from twelve o'clock, as on a dial. */
export const polar = (x: number, y: number, r: number, degrees: number): Point => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
};

export function arc(x: number, y: number, r: number, from: number, to: number): string {
  const [a, b] = [polar(x, y, r, from), polar(x, y, r, to)];
  const large = Math.abs(to - from) > 180 ? 1 : 0;
  const sweep = to > from ? 1 : 0;
  return `M${n(a[0])} ${n(a[1])}A${n(r)} ${n(r)} 0 ${large} ${sweep} ${n(b[0])} ${n(b[1])}`;
}

export const wedge = (x: number, y: number, r: number, from: number, to: number) =>
  `${arc(x, y, r, from, to)}L${n(x)} ${n(y)}Z`;

/** One period per `length`, sampled finely enough to look drawn in one stroke. */
export const wave = (x: number, y: number, run: number, length: number, swing: number, phase = 0) =>
  points(Math.ceil(run / 10) + 1, (i): Point => {
    const dx = Math.min(i * 10, run);
    return [x + dx, y - swing * Math.sin(((dx / length) * 2 + phase) * Math.PI)];
  });

export type Stop = readonly [offset: number, colour: string, opacity?: number];

const stopList = (list: readonly Stop[]) =>
  list
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');

export const radial = (id: string, list: readonly Stop[]) =>
  `<radialGradient id="${id}">${stopList(list)}</radialGradient>`;

export const linear = (id: string, list: readonly Stop[], x2 = 0, y2 = 1) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stopList(list)}</linearGradient>`;

export const paint = (id: string) => `url(#${id})`;

/** Light that fades outwards; the id must be the drawing's own. */
export const glow = (id: string, x: number, y: number, r: number, colour: string, strength = 0.8) =>
  radial(id, [
    [0, colour, strength],
    [0.35, colour, strength * 0.5],
    [1, colour, 0],
  ]) + circle(x, y, r, { fill: paint(id) });

/** Numbers that look random and are the same on every machine (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Points with a distance of at least `gap` inside a region, by rejection sampling. */
export function scatter(seed: number, tries: number, gap: number, inside: (p: Point) => boolean): Point[] {
  const next = random(seed);
  const kept: Point[] = [];
  for (let i = 0; i < tries; i += 1) {
    const p: Point = [next() * width, next() * height];
    if (inside(p) && kept.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) >= gap)) kept.push(p);
  }
  return kept;
}

export const svg = (w: number, h: number, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" stroke-linecap="round" stroke-linejoin="round">${parts.join('')}</svg>`;

interface Background {
  /** Colour and centre of the lamp's light on the sheet. */
  light?: string;
  at?: Point;
}

/** A sheet of warm paper under a lamp, with the faint dots a kolam starts from. */
export const onPaper = ({ light = honey, at = [420, 260] }: Background, ...parts: string[]) =>
  svg(
    width,
    height,
    linear('sheet', [
      [0, '#FDFBF6'],
      [1, '#F4EDDF'],
    ]),
    rect(0, 0, width, height, { fill: paper }),
    rect(0, 0, width, height, { fill: paint('sheet') }),
    glow('lamp', at[0], at[1], 980, light, 0.75),
    `<pattern id="dots" width="50" height="50" patternUnits="userSpaceOnUse">${circle(25, 25, 2.2, { fill: sand, opacity: 0.55 })}</pattern>`,
    rect(0, 0, width, height, { fill: paint('dots') }),
    ...parts,
  );

/** The dark variant. */
export const onNight = ({ light = indigo, at = [800, 450] }: Background, ...parts: string[]) =>
  svg(
    width,
    height,
    linear('dark', [
      [0, midnight],
      [1, night],
    ]),
    rect(0, 0, width, height, { fill: paint('dark') }),
    glow('lamp', at[0], at[1], 1000, light, 0.85),
    ...parts,
  );

export function stars(seed: number, count: number, floor = height): string {
  const next = random(seed);
  return times(count, () => {
    const [x, y, size] = [next() * width, next() * floor, next()];
    return circle(x, y, 0.9 + size * size * 2.8, {
      fill: size > 0.93 ? amber : cream,
      opacity: 0.25 + next() * 0.6,
    });
  });
}
