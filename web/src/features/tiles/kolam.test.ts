import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawKolam } from './kolam.ts';

interface Point {
  x: number;
  y: number;
}

/** Walks a path of one M, one c and many s commands, giving every curve's end and control points. */
function walk(path: string) {
  const body = /^M(?<start>[^c]*)c(?<curves>.*)z$/.exec(path)?.groups;
  if (!body) throw new Error(`not one closed line: ${path}`);
  const numbers = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number);
  const [x = NaN, y = NaN] = numbers(body['start'] ?? '');
  let at: Point = { x, y };
  const ends: Point[] = [];
  const controls: Point[] = [];
  for (const curve of (body['curves'] ?? '').split('s')) {
    const values = numbers(curve);
    const points = Array.from({ length: values.length / 2 }, (_, i) => ({
      x: at.x + (values[2 * i] ?? NaN),
      y: at.y + (values[2 * i + 1] ?? NaN),
    }));
    const end = points.pop();
    if (!end) throw new Error(`empty curve in ${path}`);
    controls.push(...points);
    ends.push(end);
    at = end;
  }
  return { start: { x, y }, ends, controls };
}

test('every seed draws one closed line round all its dots, inside the field', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const kolam = drawKolam(seed);
      const { start, ends, controls } = walk(kolam.line);
      const dots = kolam.dots.match(/M/g) ?? [];
      expect(ends.at(-1)).toEqual(start);
      // Each dot has four arcs; a second loop would leave some of them out.
      expect(ends).toHaveLength(4 * dots.length);
      expect(dots.length).toBeGreaterThanOrEqual(15);
      // One comparison for all points: an assertion each takes seconds.
      const outside = [...ends, ...controls].filter(
        ({ x, y }) => !(x >= 0 && x <= kolam.width && y >= 0 && y <= kolam.height),
      );
      expect(outside).toEqual([]);
      expect(kolam.tone).toBeGreaterThanOrEqual(1);
      expect(kolam.tone).toBeLessThanOrEqual(6);
    }),
    { numRuns: 400 },
  );
});

test('no arc is walked twice', () => {
  for (const seed of ['1:Photosynthesis', '2:Prime numbers', '3:जल चक्र', '4:Tides']) {
    const { start, ends } = walk(drawKolam(seed).line);
    const arcs = ends.map((end, index) => {
      const from = index === 0 ? start : ends[index - 1];
      const pair = [`${from?.x},${from?.y}`, `${end.x},${end.y}`].toSorted().join('-');
      return pair;
    });
    // Two arcs of one dot may share both ends only when both ends are its own; each pair occurs at most twice.
    const counts = Map.groupBy(arcs, (arc) => arc);
    expect(Math.max(...[...counts.values()].map((same) => same.length))).toBeLessThanOrEqual(2);
  }
});

test('the same seed draws the same kolam and different seeds differ', () => {
  expect(drawKolam('7:Gravity')).toEqual(drawKolam('7:Gravity'));
  const lines = Array.from({ length: 60 }, (_, id) => drawKolam(`${id}:Gravity`).line);
  expect(new Set(lines).size).toBeGreaterThan(55);
});

test('a cover stays small enough to send with the page', () => {
  const sizes = Array.from({ length: 100 }, (_, id) => drawKolam(`${id}:Size`).line.length);
  expect(Math.max(...sizes)).toBeLessThan(2200);
});
