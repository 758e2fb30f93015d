import type { OutlinePart } from './outline.ts';
import { colorAt, smallGap } from './part.ts';
import { type Area, centreOf, columnsOf, inset, rowsOf, type Sheet } from './sheet.ts';

/** A column for each item, with what it is compared by below. */
export function drawComparison(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const { page } = sheet;
  const rowCount = Math.max(...parts.map((part) => part.parts.length));
  const headHeight = rowCount === 0 ? page.h : Math.min(0.18, page.h / (rowCount + 1));
  columnsOf(page, parts.length).forEach((column, index) => {
    const part = parts[index] ?? { text: '', parts: [] };
    const area = inset(column, 0.015, 0);
    const head = { ...area, h: headHeight };
    sheet.box(head, { color: colorAt(index), filled: true });
    // Without points to compare, the items themselves are what is recalled.
    if (rowCount === 0) sheet.label(part.text, inset(head, smallGap), { size: 3, color: colorAt(index) });
    else sheet.text(part.text, inset(head, smallGap), { size: 3, color: colorAt(index) });
    const body = { ...area, y: area.y + headHeight, h: area.h - headHeight };
    if (rowCount > 0) sheet.box(body, { color: colorAt(index), width: 1 });
    const rows = rowsOf(body, Math.max(1, rowCount));
    part.parts.forEach(({ text }, row) =>
      sheet.label(text, inset(rows[row] ?? body, smallGap), { size: 3, color: colorAt(index) }),
    );
  });
}

/** From the first line at the top to the last at the bottom; what belongs to a layer stands beside its name. */
export function drawLayers(sheet: Sheet, parts: readonly OutlinePart[]): void {
  rowsOf(sheet.page, parts.length).forEach((row, index) => {
    const part = parts[index] ?? { text: '', parts: [] };
    const area = inset(row, 0, Math.min(0.008, row.h / 10));
    sheet.box(area, { color: colorAt(index), filled: true });
    const inside = inset(area, smallGap * 2, Math.min(smallGap, area.h / 8));
    const [start = inside, ...others] = columnsOf(inside, Math.min(4, part.parts.length) + 1);
    const hasParts = part.parts.length > 0;
    sheet.label(part.text, hasParts ? inset(start, 0.006, 0) : start, {
      size: 3,
      color: colorAt(index),
      align: hasParts ? 'start' : 'middle',
    });
    const columns = others.map((column) => inset(column, 0.006, 0));
    const lines = Math.ceil(part.parts.length / Math.max(1, columns.length));
    part.parts.forEach(({ text }, child) => {
      const column = columns[child % columns.length] ?? inside;
      const cell = rowsOf(column, lines)[Math.floor(child / columns.length)] ?? column;
      sheet.text(text, cell, { size: 1 });
    });
  });
}

const leavesOf = ({ parts }: OutlinePart): number =>
  parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + leavesOf(part), 0);

const levelsOf = ({ parts }: OutlinePart): number => 1 + Math.max(0, ...parts.map(levelsOf));

/** From the top down while there is room side by side, else from the start to the end. */
export function drawTree(sheet: Sheet, parts: readonly OutlinePart[]): void {
  const forest: OutlinePart = { text: '', parts: [...parts] };
  const [leaves, levels] = [leavesOf(forest), levelsOf(forest) - 1];
  const { page } = sheet;
  const isDown = leaves <= Math.max(2, Math.round(sheet.ratio * 2.6));
  // Along: where a branch is among its siblings. Across: its level.
  const [along, across] = isDown ? [page.w / leaves, page.h / levels] : [page.h / leaves, page.w / levels];
  const areaOf = (firstLeaf: number, span: number, level: number): Area => {
    const area = isDown
      ? { x: page.x + firstLeaf * along, y: page.y + level * across, w: span * along, h: across }
      : { x: page.x + level * across, y: page.y + firstLeaf * along, w: across, h: span * along };
    const centre = centreOf(area);
    const w = isDown ? Math.min(area.w - 0.03, 0.42) : area.w - Math.min(0.09, area.w * 0.25);
    const h = isDown ? Math.min(area.h - 0.09, 0.2) : Math.min(area.h * 0.82, 0.16);
    const x = isDown ? centre.x - w / 2 : area.x;
    return { x, y: centre.y - h / 2, w, h };
  };
  let color = -1;
  const draw = (part: OutlinePart, firstLeaf: number, level: number): Area => {
    if (level <= 1) color += 1;
    const { area } = sheet.label(part.text, areaOf(firstLeaf, leavesOf(part), level), {
      size: 3,
      color: colorAt(color),
      align: isDown ? 'middle' : 'start',
    });
    let leaf = firstLeaf;
    for (const child of part.parts) {
      const below = draw(child, leaf, level + 1);
      leaf += leavesOf(child);
      const [from, to] = [centreOf(area), centreOf(below)];
      sheet.line(
        isDown
          ? [
              { x: from.x, y: area.y + area.h },
              { x: to.x, y: below.y },
            ]
          : [
              { x: area.x + area.w, y: from.y },
              { x: below.x, y: to.y },
            ],
      );
    }
    return area;
  };
  let leaf = 0;
  for (const part of parts) {
    draw(part, leaf, 0);
    leaf += leavesOf(part);
  }
}
