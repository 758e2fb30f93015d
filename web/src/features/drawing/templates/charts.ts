import type { SceneColor } from '@gyan/contract/scenes.ts';
import { type OutlinePart, splitShare, withoutEnd } from './outline.ts';
import { colorAt } from './part.ts';
import { type Area, inset, type Point, rowsOf, type Sheet } from './sheet.ts';

/** "Bicycle 20 80": the place in per cent of both axes. */
const placed = /[\s:(](\d{1,3}) ?%? ?[,;/ ] ?(\d{1,3}) ?%?\)?$/u;

function placeOf(text: string, index: number, count: number) {
  const match = placed.exec(text);
  const [, across = '', up = ''] = match ?? [];
  const name = withoutEnd(text.slice(0, match?.index ?? 0), ':(');
  if (name !== '' && Number(across) <= 100 && Number(up) <= 100) {
    return { text: name, across: Number(across) / 100, up: Number(up) / 100 };
  }
  // Without a place: spaced evenly, for the author to move.
  const rank = (index + 0.5) / count;
  return { text, across: ((index % 3) + 0.5) / 3, up: 1 - rank };
}

/** The first two lines name the axes, lines below them their ends; the others are points. */
export function drawAxes(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page } = sheet;
  const [across, up, ...points] = parts;
  const margin = 0.09;
  const field: Area = { x: page.x + margin, y: page.y + margin, w: page.w - margin, h: page.h - 2 * margin };
  const origin = { x: field.x, y: field.y + field.h };
  sheet.arrow([origin, { x: field.x + field.w, y: origin.y }], { color: 'black' });
  sheet.arrow([origin, { x: field.x, y: field.y }], { color: 'black' });
  const foot: Area = { x: field.x, y: origin.y + 0.012, w: field.w, h: margin - 0.012 };
  const third = field.w / 3;
  if (across) {
    const [low, high] = across.parts;
    sheet.text(across.text, { ...foot, x: foot.x + third, w: third });
    if (low) sheet.text(low.text, { ...foot, w: third }, { size: 1, align: 'start' });
    if (high) sheet.text(high.text, { ...foot, x: foot.x + 2 * third, w: third }, { size: 1, align: 'end' });
  }
  if (up) {
    const [low, high] = up.parts;
    const top: Area = { x: page.x, y: page.y, w: page.w / 2, h: margin - 0.02 };
    sheet.text(high ? `${up.text}: ${high.text}` : up.text, top, { align: 'start' });
    if (low) {
      const beside: Area = { x: 0.005, y: origin.y - 0.12, w: field.x - 0.015, h: 0.1 };
      sheet.text(low.text, beside, { size: 1, align: 'end' });
    }
  }
  const inner = inset(field, 0.06, 0.05);
  points.forEach((part, index) => {
    const place = placeOf(part.text, index, points.length);
    const at: Point = { x: inner.x + inner.w * place.across, y: inner.y + inner.h * (1 - place.up) };
    const isLeft = place.across < 0.6;
    const room = isLeft ? field.x + field.w - at.x - 0.03 : at.x - 0.03 - field.x;
    const w = Math.min(room, field.w / 3);
    const h = Math.max(0.05, Math.min(0.14, inner.h / Math.max(1, points.length)));
    const beside = { x: isLeft ? at.x + 0.03 : at.x - 0.03 - w, y: at.y - h / 2, w, h };
    sheet.label(place.text, beside, {
      align: isLeft ? 'start' : 'end',
      target: at,
      color: colorAt(index),
    });
  });
}

/** A circle cut into its parts, "Nitrogen 78" by their shares, with the names at both sides. */
export function drawWhole(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page } = sheet;
  const named = parts.map((part) => splitShare(part.text));
  const areShares = named.every(({ share }) => share !== null);
  const shares = named.map(({ share }) => (areShares ? (share ?? 1) : 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  const radius = Math.min(page.h * 0.42, page.w * 0.23);
  const centre = { x: page.x + page.w / 2, y: page.y + page.h / 2 };
  const at = (fraction: number, distance: number): Point => ({
    x: centre.x + radius * distance * Math.sin(fraction * 2 * Math.PI),
    y: centre.y - radius * distance * Math.cos(fraction * 2 * Math.PI),
  });
  const circle = { x: centre.x - radius, y: centre.y - radius, w: 2 * radius, h: 2 * radius };
  sheet.ellipse(circle, { filled: true });
  let before = 0;
  const sectors = shares.map((share, index): Sector => {
    const from = before / sum;
    before += share;
    const target = at((from + before / sum) / 2, 0.68);
    if (shares.length > 1) sheet.line([centre, at(from, 1)], { color: 'blue' });
    // With an equal division the author's words stay as they are.
    const text = areShares ? (named[index]?.text ?? '') : (parts[index]?.text ?? '');
    return { text, target, share: areShares ? share : null, color: colorAt(index) };
  });
  // Sorted by height at each side, so that the lines to the sectors do not cross.
  const isRight = ({ target }: Sector) => target.x >= centre.x - 1e-9;
  const gap = radius + 0.05;
  const right = { ...page, x: centre.x + gap, w: page.w / 2 - gap };
  const areas = new Map([
    ...rowFor(sectors.filter(isRight), right),
    ...rowFor(
      sectors.filter((sector) => !isRight(sector)),
      { ...right, x: page.x },
    ),
  ]);
  // In the order of the outline, which is the order in which labels are listed and recalled.
  for (const sector of sectors) {
    const area = areas.get(sector) ?? page;
    const align = isRight(sector) ? 'start' : 'end';
    const look = { align, target: sector.target, color: sector.color, size: 3 } as const;
    if (sector.share === null) {
      sheet.label(sector.text, area, look);
      continue;
    }
    const top = { ...area, h: area.h * 0.6 };
    const bottom = { ...area, y: area.y + top.h, h: area.h - top.h };
    sheet.label(sector.text, top, { ...look, verticalAlign: 'end' });
    const percent = Math.round((sector.share / sum) * 1000) / 10;
    sheet.text(`${percent} %`, bottom, { size: 1, align, verticalAlign: 'start' });
  }
}

interface Sector {
  text: string;
  /** Inside of the sector. */
  target: Point;
  share: number | null;
  color: SceneColor;
}

/** Cuts an area into a row for each sector, from the highest to the lowest. */
function rowFor(sectors: readonly Sector[], area: Area): [Sector, Area][] {
  const rows = rowsOf(area, sectors.length).map((row) => inset(row, 0, Math.min(0.008, row.h / 8)));
  return sectors
    .toSorted((one, other) => one.target.y - other.target.y)
    .map((sector, index) => [sector, rows[index] ?? area]);
}
