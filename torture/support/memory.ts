import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Memory of a process right after a garbage collection. */
export interface MemorySample {
  at: number;
  megabytes: number;
}

/** Environment that makes each process of the product write memory samples into the folder. */
export function memoryProbeEnv(folder: string): Record<string, string> {
  const probe = new URL('memory-probe.ts', import.meta.url);
  return { NODE_OPTIONS: `--expose-gc --import ${probe.href}`, MEMORY_PROBE: folder };
}

/** While this file exists, every tick of the probe takes a sample. */
export const idleFile = (folder: string) => join(folder, 'resting');

export const samplesFile = (folder: string, pid: number) => join(folder, `${pid}.memory`);

export async function readMemorySamples(folder: string, pid: number): Promise<MemorySample[]> {
  const lines = (await readFile(samplesFile(folder, pid), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as MemorySample);
}

/** A period, by the same clock as the samples. */
export interface Span {
  from: number;
  to: number;
}

/** The minimum in the last span, and its growth per minute over the second half of the spans; NaN with too few. */
export function growthOf(
  samples: readonly MemorySample[],
  spans: readonly Span[],
): { needed: number; rise: number } {
  const points = spans.flatMap(({ from, to }) => {
    const inSpan = samples.filter(({ at }) => at >= from && at <= to).map(({ megabytes }) => megabytes);
    return inSpan.length > 0 ? [[from / 60_000, Math.min(...inSpan)] as const] : [];
  });
  return { needed: points.at(-1)?.[1] ?? Number.NaN, rise: slope(points.slice(points.length >> 1)) };
}

/** Slope of the least-squares line. */
function slope(points: readonly (readonly [number, number])[]): number {
  const middle = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  const rise = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const run = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return rise / run;
}
