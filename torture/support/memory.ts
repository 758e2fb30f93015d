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

/** What a process needs in the end, and how much more that was with every minute of the second half: not a number where it was too short. */
export function growthOf(notes: readonly MemoryNote[]): { needed: number; rise: number } {
  // The least of every minute: public answers that are kept for a moment come and go.
  const least = new Map<number, number>();
  for (const { at, megabytes } of notes) {
    const minute = Math.floor(at / 60_000);
    least.set(minute, Math.min(megabytes, least.get(minute) ?? Number.POSITIVE_INFINITY));
  }
  // The first and the last are not whole.
  const points = [...least].slice(1, -1);
  const needed = points.at(-1)?.[1] ?? notes.at(-1)?.megabytes ?? Number.NaN;
  return { needed, rise: slope(points.slice(points.length >> 1)) };
}

/** Of the straight line through the points that misses them least. */
function slope(points: readonly (readonly [number, number])[]): number {
  const middle = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  const rise = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const run = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return rise / run;
}
