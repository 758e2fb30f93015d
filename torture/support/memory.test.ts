import { expect, test } from 'vitest';
import { growthOf, type MemorySample, type Span } from './memory.ts';

const minutes = Array.from({ length: 10 }, (_, n) => n + 1);
/** The last seven seconds of every minute. */
const idleSpans: Span[] = minutes.map((minute) => ({ from: minute * 60_000 - 7_000, to: minute * 60_000 }));

/** Ten minutes of samples, one every three seconds: 60 MB at the start, up to 10 MB more under load. */
function tenMinutes(needs: (minute: number) => number): MemorySample[] {
  return Array.from({ length: 201 }, (_, n) => {
    const at = n * 3_000;
    const idleSpans = at % 60_000 >= 53_000;
    return {
      at,
      megabytes: 60 + needs(at / 60_000) + (idleSpans ? pseudoRandom(n) / 2 : 4 + 6 * pseudoRandom(n)),
    };
  });
}

/** Deterministic pseudo-random number between 0 and 1. */
const pseudoRandom = (n: number) => Math.abs(Math.sin(n * 12.9898) * 43_758.5453) % 1;
const filling = (minute: number) => Math.min(64, minute * 16);

test('what fills up in the first half, and what comes and goes, is no growth', () => {
  expect(Math.abs(growthOf(tenMinutes(filling), idleSpans).rise)).toBeLessThan(0.2);
});

test('a megabyte and a half each minute is seen', () => {
  const { needed, rise } = growthOf(
    tenMinutes((minute) => filling(minute) + 1.5 * minute),
    idleSpans,
  );
  expect(rise).toBeGreaterThan(1.3);
  expect(rise).toBeLessThan(1.7);
  expect(Math.round(needed)).toBe(60 + 64 + 15);
});

test('what was too short to tell passes for nothing', () => {
  const short = tenMinutes(() => 0).slice(0, 25);
  expect(growthOf(short, idleSpans)).toEqual({ needed: expect.closeTo(60, 0), rise: Number.NaN });
  expect(growthOf([], idleSpans)).toEqual({ needed: Number.NaN, rise: Number.NaN });
});
