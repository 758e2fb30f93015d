import { platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { comparing, type Prepared } from './bench.ts';
import { besides } from './beside.ts';
import { median } from './comparison.ts';
import { measureStatements } from './counting.ts';
import { findCores, pin, residentMegabytes } from './cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import { growthPage, measureGrowth } from './growth.ts';
import { measureLoading } from './loading.ts';
import { makings } from './making.ts';
import { describe, signIn } from './network.ts';
import { writeFigures, writeGrowth } from './page.ts';
import { startProduct, startYardsticks } from './processes.ts';
import { readings } from './reading.ts';
import { type Finding, lineOf, pageOf, plainFinding, tableOf } from './report.ts';
import { searchings } from './searching.ts';
import { writings } from './writing.ts';

// Measures what the product costs beside bare handlers that answer the same. See docs/benchmarks.md, which it writes.

const { values: options } = parseArgs({
  options: {
    /** Fewer rounds of fewer requests. */
    quick: { type: 'boolean', default: false },
    /** Only what has one of these in its name, with commas between; nothing is written. */
    only: { type: 'string' },
    /** How large a network, as a multiple of 200,000 cards. */
    times: { type: 'string', default: '1' },
    /** What the hot calls cost in that network and in one ten times as large. */
    scale: { type: 'boolean', default: false },
  },
});
const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
const rounds = options.quick ? 3 : 9;
const share = options.quick ? 0.3 : 1;
const times = Number(options.times);
const isWanted = (name: string) =>
  options.only === undefined || options.only.split(',').some((part) => name.includes(part));
const starts = options.quick ? 1 : 5;

/** What was started, to be stopped in the opposite order, also when somebody has seen enough. */
const started = new AsyncDisposableStack();
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= started.disposeAsync());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(1)));
}

async function run(): Promise<void> {
  if (platform() !== 'linux')
    throw new Error('Measuring needs Linux: it reads what the kernel counts from /proc.');
  if (options.scale) {
    const growth = await measureGrowth({ times, rounds, share, isWanted }, started);
    console.log(`\n${growthPage(growth)}`);
    if (options.only === undefined && times === 1) await writeGrowth(page, growthPage(growth));
    return;
  }
  const database = await openBenchDatabase(times, started);
  console.log(`\n${tableOf(await measureIn(database))}`);
}

async function measureIn(database: BenchDatabase): Promise<Finding[]> {
  const cores = await findCores();
  if (!cores) console.log('Nothing is pinned to a core: there is only one, or no taskset.');
  const chosen = [...readings, ...searchings, ...writings, ...makings, ...besides].filter(({ name }) =>
    isWanted(name),
  );
  const findings: Finding[] = [];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  started.defer(() => client.end());

  if (isWanted('start')) findings.push(await measureStart(database));
  if (isWanted('loading')) findings.push(...(await measureLoading(started)));
  if (cores) {
    await pin(database.postmasterPid, cores.measured);
    await pin(process.pid, cores.asking);
  }
  const network = { client, ...(await findPeople(client)) };
  if (isWanted('statements')) findings.push(...(await measureStatements(database, network, started)));
  const product = await startProduct(database, cores);
  started.defer(() => product.stop());
  const prepared: Prepared = { product, ...network };
  const compared = await Promise.all(chosen.map(async ({ prepare }) => (await prepare?.(prepared)) ?? []));
  const yardsticks = await startYardsticks(database, compared.flat(), cores);
  started.defer(() => yardsticks.stop());
  const bench = {
    ...prepared,
    yardsticks,
    started,
    rounds,
    compare: comparing(database.postmasterPid, { rounds, share }),
  };
  for (const { name, measure } of chosen) {
    process.stdout.write(`${name}… `);
    const begun = performance.now();
    const found = await measure(bench);
    findings.push(...found);
    console.log(`${Math.round((performance.now() - begun) / 1000)} s`);
    for (const finding of found) console.log(`  ${lineOf(finding)}`);
  }
  if (isWanted('memory'))
    findings.push(
      plainFinding('Memory of the process after all this', await residentMegabytes(product.pid), 200, 'MB'),
    );
  if (options.only === undefined && times === 1) {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const circumstances = {
      postgres: rows[0]?.server_version.split(' ')[0] ?? '',
      data: await describe(client),
      pinned: cores !== undefined,
      rounds,
    };
    await writeFigures(page, pageOf(findings, circumstances));
  }
  return findings;
}

async function measureStart(database: BenchDatabase): Promise<Finding> {
  const times: number[] = [];
  for (let start = 0; start <= starts; start += 1) {
    const product = await startProduct(database);
    // The first fills the cache of compiled code, as the first start of an installation does.
    if (start > 0) times.push(product.startMs);
    await product.stop();
  }
  return plainFinding('Start until ready, the database being up', median(times) / 1000, 1.5, 's');
}

/** One who knows eight people, one who knows a thousand, and a card that people talk about. */
async function findPeople(client: pg.Client): Promise<Omit<Prepared, 'product' | 'client'>> {
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
