import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a process needed at a moment, with everything swept that nobody needs. */
export interface MemoryNote {
  at: number;
  megabytes: number;
}

/** What the product is started with for each of its processes to note in the folder what it needs. */
export function probed(folder: string): Record<string, string> {
  const probe = new URL('memory-probe.ts', import.meta.url);
  return { NODE_OPTIONS: `--expose-gc --import ${probe.href}`, MEMORY_PROBE: folder };
}

export const notesFile = (folder: string, pid: number) => join(folder, `${pid}.memory`);

export async function readNotes(folder: string, pid: number): Promise<MemoryNote[]> {
  const lines = (await readFile(notesFile(folder, pid), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as MemoryNote);
}

/** A while in which nothing was asked, by the same clock as the notes. */
export interface Rest {
  from: number;
  to: number;
}

/**
 * What a process needs at rest in the end, and how much more that was with every minute of the second half: not a number where it was too short. Between rests the
 * notes tell of what is under way as well, up to ten megabytes, and more of it the busier the machine is.
 */
export function growthOf(
  notes: readonly MemoryNote[],
  rests: readonly Rest[],
): { needed: number; rise: number } {
  const points = rests.flatMap(({ from, to }) => {
    const noted = notes.filter(({ at }) => at >= from && at <= to).map(({ megabytes }) => megabytes);
    return noted.length > 0 ? [[from / 60_000, Math.min(...noted)] as const] : [];
  });
  return { needed: points.at(-1)?.[1] ?? Number.NaN, rise: slope(points.slice(points.length >> 1)) };
}

/** Of the straight line through the points that misses them least. */
function slope(points: readonly (readonly [number, number])[]): number {
  const middle = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  const rise = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const run = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return rise / run;
}
