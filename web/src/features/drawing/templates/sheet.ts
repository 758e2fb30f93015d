import type { SceneBox, SceneColor, SceneItem, SceneItemOf, SceneWidth } from '@gyan/contract/scenes.ts';
import { pageSize } from '../geometry.ts';
import { fitText, labelPadding, type Measure, naturalText, textSizes } from '../text-layout.ts';

/**
 * Places in a template are in units of the page's height, so that a square is square: x runs from 0 to the ratio, y
 * from 0 to 1.
 */
export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

/** An item with the area that it covers. */
export interface Frame {
  id: string;
  area: Area;
}

interface TextOptions {
  /** The largest size that is tried; smaller ones follow until the text fits. */
  size?: SceneWidth;
  color?: SceneColor;
  align?: 'start' | 'middle' | 'end';
  verticalAlign?: 'start' | 'middle' | 'end';
}

interface ShapeOptions {
  color?: SceneColor;
  width?: SceneWidth;
  filled?: boolean;
}

export const inset = ({ x, y, w, h }: Area, dx: number, dy = dx): Area => ({
  x: x + Math.min(dx, w / 2),
  y: y + Math.min(dy, h / 2),
  w: Math.max(0, w - 2 * dx),
  h: Math.max(0, h - 2 * dy),
});

export const centreOf = ({ x, y, w, h }: Area): Point => ({ x: x + w / 2, y: y + h / 2 });

/** Cuts an area into `count` equal rows. */
export const rowsOf = ({ x, y, w, h }: Area, count: number): Area[] =>
  Array.from({ length: count }, (_, row) => ({ x, y: y + (row * h) / count, w, h: h / count }));

export const columnsOf = ({ x, y, w, h }: Area, count: number): Area[] =>
  Array.from({ length: count }, (_, column) => ({ x: x + (column * w) / count, y, w: w / count, h }));

export const doOverlap = (one: Area, other: Area, gap = 0) =>
  one.x < other.x + other.w + gap &&
  other.x < one.x + one.w + gap &&
  one.y < other.y + other.h + gap &&
  other.y < one.y + one.h + gap;

/** Where the line from the centre of an area to a point leaves the area. */
export function edgeTowards(area: Area, to: Point, gap = 0): Point {
  const from = centreOf(area);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const reach = Math.min(
    dx === 0 ? Infinity : (area.w / 2 + gap) / Math.abs(dx),
    dy === 0 ? Infinity : (area.h / 2 + gap) / Math.abs(dy),
    1,
  );
  return { x: from.x + dx * reach, y: from.y + dy * reach };
}

/** Space for rounding, in page units: a box that is too narrow breaks its line. */
const slack = 1;

const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

const innerSize = ({ w, h }: Area, padding: Point, size: number, unit: number) => ({
  width: w * unit - 2 * padding.x * size,
  height: h * unit - 2 * padding.y * size,
});

/** Collects the items of a template. */
export class Sheet {
  readonly ratio: number;
  readonly page: Area;
  readonly items: SceneItem[] = [];
  readonly #newId: () => string;
  readonly #measure: Measure;

  readonly #largest: SceneWidth;

  /** `largest` limits the size of labels. */
  constructor(ratio: number, newId: () => string, measure: Measure, largest: SceneWidth = 4) {
    this.ratio = ratio;
    this.#largest = largest;
    this.page = inset({ x: 0, y: 0, w: ratio, h: 1 }, Math.min(ratio, 1) * 0.04);
    this.#newId = newId;
    this.#measure = measure;
  }

  /** In shares of the page, and inside of it. */
  #box({ x, y, w, h }: Area): SceneBox {
    const [left, top] = [share(x / this.ratio), share(y)];
    return {
      x: left,
      y: top,
      w: Math.min(share(w / this.ratio), share(1 - left)),
      h: Math.min(share(h), share(1 - top)),
    };
  }

  #point({ x, y }: Point): [number, number] {
    return [share(x / this.ratio), share(y)];
  }

  /** The part of `area` that a text fills, in the largest size that fits; `padding` is in em. */
  #fit(text: string, area: Area, padding: Point, options: TextOptions) {
    const { size: wanted = 2, align = 'middle', verticalAlign = 'middle' } = options;
    const unit = pageSize(this.ratio).height;
    const sizes = ([4, 3, 2, 1] as const).filter((size) => size <= wanted);
    const width = sizes.find((size) => this.#fits(text, area, padding, size)) ?? 1;
    const size = textSizes[width];
    const { width: innerWidth, height } = innerSize(area, padding, size, unit);
    const room = { width: innerWidth - slack, height };
    // Smaller letters rather than a broken word.
    const scale = Math.min(1, Math.max(0.4, room.width / (this.#longestWord(text) * size)));
    const block = fitText(text, room, size * scale, this.#measure);
    const w = Math.min((block.width + 2 * padding.x * size + slack) / unit, this.ratio);
    const h = Math.min((block.height + 2 * padding.y * size + slack) / unit, 1);
    const share = { start: 0, middle: 0.5, end: 1 };
    const x = area.x + (area.w - w) * share[align];
    const y = area.y + (area.h - h) * share[verticalAlign];
    const at = { x: Math.min(Math.max(0, x), this.ratio - w), y: Math.min(Math.max(0, y), 1 - h) };
    return { width, area: { ...at, w, h } };
  }

  /** Without breaking a word. */
  #fits(text: string, area: Area, padding: Point, width: SceneWidth): boolean {
    const size = textSizes[width];
    const inner = innerSize(area, padding, size, pageSize(this.ratio).height);
    if (this.#longestWord(text) * size > inner.width - slack) return false;
    return naturalText(text, inner.width - slack, size, this.#measure).height <= inner.height - slack;
  }

  /** In em. */
  #longestWord(text: string): number {
    return Math.max(...text.split(/\s+/u).map((word) => this.#measure(word)), 0.1);
  }

  text(text: string, area: Area, options: TextOptions = {}): void {
    const { color = 'black' } = options;
    const fitted = this.#fit(text, area, { x: 0, y: 0 }, options);
    const { width } = fitted;
    this.items.push({ type: 'text', id: this.#newId(), color, width, box: this.#box(fitted.area), text });
  }

  /** A label whose target is inside it has no line to it. */
  label(text: string, area: Area, options: TextOptions & { target?: Point } = {}): Frame {
    const { color = 'black' } = options;
    const { size = 2 } = options;
    const largest = size < this.#largest ? size : this.#largest;
    const fitted = this.#fit(text, area, labelPadding, { ...options, size: largest });
    const [x, y] = this.#point(options.target ?? centreOf(fitted.area));
    const id = this.#newId();
    const box = this.#box(fitted.area);
    this.items.push({ type: 'label', id, color, width: fitted.width, box, text, target: { x, y } });
    return { id, area: fitted.area };
  }

  box(area: Area, options: ShapeOptions = {}): string {
    return this.#shape('box', area, options);
  }

  ellipse(area: Area, options: ShapeOptions = {}): string {
    return this.#shape('ellipse', area, options);
  }

  #shape(type: 'box' | 'ellipse', area: Area, { color = 'blue', width = 2, filled }: ShapeOptions): string {
    const id = this.#newId();
    const item: SceneItemOf<'box'> | SceneItemOf<'ellipse'> = {
      type,
      id,
      color,
      width,
      box: this.#box(area),
    };
    this.items.push(filled ? { ...item, filled } : item);
    return id;
  }

  line(points: readonly Point[], options: ShapeOptions = {}): void {
    this.#connector('line', points, options);
  }

  arrow(points: readonly Point[], options: ShapeOptions & { from?: string; to?: string } = {}): void {
    this.#connector('arrow', points, options);
  }

  #connector(
    type: 'line' | 'arrow',
    points: readonly Point[],
    { color = 'grey', width = 2, from, to }: ShapeOptions & { from?: string; to?: string },
  ): void {
    this.items.push({
      type,
      id: this.#newId(),
      color,
      width,
      points: points.map((point) => this.#point(point)),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  }
}
