import { platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createComparison, type Prepared } from './bench.ts';
import { median } from './comparison.ts';
import { findCores, pin, residentMegabytes } from './cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import { measureDrawing } from './drawing.ts';
import { uploadMeasurements } from './during-uploads.ts';
import { measureFiles } from './files.ts';
import { learningMeasurements } from './learning.ts';
import { noticeMeasurements } from './notices.ts';
import { writeFigures, writeGrowth } from './page.ts';
import { measurePageLoads } from './page-load.ts';
import { startProduct, startReferenceServer } from './processes.ts';
import { readMeasurements } from './reads.ts';
import { renderingMeasurements } from './rendering-and-photos.ts';
import { type Finding, lineOf, pageOf, plainFinding, scaleTimes, tableOf } from './report.ts';
import { measureScaling, scalingPage } from './scaling.ts';
import { searchMeasurements } from './search.ts';
import { measureStatements } from './statement-counts.ts';
import { describeData, signIn } from './test-data.ts';
import { writeMeasurements } from './writes.ts';

// Measures the cost of the product's calls against minimal reference handlers and writes docs/benchmarks.md.

const { values: options } = parseArgs({
  options: {
    /** Fewer rounds of fewer requests. */
    quick: { type: 'boolean', default: false },
    /** Parts of names, separated by commas; nothing is written. */
    only: { type: 'string' },
    /** Size of the test data, as a multiple of 200,000 cards. */
    times: { type: 'string', default: '1' },
    /** Compares hot calls on that data and on ten times as much. */
    scale: { type: 'boolean', default: false },
  },
});
const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
const rounds = options.quick ? 3 : 7;
const share = options.quick ? 0.3 : 1;
const times = Number(options.times);
const isWanted = (name: string) =>
  options.only === undefined || options.only.split(',').some((part) => name.includes(part));
const starts = options.quick ? 1 : 5;

/** Stopped in reverse order, also after an interrupt. */
const started = new AsyncDisposableStack();
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= started.disposeAsync());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(1)));
}

async function run(): Promise<void> {
  if (platform() !== 'linux') throw new Error('Measuring needs Linux: it reads CPU times from /proc.');
  if (options.scale) {
    const growth = await measureScaling({ times, rounds, share, isWanted }, started);
    console.log(`\n${scalingPage(growth)}`);
    if (options.only === undefined && times === 1) await writeGrowth(page, scalingPage(growth));
    return;
  }
  if (isWanted('loading')) add(await measurePageLoads(started));
  if (isWanted('drawing')) add(await measureDrawing(started));
  if (isWanted('files')) add(await measureFiles(started));
  if (chosen.length > 0 || ['start', 'statements', 'memory'].some(isWanted))
    await measureIn(await openBenchDatabase(times, started));
  console.log(`\n${tableOf(scaleTimes(findings))}`);
}

/** What is measured on the test data. */
const chosen = [
  ...readMeasurements,
  ...searchMeasurements,
  ...learningMeasurements,
  ...noticeMeasurements,
  ...writeMeasurements,
  ...renderingMeasurements,
  ...uploadMeasurements,
].filter(({ name }) => isWanted(name));

const findings: Finding[] = [];

/** Printed at once: a later measurement may fail. */
function add(found: readonly Finding[]): void {
  findings.push(...found);
  for (const finding of found) console.log(`  ${lineOf(finding)}`);
}

async function measureIn(database: BenchDatabase): Promise<void> {
  const cores = await findCores();
  if (!cores) console.log('Nothing is pinned to a core: there is only one, or no taskset.');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  started.defer(() => client.end());

  if (isWanted('start')) add([await measureStart(database)]);
  if (cores) {
    await pin(database.postmasterPid, cores.measured);
    await pin(process.pid, cores.buildRequest);
  }
  const network = { client, ...(await findSamples(client)) };
  if (isWanted('statements')) add(await measureStatements(database, network, started));
  const product = await startProduct(database, cores);
  started.defer(() => product.stop());
  const prepared: Prepared = { product, ...network };
  const references = await Promise.all(chosen.map(async ({ prepare }) => (await prepare?.(prepared)) ?? []));
  const referenceServer = await startReferenceServer(database, references.flat(), cores);
  started.defer(() => referenceServer.stop());
  const bench = {
    ...prepared,
    referenceServer,
    started,
    rounds,
    compare: createComparison(database.postmasterPid, { rounds, share }),
  };
  for (const { name, measure } of chosen) {
    process.stdout.write(`${name}… `);
    const startedAt = performance.now();
    const found = await measure(bench);
    console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
    add(found);
  }
  if (isWanted('memory'))
    add([
      plainFinding('Memory of the process after all this', await residentMegabytes(product.pid), 250, 'MB'),
    ]);
  if (options.only === undefined && times === 1) {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const circumstances = {
      postgres: rows[0]?.server_version.split(' ')[0] ?? '',
      data: await describeData(client),
      pinned: cores !== undefined,
      rounds,
    };
    await writeFigures(page, pageOf(scaleTimes(findings), circumstances));
  }
}

async function measureStart(database: BenchDatabase): Promise<Finding> {
  const times: number[] = [];
  for (let start = 0; start <= starts; start += 1) {
    const product = await startProduct(database);
    // The first start fills the compile cache and is not counted.
    if (start > 0) times.push(product.startMs);
    await product.stop();
  }
  return plainFinding('Start until ready, the database being up', median(times) / 1000, 1.5, 's');
}

/** A user with eight connections, one with a thousand, and a card with many comments. */
async function findSamples(client: pg.Client): Promise<Omit<Prepared, 'product' | 'client'>> {
  const { rows } = await client.query<{ card: string; cards: number; few: string; many: string }>(`
    select (select id from cards where comment_count between 25 and 60 order by id desc limit 1) as card,
      (select count(*)::integer from cards) as cards,
      (select id from users where connection_count between 1 and 8 order by connection_count desc, id limit 1) as few,
      (select id from users where role = 'kRegular' order by connection_count desc, id limit 1) as many`);
  const [found] = rows;
  if (!found) throw new Error('The network is empty.');
  return {
    cardId: Number(found.card),
    cards: found.cards,
    people: { few: await signIn(client, Number(found.few)), many: await signIn(client, Number(found.many)) },
  };
}

try {
  await run();
} finally {
  await stop();
}
