import { expect, test } from 'vitest';
import { growthOf, type MemoryNote, type Span } from './memory.ts';

const minutes = Array.from({ length: 10 }, (_, n) => n + 1);
/** The last seven seconds of every minute. */
const rests: Span[] = minutes.map((minute) => ({ from: minute * 60_000 - 7_000, to: minute * 60_000 }));

/** Ten minutes of a process that begins with 60 MB, noted every three seconds; under load it holds up to ten more for what is under way. */
function tenMinutes(needs: (minute: number) => number): MemoryNote[] {
  return Array.from({ length: 201 }, (_, n) => {
    const at = n * 3_000;
    const rests = at % 60_000 >= 53_000;
    return { at, megabytes: 60 + needs(at / 60_000) + (rests ? chance(n) / 2 : 4 + 6 * chance(n)) };
  });
}

/** Between nothing and one without any order, the same in every run. */
const chance = (n: number) => Math.abs(Math.sin(n * 12.9898) * 43_758.5453) % 1;
const filling = (minute: number) => Math.min(64, minute * 16);

test('what fills up in the first half, and what comes and goes, is no growth', () => {
  expect(Math.abs(growthOf(tenMinutes(filling), rests).rise)).toBeLessThan(0.2);
});

test('a megabyte and a half each minute is seen', () => {
  const { needed, rise } = growthOf(
    tenMinutes((minute) => filling(minute) + 1.5 * minute),
    rests,
  );
  expect(rise).toBeGreaterThan(1.3);
  expect(rise).toBeLessThan(1.7);
  expect(Math.round(needed)).toBe(60 + 64 + 15);
});

test('what was too short to tell passes for nothing', () => {
  const short = tenMinutes(() => 0).slice(0, 25);
  expect(growthOf(short, rests)).toEqual({ needed: expect.closeTo(60, 0), rise: Number.NaN });
  expect(growthOf([], rests)).toEqual({ needed: Number.NaN, rise: Number.NaN });
});
