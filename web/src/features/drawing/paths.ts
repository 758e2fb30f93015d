import type { InkPoint, Scene, SceneItem, SceneItemOf, SceneLabel } from '@gyan/contract/scenes.ts';
import { getStroke } from 'perfect-freehand';
import {
  type Area,
  areaOf,
  centreOf,
  leaderLine,
  type Point,
  pageSize,
  type Size,
  toPage,
} from './geometry.ts';
import { fillColors, inkWidths, strokeColors, strokeWidths } from './palette.ts';
import { baseline, fitText, labelPadding, lineHeight, type Measure, textSizes } from './text-layout.ts';

/**
 * What an item looks like: paths and lines of text in page units. The editor, the thumbnails and the raster draw the
 * same primitives.
 */

export interface PathPrimitive {
  kind: 'path';
  /** Unique among the primitives of an item. */
  part: string;
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
}

export interface TextPrimitive {
  kind: 'text';
  part: 'text';
  lines: { text: string; x: number; y: number }[];
  size: number;
  fill: string;
  anchor: 'start' | 'middle';
}

export type Primitive = PathPrimitive | TextPrimitive;

export interface ItemPrimitives {
  id: string;
  primitives: Primitive[];
  /** Degrees around a point. */
  rotation?: { angle: number } & Point;
}

export const fontFamily =
  '"Atkinson Hyperlegible Next", "Atkinson Fallback", "Noto Sans Devanagari", sans-serif';
export const fontWeight = 500;

const round = (value: number) => Math.round(value * 100) / 100;
const at = (x: number, y: number) => `${round(x)} ${round(y)}`;

function roundedBox({ x, y, width, height }: Area, wanted: number): string {
  const r = Math.min(wanted, width / 2, height / 2);
  const [right, bottom] = [x + width, y + height];
  return [
    `M${at(x + r, y)}H${round(right - r)}A${r} ${r} 0 0 1 ${at(right, y + r)}`,
    `V${round(bottom - r)}A${r} ${r} 0 0 1 ${at(right - r, bottom)}`,
    `H${round(x + r)}A${r} ${r} 0 0 1 ${at(x, bottom - r)}V${round(y + r)}A${r} ${r} 0 0 1 ${at(x + r, y)}Z`,
  ].join('');
}

function ellipsePath({ x, y, width, height }: Area): string {
  const [rx, ry, middle] = [round(width / 2), round(height / 2), y + height / 2];
  return `M${at(x, middle)}A${rx} ${ry} 0 1 1 ${at(x + width, middle)}A${rx} ${ry} 0 1 1 ${at(x, middle)}Z`;
}

const circlePath = ({ x, y }: Point, radius: number) =>
  ellipsePath({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });

const linePath = (points: readonly Point[]) =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${at(x, y)}`).join('');

/** Ink as a filled outline, thicker where the pen was pressed harder. */
export function inkPath(points: readonly InkPoint[], width: number, page: Size): string {
  const hasPressure = points.some((point) => point.length === 3);
  const input = points.map(([x, y, pressure = 0.5]) => [x * page.width, y * page.height, pressure]);
  const outline = getStroke(input, {
    size: width,
    thinning: 0.5,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: !hasPressure,
    last: true,
  });
  const first = outline[0];
  if (!first) return '';
  const curves = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? first;
    return `${at(x, y)} ${at((x + nextX) / 2, (y + nextY) / 2)}`;
  });
  return `M${at(first[0], first[1])}Q${curves.join(' ')}Z`;
}

/** A head at the end of a line: its path, and where the line has to end. */
function arrowHead(from: Point, to: Point, strokeWidth: number): { d: string; end: Point } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const size = Math.min(10 + strokeWidth * 2.6, Math.max(length, 1));
  const half = size * 0.42;
  const base = { x: to.x - ux * size, y: to.y - uy * size };
  const notch = { x: to.x - ux * size * 0.8, y: to.y - uy * size * 0.8 };
  const corners = [
    to,
    { x: base.x - uy * half, y: base.y + ux * half },
    notch,
    { x: base.x + uy * half, y: base.y - ux * half },
  ];
  return { d: `${linePath(corners)}Z`, end: notch };
}

function textPrimitive(
  text: string,
  area: Area,
  look: { size: number; fill: string; anchor: 'start' | 'middle' },
  measure: Measure,
): TextPrimitive {
  const { lines, size, height } = fitText(text, area, look.size, measure);
  const top = area.y + (look.anchor === 'middle' ? (area.height - height) / 2 : 0);
  const x = look.anchor === 'middle' ? area.x + area.width / 2 : area.x;
  return {
    kind: 'text',
    part: 'text',
    size,
    fill: look.fill,
    anchor: look.anchor,
    lines: lines
      .map((line, index) => ({
        text: line,
        x: round(x),
        y: round(top + (index * lineHeight + baseline) * size),
      }))
      .filter((line) => line.text !== ''),
  };
}

const inset = ({ x, y, width, height }: Area, by: Point): Area => ({
  x: x + by.x,
  y: y + by.y,
  width: Math.max(width - 2 * by.x, 0),
  height: Math.max(height - 2 * by.y, 0),
});

const cornerRadius = 14;

function shapePrimitives(item: SceneItemOf<'box' | 'ellipse'>, page: Size, measure: Measure): Primitive[] {
  const area = areaOf(item.box, page);
  const stroke = strokeColors[item.color];
  const path: PathPrimitive = {
    kind: 'path',
    part: 'shape',
    d: item.type === 'box' ? roundedBox(area, cornerRadius) : ellipsePath(area),
    stroke,
    strokeWidth: strokeWidths[item.width],
    ...(item.filled ? { fill: fillColors[item.color] } : {}),
  };
  if (!item.text) return [path];
  // The largest box inside an ellipse leaves 15 % on each side.
  const by = item.type === 'box' ? { x: 12, y: 6 } : { x: area.width * 0.13, y: area.height * 0.13 };
  const fill = item.color === 'white' && item.filled ? strokeColors.black : stroke;
  const look = { size: textSizes[item.width], fill, anchor: 'middle' } as const;
  return [path, textPrimitive(item.text, inset(area, by), look, measure)];
}

function connectorPrimitives(item: SceneItemOf<'line' | 'arrow'>, page: Size): Primitive[] {
  const points = item.points.map((point) => toPage(point, page));
  const stroke = strokeColors[item.color];
  const strokeWidth = strokeWidths[item.width];
  const [before, end] = points.slice(-2);
  if (item.type === 'line' || !before || !end) {
    return [{ kind: 'path', part: 'line', d: linePath(points), stroke, strokeWidth }];
  }
  const head = arrowHead(before, end, strokeWidth);
  return [
    { kind: 'path', part: 'line', d: linePath([...points.slice(0, -1), head.end]), stroke, strokeWidth },
    { kind: 'path', part: 'head', d: head.d, fill: stroke, stroke, strokeWidth: 1 },
  ];
}

function labelPrimitives(item: SceneLabel, page: Size, measure: Measure): Primitive[] {
  const area = areaOf(item.box, page);
  const color = strokeColors[item.color];
  const isWhite = item.color === 'white';
  const size = textSizes[item.width];
  const line = leaderLine(item, page);
  const lineWidth = 2 + item.width * 0.5;
  const halo = isWhite ? strokeColors.black : '#ffffff';
  const leader: Primitive[] = line
    ? [
        // The halo keeps the line visible on photos.
        { kind: 'path', part: 'line halo', d: linePath(line), stroke: halo, strokeWidth: lineWidth + 3 },
        { kind: 'path', part: 'target halo', d: circlePath(line[1], 6 + item.width), fill: halo },
        { kind: 'path', part: 'line', d: linePath(line), stroke: color, strokeWidth: lineWidth },
        { kind: 'path', part: 'target', d: circlePath(line[1], 4 + item.width), fill: color },
      ]
    : [];
  const look = { size, fill: color, anchor: 'middle' } as const;
  const padding = { x: labelPadding.x * size, y: labelPadding.y * size };
  return [
    ...leader,
    {
      kind: 'path',
      part: 'edge',
      d: roundedBox(area, size * 0.4),
      fill: isWhite ? strokeColors.black : '#ffffff',
      stroke: color,
      strokeWidth: 2,
    },
    textPrimitive(item.text, inset(area, padding), look, measure),
  ];
}

function primitivesOf(item: SceneItem, page: Size, measure: Measure): Primitive[] {
  switch (item.type) {
    case 'ink':
      return [
        {
          kind: 'path',
          part: 'ink',
          d: inkPath(item.points, inkWidths[item.width], page),
          fill: strokeColors[item.color],
        },
      ];
    case 'line':
    case 'arrow':
      return connectorPrimitives(item, page);
    case 'box':
    case 'ellipse':
      return shapePrimitives(item, page, measure);
    case 'text': {
      const look = { size: textSizes[item.width], fill: strokeColors[item.color], anchor: 'start' } as const;
      return [textPrimitive(item.text, areaOf(item.box, page), look, measure)];
    }
    default:
      return labelPrimitives(item, page, measure);
  }
}

export function drawItem(item: SceneItem, page: Size, measure: Measure): ItemPrimitives {
  const primitives = primitivesOf(item, page, measure);
  const angle = 'angle' in item ? item.angle : undefined;
  if (!angle || !('box' in item)) return { id: item.id, primitives };
  return { id: item.id, primitives, rotation: { angle, ...centreOf(areaOf(item.box, page)) } };
}

export const textsOf = ({ items }: Scene): string[] =>
  items.map((item) => ('text' in item ? (item.text ?? '') : ''));

export function drawScene(scene: Scene, measure: Measure): ItemPrimitives[] {
  const page = pageSize(scene.ratio);
  return scene.items.map((item) => drawItem(item, page, measure));
}
