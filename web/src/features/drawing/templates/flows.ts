import type { SceneColor } from '@gyan/contract/scenes.ts';
import { type OutlinePart, splitDetail } from './outline.ts';
import { colorAt, connect, drawPart, smallGap } from './part.ts';
import {
  type Area,
  centreOf,
  columnsOf,
  doOverlap,
  type Frame,
  inset,
  type Point,
  rowsOf,
  type Sheet,
} from './sheet.ts';

/** The parts around an ellipse, clockwise from the top. */
export function drawCycle(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page } = sheet;
  const centre = centreOf(page);
  const placesOf = (w: number, h: number): Area[] =>
    parts.map((_, index) => {
      const angle = (index / parts.length) * 2 * Math.PI - Math.PI / 2;
      const x = centre.x + ((page.w - w) / 2) * Math.cos(angle);
      const y = centre.y + ((page.h - h) / 2) * Math.sin(angle);
      return { x: x - w / 2, y: y - h / 2, w, h };
    });
  const areTooClose = (areas: readonly Area[]) =>
    areas.some((area, index) => areas.slice(index + 1).some((other) => doOverlap(area, other, 0.04)));
  let [w, h] = [page.w * 0.36, page.h * 0.26];
  while (areTooClose(placesOf(w, h)) && w > 0.02) [w, h] = [w * 0.95, h * 0.95];
  const areas = placesOf(w, h);
  const frames = parts.map((part, index) => drawPart(sheet, part, areas[index] ?? page, colorAt(index)));
  connectInOrder(sheet, frames);
  const [first, last] = [frames[0], frames.at(-1)];
  if (first && last && frames.length > 2) connect(sheet, last, first);
}

function connectInOrder(sheet: Sheet, frames: readonly Frame[]): void {
  frames.forEach((frame, index) => {
    const next = frames[index + 1];
    if (next) connect(sheet, frame, next);
  });
}

/** In rows, every second one from the end to the start, so that each step is beside the one before. */
export function drawSteps(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page, ratio } = sheet;
  const rowCount = Math.max(1, Math.round(Math.sqrt((parts.length * 1.2) / ratio)));
  const perRow = Math.ceil(parts.length / rowCount);
  const rows = rowsOf(page, Math.ceil(parts.length / perRow));
  const frames = parts.map((part, index) => {
    const row = Math.floor(index / perRow);
    const columns = columnsOf(rows[row] ?? page, perRow);
    const column = row % 2 === 0 ? index % perRow : perRow - 1 - (index % perRow);
    const cell = columns[column] ?? page;
    const free = inset(cell, perRow === 1 ? 0 : 0.045, rows.length === 1 ? 0 : 0.045);
    const h = Math.min(free.h, free.w * 0.8, 0.5);
    return drawPart(sheet, part, { ...free, y: free.y + (free.h - h) / 2, h }, colorAt(index));
  });
  connectInOrder(sheet, frames);
}

/** "1905: Special relativity" puts the year beside the line. */
export function drawTimeline(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page, ratio } = sheet;
  if (ratio < 1 || parts.length > 7) drawUpright(sheet, parts);
  else {
    const y = page.y + page.h / 2;
    sheet.arrow([
      { x: page.x, y },
      { x: page.x + page.w, y },
    ]);
    columnsOf(inset(page, 0.03, 0), parts.length).forEach((column, index) => {
      const part = parts[index] ?? { text: '', parts: [] };
      const isAbove = index % 2 === 0;
      const { detail, text } = splitDetail(part.text);
      const target = { x: centreOf(column).x, y };
      // A label has the room of its neighbours too, which are on the other side of the line.
      const wide = widen(column, page, column.w * 0.45);
      const half = { ...wide, y: isAbove ? page.y : y + 0.1, h: page.h / 2 - 0.1 };
      drawEvent(sheet, { text, parts: part.parts }, half, { target, isAbove, color: colorAt(index) });
      if (detail === null) return;
      const beside = { ...column, y: isAbove ? y + smallGap * 2 : y - 0.09, h: 0.07 };
      sheet.text(detail, beside, { size: 2, color: colorAt(index) });
    });
  }
}

function widen({ x, w, ...rest }: Area, page: Area, by: number): Area {
  const start = Math.max(page.x, x - by);
  return { ...rest, x: start, w: Math.min(page.x + page.w, x + w + by) - start };
}

interface EventLook {
  target: Point;
  isAbove: boolean;
  color: SceneColor;
}

function drawEvent(sheet: Sheet, part: OutlinePart, area: Area, { target, isAbove, color }: EventLook): void {
  const rows = rowsOf(area, part.parts.length + 1);
  const [labelRow = area, ...others] = isAbove ? rows.toReversed() : rows;
  sheet.label(part.text, labelRow, { verticalAlign: isAbove ? 'end' : 'start', target, color, size: 3 });
  const ordered = isAbove ? others.toReversed() : others;
  part.parts.forEach(({ text }, row) => sheet.text(text, ordered[row] ?? area, { size: 1 }));
}

function drawUpright(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page } = sheet;
  const hasDetails = parts.some(({ text }) => splitDetail(text).detail !== null);
  const x = page.x + (hasDetails ? page.w * 0.25 : 0.03);
  sheet.arrow([
    { x, y: page.y },
    { x, y: page.y + page.h },
  ]);
  rowsOf(inset(page, 0, 0.02), parts.length).forEach((row, index) => {
    const part = parts[index] ?? { text: '', parts: [] };
    const { detail, text } = splitDetail(part.text);
    const target = { x, y: centreOf(row).y };
    const beside = {
      ...inset(row, 0, Math.min(0.006, row.h / 8)),
      x: x + 0.06,
      w: page.x + page.w - x - 0.06,
    };
    const [first = beside, ...others] = rowsOf(beside, part.parts.length + 1);
    sheet.label(text, first, { align: 'start', target, color: colorAt(index), size: 3 });
    part.parts.forEach((child, line) =>
      sheet.text(child.text, others[line] ?? beside, { size: 1, align: 'start' }),
    );
    if (detail === null) return;
    const before = { ...row, x: page.x, w: x - page.x - 0.03 };
    sheet.text(detail, before, { align: 'end', color: colorAt(index) });
  });
}
