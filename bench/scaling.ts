import pg from 'pg';
import { apiBase, createComparison, get, getUncached, type Person, signedIn } from './bench.ts';
import { type Cost, sum, type Target } from './comparison.ts';
import { findCores, pin } from './cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import { learners } from './learning.ts';
import type { BuildRequest } from './load.ts';
import { type RunningServer, startProduct, startReferenceServer } from './processes.ts';
import { columnsOf, listItem } from './report.ts';
import {
  maxSearchRatio,
  referenceList,
  referenceListPath,
  searches,
  searchPath,
  searchTerms,
  slowest,
} from './search.ts';
import { addConnections, describeData, signIn, undoWritesLater } from './test-data.ts';

// The same product on two sets of test data, one ten times as large, measured alternately: the cost of a request must
// not depend on the amount of data.

const max = 1.3;
const maxFeedGrowth = 1.5;
const maxReviewGrowth = 1.5;
const largerFactor = 10;
const connections = [10, 1000, 10_000] as const;
type ConnectionCount = (typeof connections)[number];

interface Network {
  times: number;
  data: string;
  database: BenchDatabase;
  client: pg.Client;
  product: RunningServer;
  reference: RunningServer;
  cards: number;
  users: number;
  cardId: number;
  people: Record<ConnectionCount, Person>;
  learning: Record<keyof typeof learners, Person>;
}

interface Call {
  what: string;
  buildRequest: (network: Network) => BuildRequest;
  amount: number;
  /** Left out if a network has fewer users. */
  connections?: ConnectionCount;
  /** Whether the goal is the 99th percentile with 16 connections beside a plain list, and not the growth. */
  latency?: boolean;
  max?: number;
}

interface Growth {
  what: string;
  small: Cost;
  large: Cost;
  latency?: { max: number; ms: number; referenceMs: number }[];
  max: number;
}

export interface ScalingFigures {
  networks: { times: number; data: string }[];
  rounds: number;
  calls: Growth[];
}

const uncached = (path: string) => () => getUncached(`${apiBase}${path}`);
const signedInAs = (count: ConnectionCount, path: string) => (network: Network) =>
  getUncached(`${apiBase}${path}`, signedIn(network.people[count]));
const json = { 'content-type': 'application/json' };

/** Steps through all cards before it writes to one again. */
const writing =
  (method: string, path: string, body: object) =>
  (network: Network): BuildRequest =>
  (n) => ({
    method,
    path: `${apiBase}${path}`,
    headers: { ...json, ...signedIn(network.people[10]) },
    body: JSON.stringify({ postId: 1 + ((n * 37) % network.cards), ...body }),
  });

const calls: Call[] = [
  { what: 'GET /feed, cold', buildRequest: uncached('/feed?limit=28'), amount: 150 },
  { what: 'GET /posts, cold', buildRequest: uncached('/posts?limit=28'), amount: 150 },
  {
    what: 'GET /post, cold',
    buildRequest: ({ cardId }) => getUncached(`${apiBase}/post?postId=${cardId}`),
    amount: 300,
  },
  { what: 'GET /subject, cold', buildRequest: uncached('/subject?subjectId=2'), amount: 300 },
  ...connections.map((count) => ({
    what: `GET /r/feed, ${count.toLocaleString('en')} connections`,
    buildRequest: signedInAs(count, '/r/feed?limit=28'),
    amount: 120,
    connections: count,
    max: maxFeedGrowth,
  })),
  ...connections.map((count) => ({
    what: `GET /r/usersuggestions, ${count.toLocaleString('en')} connections`,
    buildRequest: (network: Network) =>
      get(`${apiBase}/r/usersuggestions?limit=28`, signedIn(network.people[count])),
    amount: 40,
    connections: count,
  })),
  ...Object.keys(learners).map((studied) => ({
    what: `GET /r/review_session, ${studied} studied`,
    buildRequest: ({ learning }: Network) =>
      get(`${apiBase}/r/review_session`, signedIn(learning[studied as keyof typeof learners])),
    amount: 60,
    max: maxReviewGrowth,
  })),
  ...Object.entries(searchTerms).map(([what, words]) => ({
    what: `Search, ${what}`,
    buildRequest: uncached(searchPath(words)),
    amount: searches,
    latency: true,
  })),
  { what: 'PUT /r/post_like', buildRequest: writing('PUT', '/r/post_like', { liked: true }), amount: 200 },
  {
    what: 'POST /r/comment',
    buildRequest: writing('POST', '/r/comment', { rawText: 'So that is how it works.' }),
    amount: 200,
  },
];

export async function measureScaling(
  {
    times,
    rounds,
    share,
    isWanted,
  }: { times: number; rounds: number; share: number; isWanted: (what: string) => boolean },
  started: AsyncDisposableStack,
): Promise<ScalingFigures> {
  const cores = await findCores();
  const networks: Network[] = [];
  for (const size of [times, times * largerFactor]) networks.push(await openNetwork(size, started));
  const [small, large] = networks;
  if (!small || !large) throw new Error('There have to be two networks.');
  if (cores) {
    for (const { database, product, reference } of networks) {
      await pin(database.postmasterPid, cores.measured);
      await pin(product.pid, cores.measured);
      await pin(reference.pid, cores.measured);
    }
    await pin(process.pid, cores.buildRequest);
  }
  const compare = createComparison(small.database.postmasterPid, { rounds, share });
  const compareLatency = async (targets: Record<'small' | 'large', Target>) => {
    const lists = { smallList: listOf(small), largeList: listOf(large) };
    const found = await compare({ ...targets, ...lists }, { amount: searches, always: true });
    const latencyOf = (network: Network, search: { times: number[] }, list: { times: number[] }) => ({
      max: maxSearchRatio(network.cards),
      ms: slowest(search.times),
      referenceMs: slowest(list.times),
    });
    const latency = [
      latencyOf(small, found.small, found.smallList),
      latencyOf(large, found.large, found.largeList),
    ];
    return { small: found.small, large: found.large, latency };
  };
  const figures: Growth[] = [];
  const chosen = calls.filter(
    ({ what, connections: count = 0 }) => isWanted(what) && networks.every(({ users }) => count <= users),
  );
  for (const { what, buildRequest, amount, latency, max: limit = max } of chosen) {
    const targets = { small: productOf(small, buildRequest), large: productOf(large, buildRequest) };
    const measured = latency ? await compareLatency(targets) : await compare(targets, { amount });
    const growth: Growth = { what, max: limit, ...measured };
    figures.push(growth);
    console.log(cellsOf(growth).join(' · '));
  }
  return { networks: networks.map(({ times, data }) => ({ times, data })), rounds, calls: figures };
}

const productOf = (network: Network, buildRequest: Call['buildRequest']): Target => ({
  server: network.product,
  buildRequest: buildRequest(network),
  postmasterPid: network.database.postmasterPid,
});

const listOf = ({ reference, database }: Network): Target => ({
  server: reference,
  buildRequest: get(referenceListPath),
  postmasterPid: database.postmasterPid,
});

async function openNetwork(times: number, started: AsyncDisposableStack): Promise<Network> {
  const database = await openBenchDatabase(times, started);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  started.defer(() => client.end());
  const { rows } = await client.query<
    Record<'card' | 'cards' | 'users' | 'ten' | 'thousand' | 'alone', number>
  >(`
    select (select id::integer from cards where comment_count between 25 and 60 order by id desc limit 1) as card,
      (select count(*)::integer from cards) as cards,
      (select count(*)::integer from users) as users,
      (select id::integer from users where role = 'kRegular' order by abs(connection_count - 10), id limit 1) as ten,
      (select id::integer from users where role = 'kRegular' order by abs(connection_count - 1000), id limit 1) as thousand,
      (select id::integer from users where role = 'kRegular' and connection_count = 0 order by id limit 1) as alone`);
  const [found] = rows;
  if (!found) throw new Error('The network is empty.');
  started.use(await addConnections(client, found.alone, 10_000));
  started.use(await undoWritesLater(client, found.ten));
  const data = await describeData(client);
  const product = await startProduct(database);
  started.defer(() => product.stop());
  const reference = await startReferenceServer(database, [await referenceList()], undefined);
  started.defer(() => reference.stop());
  return {
    times,
    data,
    database,
    client,
    product,
    reference,
    cards: found.cards,
    users: found.users,
    cardId: found.card,
    people: {
      10: await signIn(client, found.ten),
      1000: await signIn(client, found.thousand),
      10_000: await signIn(client, found.alone),
    },
    learning: {
      '100 cards': await signIn(client, learners['100 cards']),
      '2,000 cards': await signIn(client, learners['2,000 cards']),
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
    growth.latency ? '' : factor <= growth.max ? '✓' : '✗',
  ];
}

/** The second part of docs/benchmarks.md. */
export function scalingPage({ networks, rounds, calls: figures }: ScalingFigures): string {
  const names = networks.map(({ times }) => `×${times}`);
  const latency = figures.flatMap(({ what, latency: limits }) =>
    limits
      ? [
          [
            what,
            ...limits.flatMap(({ ms, referenceMs, max: limit }) => [
              `${Math.round(ms)} ms = ${(ms / referenceMs).toFixed(2)} × ${Math.round(referenceMs)} ms`,
              ms / referenceMs <= limit ? '✓' : '✗',
            ]),
          ],
        ]
      : [],
  );
  const limits = figures.find(({ latency: some }) => some)?.latency ?? [];
  return `Written by \`npm run bench -- --scale\` on ${new Date().toISOString().slice(0, 10)}; ${rounds} rounds, both data sets alternately on one core.

${networks.map(({ data }, index) => listItem(`${names[index]}: ${data}`)).join('\n')}
- A figure is CPU time per request in microseconds (server + database). Growth is the second divided by the first, and
  should be at most ${max}, ${maxFeedGrowth} for the private feed and ${maxReviewGrowth} for reviews; the goal of search is its latency, below.
- The user with 10,000 connections exists only during the run.

${columnsOf(['what', ...names, 'growth', ''], figures.map(cellsOf))}
${
  latency.length > 0
    ? `
99th percentile of searches with 16 connections, as a multiple of that of a plain list in the same run:

${columnsOf(['what', ...names.flatMap((name, index) => [`${name} (≤ ${limits[index]?.max})`, ''])], latency)}
`
    : ''
}`;
}
