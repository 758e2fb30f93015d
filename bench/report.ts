import { cpus, totalmem } from 'node:os';
import type { Cost } from './comparison.ts';
import { sum } from './comparison.ts';

/** One line of the table. */
export interface Finding {
  what: string;
  /** As it is shown: processor time of the server and of the database, or another measure with its unit. */
  product: string;
  yardstick: string;
  ratio: string;
  goal: string;
  met: boolean | undefined;
}

const rounded = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const both = (cost: Cost) =>
  cost.database < 0.5
    ? rounded(cost.server)
    : `${rounded(sum(cost))} (${rounded(cost.server)} + ${rounded(cost.database)})`;

/** What the product costs as a multiple of a yardstick. */
export function ratioFinding(
  what: string,
  product: Cost,
  yardstick: { name: 'B' | 'Q'; cost: Cost },
  most: number,
): Finding {
  const ratio = sum(product) / sum(yardstick.cost);
  return {
    what,
    product: both(product),
    yardstick: `${yardstick.name} ${rounded(sum(yardstick.cost))}`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${most.toFixed(1)} × ${yardstick.name}`,
    met: ratio <= most,
  };
}

/** How much of what a bare handler gets through on the same processor the product gets through. */
export function throughputFinding(what: string, product: Cost, bare: Cost, least: number): Finding {
  const ratio = sum(bare) / sum(product);
  return {
    what,
    product: both(product),
    yardstick: `Q ${rounded(sum(bare))}`,
    ratio: ratio.toFixed(2),
    goal: `≥ ${least} of Q's throughput`,
    met: ratio >= least,
  };
}

/** A measure with a limit of its own. */
export function plainFinding(what: string, value: number, most: number | undefined, unit: string): Finding {
  const shown = `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  return {
    what,
    product: shown,
    yardstick: '',
    ratio: '',
    goal: most === undefined ? '' : `≤ ${most} ${unit}`,
    met: most === undefined ? undefined : value <= most,
  };
}

/** The 99th percentile of waiting as a multiple of that for a bare list in the same run. */
export function waitingFinding(what: string, ms: number, bareMs: number, most: number): Finding {
  const ratio = ms / bareMs;
  return {
    what,
    product: `${Math.round(ms)} ms`,
    yardstick: `bare list ${Math.round(bareMs)} ms`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${most.toFixed(1)} × bare list`,
    met: ratio <= most,
  };
}

/** How long the slowest wait beside something else, and how long when they are alone. */
export function besideFinding(what: string, ms: number, aloneMs: number, most: number): Finding {
  const ratio = ms / aloneMs;
  return {
    what,
    product: `${rounded(ms)} ms`,
    yardstick: `alone ${rounded(aloneMs)} ms`,
    ratio: ratio.toFixed(2),
    goal: `≤ ${most.toFixed(1)} × alone`,
    met: ratio <= most,
  };
}

/** How many one request sends, with little and with much to answer. */
export function statementsFinding(what: string, [little, much]: [number, number], most: number): Finding {
  return {
    what,
    product: `${little} and ${much}`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${most}`,
    met: little <= most && much <= most,
  };
}

const heads = ['what', 'product, µs (server + database)', 'yardstick, µs', 'ratio', 'goal', ''];
const cells = ({ what, product, yardstick, ratio, goal, met }: Finding) => [
  what,
  product,
  yardstick,
  ratio,
  goal,
  met === undefined ? '' : met ? '✓' : '✗',
];

/** For whoever watches. */
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
  const missed = findings.filter(({ met }) => met === false).length;
  return `# How fast it is

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; do not edit by hand.

- Machine: ${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB
- Node ${process.versions.node}, PostgreSQL ${postgres} as the product runs it
- Data: ${data}
- ${pinned ? 'Server and database on one core, the load on another' : 'Not pinned to cores: there was no second one, or no taskset'}; ${rounds} rounds
- ${missed === 0 ? 'Every goal is met.' : `${missed} of ${findings.filter(({ met }) => met !== undefined).length} goals are missed.`}

${tableOf(findings)}

## How to read it

- A figure is processor time per request in microseconds, of the server's threads and of PostgreSQL's backends, as the kernel
  counts it; the median of the rounds. Requests per second would say more about who else uses the machine.
- What is compared is asked in turns within one run, and for some seconds or 6,000 times before anything counts, so that it runs as compiled code, as in a server that has been up for a while. A ratio can be compared with one from another machine, a figure cannot.
- **B** is a bare Fastify handler that answers the same bytes from a buffer; **Q** is one that runs the product's own statement, prepared, and
  passes on the text PostgreSQL built. Q shows what everything around a statement costs; whether the statement is good, its figure shows.
- *Warm* answers come from the bytes a process keeps for five seconds, as a browser takes them (Brotli); *unchanged* is a 304. *Cold* ones are asked for under an address that
  was never asked for before, by a client that takes no compression, so that all the work is done except compressing.
- Signed-in calls make sure of their session, which Q does not.
- *Search* is asked for as many items as its screen shows, under addresses never asked for before, by 16 connections at once. Its time is the 99th percentile, and its goal a
  multiple of the 99th percentile of as many cards from a bare handler with the statement of \`GET /posts\`. The first two answers of each connection are not counted.
- *Opened slowly*: a telephone's screen, 1.6 Mb/s, 150 ms to the server and back, a processor four times as slow as this one, nothing kept from before; the demo content, since the
  network of the benchmark has no pictures. How far things moved is the browser's own measure; blocked is what its tasks took beyond 50 ms each.
- Writes are compared by what one core gets through: Q's processor time divided by the product's. There Q is one statement that writes the same rows, indexes and
  activity included, and asks nothing: neither who it is nor whether they may.
- *Statements* are counted on the way to the database, by somebody who stands between: those of one request whose answer is not kept, with little to answer and with
  much, for whoever was here a moment ago. Two is where a session is looked up first. Each is the middle one of five, since a job may run at the same time.
- *Other requests while photos are made*: what the slowest one in a hundred waits for a card, a card with what somebody signed in sees of it, or a like. Each is asked for every 15 ms,
  answered or not, as many people would: whoever asks again as soon as they are answered leaves no time for a photo to be made, and feels none of it. Beside them somebody uploads photos of 12
  megapixels, one after the other; in turns with nobody uploading. The process that makes them has the same one core as the server and the database: where there is another, others wait less.
`;
}
