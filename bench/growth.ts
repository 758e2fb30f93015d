import pg from 'pg';
import { apiBase, comparing, get, getAnew, type Person, signedIn } from './bench.ts';
import { type Contender, type Cost, sum } from './comparison.ts';
import { findCores, pin } from './cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import type { Asking } from './load.ts';
import { befriend, describe, rememberWrites, signIn } from './network.ts';
import { type Served, startProduct, startYardsticks } from './processes.ts';
import { columnsOf } from './report.ts';
import {
  bareList,
  bareListYardstick,
  longestSearch,
  questions,
  searches,
  searchPath,
  slowest,
} from './searching.ts';

// The same product over two networks, one ten times the other, asked in turns: what a request costs must not depend on
// how much there is.

const most = 1.3;
const mostOfPrivateFeed = 1.5;
const larger = 10;
const connections = [10, 1000, 10_000] as const;
type Known = (typeof connections)[number];

interface Network {
  times: number;
  data: string;
  database: BenchDatabase;
  client: pg.Client;
  product: Served;
  bare: Served;
  cards: number;
  cardId: number;
  people: Record<Known, Person>;
}

interface Call {
  what: string;
  asking: (network: Network) => Asking;
  amount: number;
  /** Whether the goal is how long sixteen at once wait, beside the bare list, and not the growth. */
  waits?: boolean;
  most?: number;
}

interface Growth {
  what: string;
  small: Cost;
  large: Cost;
  waits?: { most: number; ms: number; bareMs: number }[];
  most: number;
}

interface Timed {
  times: number[];
}

export interface GrowthFigures {
  networks: { times: number; data: string }[];
  rounds: number;
  calls: Growth[];
}

const cold = (path: string) => () => getAnew(`${apiBase}${path}`);
const as = (known: Known, path: string) => (network: Network) =>
  getAnew(`${apiBase}${path}`, signedIn(network.people[known]));
const json = { 'content-type': 'application/json' };

/** Goes through the cards, so that each is written once before any is written again. */
const writing =
  (method: string, path: string, body: object) =>
  (network: Network): Asking =>
  (n) => ({
    method,
    path: `${apiBase}${path}`,
    headers: { ...json, ...signedIn(network.people[10]) },
    body: JSON.stringify({ postId: 1 + ((n * 37) % network.cards), ...body }),
  });

const calls: Call[] = [
  { what: 'GET /feed, cold', asking: cold('/feed?limit=28'), amount: 150 },
  { what: 'GET /posts, cold', asking: cold('/posts?limit=28'), amount: 150 },
  {
    what: 'GET /post, cold',
    asking: ({ cardId }) => getAnew(`${apiBase}/post?postId=${cardId}`),
    amount: 300,
  },
  { what: 'GET /subject, cold', asking: cold('/subject?subjectId=2'), amount: 300 },
  ...connections.map((known) => ({
    what: `GET /r/feed, ${known.toLocaleString('en')} connections`,
    asking: as(known, '/r/feed?limit=28'),
    amount: 120,
    most: mostOfPrivateFeed,
  })),
  ...connections.map((known) => ({
    what: `GET /r/usersuggestions, ${known.toLocaleString('en')} connections`,
    asking: (network: Network) =>
      get(`${apiBase}/r/usersuggestions?limit=28`, signedIn(network.people[known])),
    amount: 40,
  })),
  ...Object.entries(questions).map(([what, words]) => ({
    what: `Search, ${what}`,
    asking: cold(searchPath(words)),
    amount: searches,
    waits: true,
  })),
  { what: 'PUT /r/post_like', asking: writing('PUT', '/r/post_like', { liked: true }), amount: 200 },
  {
    what: 'POST /r/comment',
    asking: writing('POST', '/r/comment', { rawText: 'So that is how it works.' }),
    amount: 200,
  },
];

export async function measureGrowth(
  {
    times,
    rounds,
    share,
    isWanted,
  }: { times: number; rounds: number; share: number; isWanted: (what: string) => boolean },
  started: AsyncDisposableStack,
): Promise<GrowthFigures> {
  const cores = await findCores();
  const networks: Network[] = [];
  for (const size of [times, times * larger]) networks.push(await openNetwork(size, started));
  const [small, large] = networks;
  if (!small || !large) throw new Error('There have to be two networks.');
  if (cores) {
    for (const { database, product, bare } of networks) {
      await pin(database.postmasterPid, cores.measured);
      await pin(product.pid, cores.measured);
      await pin(bare.pid, cores.measured);
    }
    await pin(process.pid, cores.asking);
  }
  const compare = comparing(small.database.postmasterPid, { rounds, share });
  const compareWaiting = async (sides: Record<'small' | 'large', Contender>) => {
    const lists = { smallList: listOf(small), largeList: listOf(large) };
    const found = await compare({ ...sides, ...lists }, { amount: searches, always: true });
    const waitOf = (network: Network, searched: Timed, listed: Timed) => ({
      most: longestSearch(network.cards),
      ms: slowest(searched.times),
      bareMs: slowest(listed.times),
    });
    const waits = [waitOf(small, found.small, found.smallList), waitOf(large, found.large, found.largeList)];
    return { small: found.small, large: found.large, waits };
  };
  const figures: Growth[] = [];
  for (const { what, asking, amount, waits, most: limit = most } of calls.filter((call) =>
    isWanted(call.what),
  )) {
    const sides = { small: productOf(small, asking), large: productOf(large, asking) };
    const measured = waits ? await compareWaiting(sides) : await compare(sides, { amount });
    const growth: Growth = { what, most: limit, ...measured };
    figures.push(growth);
    console.log(cellsOf(growth).join(' · '));
  }
  return { networks: networks.map(({ times, data }) => ({ times, data })), rounds, calls: figures };
}

const productOf = (network: Network, asking: Call['asking']): Contender => ({
  served: network.product,
  asking: asking(network),
  postmasterPid: network.database.postmasterPid,
});

const listOf = ({ bare, database }: Network): Contender => ({
  served: bare,
  asking: get(bareList),
  postmasterPid: database.postmasterPid,
});

async function openNetwork(times: number, started: AsyncDisposableStack): Promise<Network> {
  const database = await openBenchDatabase(times, started);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  started.defer(() => client.end());
  const { rows } = await client.query<Record<'card' | 'cards' | 'ten' | 'thousand' | 'alone', number>>(`
    select (select id::integer from cards where comment_count between 25 and 60 order by id desc limit 1) as card,
      (select count(*)::integer from cards) as cards,
      (select id::integer from users where role = 'kRegular' order by abs(connection_count - 10), id limit 1) as ten,
      (select id::integer from users where role = 'kRegular' order by abs(connection_count - 1000), id limit 1) as thousand,
      (select id::integer from users where role = 'kRegular' and connection_count = 0 order by id limit 1) as alone`);
  const [found] = rows;
  if (!found) throw new Error('The network is empty.');
  started.use(await befriend(client, found.alone, 10_000));
  started.use(await rememberWrites(client, found.ten));
  const data = await describe(client);
  const product = await startProduct(database);
  started.defer(() => product.stop());
  const bare = await startYardsticks(database, [await bareListYardstick()], undefined);
  started.defer(() => bare.stop());
  return {
    times,
    data,
    database,
    client,
    product,
    bare,
    cards: found.cards,
    cardId: found.card,
    people: {
      10: await signIn(client, found.ten),
      1000: await signIn(client, found.thousand),
      10_000: await signIn(client, found.alone),
    },
  };
}

const microsOf = (cost: Cost) =>
  `${Math.round(sum(cost))} (${Math.round(cost.server)} + ${Math.round(cost.database)})`;
const growthOf = ({ small, large }: Growth) => sum(large) / sum(small);

function cellsOf(growth: Growth): string[] {
  const factor = growthOf(growth);
  return [
    growth.what,
    microsOf(growth.small),
    microsOf(growth.large),
    factor.toFixed(2),
    growth.waits ? '' : factor <= growth.most ? '✓' : '✗',
  ];
}

/** What the page of figures says about it. */
export function growthPage({ networks, rounds, calls: figures }: GrowthFigures): string {
  const names = networks.map(({ times }) => `×${times}`);
  const waits = figures.flatMap(({ what, waits: limits }) =>
    limits
      ? [
          [
            what,
            ...limits.flatMap(({ ms, bareMs, most: limit }) => [
              `${Math.round(ms)} ms = ${(ms / bareMs).toFixed(2)} × ${Math.round(bareMs)} ms`,
              ms / bareMs <= limit ? '✓' : '✗',
            ]),
          ],
        ]
      : [],
  );
  const limits = figures.find(({ waits: some }) => some)?.waits ?? [];
  return `Written by \`npm run bench -- --scale\` on ${new Date().toISOString().slice(0, 10)}; ${rounds} rounds, both networks in turns on one core.
${networks.map(({ data }, index) => `- ${names[index]}: ${data}`).join('\n')}
- A figure is processor time per request in microseconds (server + database); growth is the one divided by the other, and should be at most ${most}, ${mostOfPrivateFeed} for the private feed; the goal of search is its waiting time, below.
- Somebody who knows 10,000 people is made for the time of the run.

${columnsOf(['what', ...names, 'growth', ''], figures.map(cellsOf))}
${
  waits.length > 0
    ? `
The 99th percentile of a search with 16 connections, as a multiple of that of the bare list in the same run:

${columnsOf(['what', ...names.flatMap((name, index) => [`${name} (≤ ${limits[index]?.most})`, ''])], waits)}
`
    : ''
}`;
}
