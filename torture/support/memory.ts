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

/** While there is such a file in the folder, every look is a note. */
export const restingFile = (folder: string) => join(folder, 'resting');

export const notesFile = (folder: string, pid: number) => join(folder, `${pid}.memory`);

export async function readNotes(folder: string, pid: number): Promise<MemoryNote[]> {
  const lines = (await readFile(notesFile(folder, pid), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as MemoryNote);
}

/** A while, by the same clock as the notes. */
export interface Span {
  from: number;
  to: number;
}

/** What a process needed at least in the last of some spans, and how much more that was with every minute of their second half: not a number where they were too few. */
export function growthOf(
  notes: readonly MemoryNote[],
  spans: readonly Span[],
): { needed: number; rise: number } {
  const points = spans.flatMap(({ from, to }) => {
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
