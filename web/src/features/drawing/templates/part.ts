import type { SceneColor } from '@gyan/contract/scenes.ts';
import type { OutlinePart } from './outline.ts';
import { type Area, centreOf, edgeTowards, type Frame, inset, rowsOf, type Sheet } from './sheet.ts';

const colors: readonly SceneColor[] = ['blue', 'orange', 'green', 'purple', 'red'];
export const colorAt = (index: number): SceneColor => colors[index % colors.length] ?? 'blue';

/** Between a frame and the text in it, and between a frame and the arrow to it. */
export const smallGap = 0.012;

/** A frame with its part as a label, and the parts of that as small texts below. */
export function drawPart(sheet: Sheet, part: OutlinePart, area: Area, color: SceneColor): Frame {
  const id = sheet.box(area, { color, filled: true });
  const inside = inset(area, smallGap);
  const [first = inside, ...others] = rowsOf(inside, part.parts.length + 1);
  sheet.label(part.text, first, { size: 3, color });
  part.parts.forEach(({ text }, row) => sheet.text(text, others[row] ?? inside, { size: 1 }));
  return { id, area };
}

/** An arrow between two frames, which stays with them when they are moved. */
export function connect(sheet: Sheet, from: Frame, to: Frame): void {
  const points = [
    edgeTowards(from.area, centreOf(to.area), smallGap),
    edgeTowards(to.area, centreOf(from.area), smallGap),
  ];
  sheet.arrow(points, { from: from.id, to: to.id });
}
