import { expect, test } from 'vitest';
import { growthOf, type MemoryNote } from './memory.ts';

/** Ten minutes of a process that begins with 60 MB, noted every quarter of a minute, from the middle of one on. */
function tenMinutes(needs: (minute: number, n: number) => number): MemoryNote[] {
  return Array.from({ length: 41 }, (_, n) => ({ at: 30_000 + n * 15_000, megabytes: 60 + needs(n / 4, n) }));
}

/** What is kept for a moment: as much as ever the cache of answers takes, and now and then nothing. */
const kept = (n: number) => [40, 64, 12, 0][n % 4] ?? 0;
/** Two megabytes either way, the same in every run. */
const chance = (n: number) => Math.sin(n * 12.9898) * 2;

test('what fills up in the first half, and what comes and goes, is no growth', () => {
  const honest = tenMinutes((minute, n) => Math.min(64, minute * 16) + kept(n) + chance(n));
  expect(Math.abs(growthOf(honest).rise)).toBeLessThan(0.7);
});

test('two megabytes a minute are seen through all of that', () => {
  const leaking = tenMinutes((minute, n) => Math.min(64, minute * 16) + kept(n) + chance(n) + 2 * minute);
  expect(growthOf(leaking).rise).toBeGreaterThan(1.3);
  expect(growthOf(leaking).rise).toBeLessThan(2.7);
});

test('what was too short to tell passes for nothing', () => {
  expect(growthOf(tenMinutes(() => 0).slice(0, 5)).rise).toBeNaN();
});
