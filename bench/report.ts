import { cpus, totalmem } from 'node:os';
import type { Cost } from './comparison.ts';
import { median, sum } from './comparison.ts';

/** Met, missed by at most a tenth, missed; empty where there is no goal. */
type Verdict = '✓' | '≈' | '✗' | '';

function verdictOn(value: number, max: number): Verdict {
  if (value <= max) return '✓';
  return value <= max * 1.1 ? '≈' : '✗';
}

/** One line of the table. */
export interface Finding {
  what: string;
  /** As shown: CPU time of server and database, or another measure with its unit. */
  product: string;
  reference: string;
  ratio: string;
  goal: string;
  verdict: Verdict;
  /** The cost of reference B, in microseconds. */
  b?: number;
  /** A time with an absolute limit, which depends on the speed of the machine. */
  time?: { value: number; max: number; unit: string };
}

const rounded = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const describeCost = (cost: Cost) =>
  cost.database < 0.5
    ? rounded(cost.server)
    : `${rounded(sum(cost))} (${rounded(cost.server)} + ${rounded(cost.database)})`;

/** Cost of the product as a multiple of the reference. */
export function ratioFinding(
  what: string,
  product: Cost,
  reference: { name: 'B' | 'Q'; cost: Cost },
  max: number,
): Finding {
  const ratio = sum(product) / sum(reference.cost);
  return {
    what,
    product: describeCost(product),
    reference: `${reference.name} ${rounded(sum(reference.cost))}`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${max.toFixed(1)} × ${reference.name}`,
    verdict: verdictOn(ratio, max),
    ...(reference.name === 'B' ? { b: sum(reference.cost) } : {}),
  };
}

/** Throughput of the product as a share of the reference's. */
export function throughputFinding(what: string, product: Cost, reference: Cost, min: number): Finding {
  const ratio = sum(reference) / sum(product);
  return {
    what,
    product: describeCost(product),
    reference: `Q ${rounded(sum(reference))}`,
    ratio: ratio.toFixed(2),
    goal: `≥ ${min} of Q's throughput`,
    verdict: verdictOn(min, ratio),
  };
}

/** A measure with an absolute limit. */
export function plainFinding(what: string, value: number, max: number | undefined, unit: string): Finding {
  const shown = `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  return {
    what,
    product: shown,
    reference: '',
    ratio: '',
    goal: max === undefined ? '' : `≤ ${max} ${unit}`,
    verdict: max === undefined ? '' : verdictOn(value, max),
    ...(max !== undefined && ['s', 'ms', 'ms of CPU'].includes(unit) ? { time: { value, max, unit } } : {}),
  };
}

/** The cost of B on the machine for which limits of times are meant, in microseconds. */
const usualB = 100;

/** On a slower machine times have higher limits, by the cost of B in the same run. */
export function scaleTimes(findings: readonly Finding[]): Finding[] {
  const slowness = median(findings.flatMap(({ b }) => b ?? [])) / usualB;
  if (!(slowness > 1)) return [...findings];
  return findings.map((finding) => {
    if (!finding.time) return finding;
    const { value, max, unit } = finding.time;
    return {
      ...finding,
      goal: `≤ ${max} ${unit} × ${slowness.toFixed(2)}`,
      verdict: verdictOn(value, max * slowness),
    };
  });
}

/** A 99th percentile as a multiple of that of a plain list in the same run. */
export function latencyFinding(what: string, ms: number, referenceMs: number, max: number): Finding {
  const ratio = ms / referenceMs;
  return {
    what,
    product: `${Math.round(ms)} ms`,
    reference: `plain list ${Math.round(referenceMs)} ms`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${max.toFixed(1)} × plain list`,
    verdict: verdictOn(ratio, max),
  };
}

/** A latency under load, compared with the idle latency. */
export function underLoadFinding(what: string, ms: number, idleMs: number, max: number): Finding {
  const ratio = ms / idleMs;
  return {
    what,
    product: `${rounded(ms)} ms`,
    reference: `idle ${rounded(idleMs)} ms`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${max.toFixed(1)} × idle`,
    verdict: verdictOn(ratio, max),
  };
}

/** Number of statements per request, for a small and a large answer. */
export function statementsFinding(what: string, [little, much]: [number, number], max: number): Finding {
  return {
    what,
    product: `${little} and ${much}`,
    reference: '',
    ratio: '',
    goal: `≤ ${max}`,
    verdict: verdictOn(Math.max(little, much), max),
  };
}

const heads = ['what', 'product, µs (server + database)', 'reference, µs', 'ratio', 'goal', ''];
const cells = ({ what, product, reference, ratio, goal, verdict }: Finding) => [
  what,
  product,
  reference,
  ratio,
  goal,
  verdict,
];

/** For the console. */
export const lineOf = (finding: Finding) => cells(finding).filter(Boolean).join(' · ');

export const tableOf = (findings: readonly Finding[]) => columnsOf(heads, findings.map(cells));

export function columnsOf(heads: string[], body: string[][]): string {
  const rows = [heads, ...body];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** A Markdown list item, wrapped at 120 columns. */
export function listItem(text: string): string {
  let width = 1;
  const words = text.split(' ').map((word) => {
    const isNewLine = width + 1 + word.length > 120;
    width = isNewLine ? 2 + word.length : width + 1 + word.length;
    return `${isNewLine ? '\n  ' : ' '}${word}`;
  });
  return `-${words.join('')}`;
}

export interface Circumstances {
  postgres: string;
  data: string;
  pinned: boolean;
  rounds: number;
}

export function pageOf(
  findings: readonly Finding[],
  { postgres, data, pinned, rounds }: Circumstances,
): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const count = (...wanted: Verdict[]) => findings.filter(({ verdict }) => wanted.includes(verdict)).length;
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; do not edit by hand.

- Machine: ${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB
- Node ${process.versions.node}, PostgreSQL ${postgres} as the product runs it
${listItem(`Data: ${data}`)}
- ${pinned ? 'Server and database on one core, the load on another' : 'Not pinned to cores: there was no second one, or no taskset'}; ${rounds} rounds
- Of ${count('✓', '≈', '✗')} goals ${count('✓')} are met (✓), ${count('≈')} missed by at most a tenth (≈), ${count('✗')} by more (✗).
  Runs on a busy machine differ by a tenth.

${tableOf(findings)}

## How to read it

- A figure is CPU time per request in microseconds, of the server's threads and of PostgreSQL's backends, as the kernel
  counts it; the median of the rounds. Requests per second would depend on what else the machine does.
- Product and reference are measured alternately in one run, after a warm-up of some seconds or 6,000 requests. Ratios
  can be compared between machines, figures cannot.
- **B** is a minimal Fastify handler that sends the same bytes from a buffer; **Q** is one that runs the product's own
  prepared statement and sends the text PostgreSQL built. Q shows the overhead around a statement; whether the statement
  is good, its figure shows.
- A goal that is a time holds where B costs 100 µs. On a slower machine it is multiplied by B / 100 µs, with the median
  B of the run.
- *Warm* answers come from the byte cache (five seconds), with Brotli; *unchanged* is a 304. *Cold* ones use a new query
  parameter each time and no compression, so that all work but compressing is done.
- Signed-in calls check their session, which Q does not.
- *Search* asks for one page under new addresses, with 16 connections. Its time is the 99th percentile, and its
  goal a multiple of the same percentile of a list of as many cards by the statement of \`GET /posts\`. The first two
  answers of each connection are not counted.
- *Review queue*: PostgreSQL's CPU time for the statements that choose the 30 cards of a session of ten minutes. About a
  third of the cards a learner remembers are due.
- *Slow phone*: a phone's screen, 1.6 Mb/s, 150 ms round trip, a CPU four times as slow as this one, an empty cache, and
  the demo content, since the test data has no pictures. LCP and CLS are the browser's; blocking time is the part of its
  tasks beyond 50 ms each.
- *Drawing*: a pen that reports its place 240 times a second draws one stroke of 2,000 points. The work of a frame is
  the CPU time of the page's main thread from one frame to the next; with at most a frame of 60 a second, ink is shown
  in the frame after the pen moved. Dropped frames are the browser's; other load on the machine drops frames too.
- Writes are compared by throughput: Q's CPU time divided by the product's. There Q is one statement that writes the
  same rows, indexes and activity included, without checking session or permission.
- *Statements* are counted by a proxy in front of the database: those of one uncached request with a small and with a
  large answer, of a user whose session is known. Two is where a session is looked up first. The median of five, since a
  job may run at the same time.
- *Other requests during photo uploads*: the 99th percentile of a card, a card as a signed-in user sees it, and a like.
  Each is sent every 15 ms, answered or not. At the same time photos of 12 megapixels are uploaded one after the other,
  alternating with none. The image worker runs on the same core as the server and the database.
`;
}
