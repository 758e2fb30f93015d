import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { apiBase, type Person, type Prepared, signedIn } from './bench.ts';
import { median } from './comparison.ts';
import { startCountingProxy } from './counting-proxy.ts';
import type { BenchDatabase } from './database.ts';
import { learners } from './learning.ts';
import { startProduct } from './processes.ts';
import { type Finding, statementsFinding } from './report.ts';
import { searchPath, searchTerms } from './search.ts';
import { signIn, undoWritesLater } from './test-data.ts';

// Number of statements per request, for small and large answers.

interface CountedRequest {
  method?: 'GET' | 'PUT' | 'POST';
  path: string;
  person?: Person;
  /** Differs each time, because repeating a write would change nothing. */
  body?: (time: number) => object;
}

interface Call {
  what: string;
  small: CountedRequest;
  large: CountedRequest;
  max: number;
}

const [warmUps, times] = [2, 5];
/** Time for statements that are sent after the answer. */
const settleMs = 5;
/** The statement that reads the viewer's session. */
const ofSession = 1;

type Network = Omit<Prepared, 'product'>;

async function callsIn({ client, people, cardId }: Network): Promise<Call[]> {
  const { few, many } = people;
  const { quietCard, smallSubject } = await findSmallSamples(client);
  const list = (path: string): Call => ({
    what: `GET ${path}: 1 and 28 of them`,
    small: { path: `${path}?limit=1` },
    large: { path: `${path}?limit=28` },
    max: 1,
  });
  const byConnections = (path: string, max: number): Call => ({
    what: `GET ${path}: 8 and 1,000 connections`,
    small: { path: `${path}?limit=28`, person: few },
    large: { path: `${path}?limit=28`, person: many },
    max,
  });
  const write = (method: 'PUT' | 'POST', path: string, body: (time: number) => object): Call => ({
    what: `${method} ${path}: a quiet and a busy card`,
    small: { method, path, person: few, body: (time) => ({ postId: quietCard, ...body(time) }) },
    large: { method, path, person: few, body: (time) => ({ postId: cardId, ...body(time) }) },
    max: ofSession + 1,
  });
  return [
    ...['/feed', '/posts', '/chapters', '/subjects'].map(list),
    {
      what: 'GET /post: no and many comments',
      small: { path: `/post?postId=${quietCard}` },
      large: { path: `/post?postId=${cardId}` },
      max: 1,
    },
    {
      what: `GET /subject: ${smallSubject.chapters} and 50 chapters`,
      small: { path: `/subject?subjectId=${smallSubject.id}&includePosts=true` },
      large: { path: '/subject?subjectId=1&includePosts=true' },
      max: 1,
    },
    {
      what: 'GET /searchfeed: nothing and much to find',
      small: { path: searchPath(searchTerms['no match']) },
      large: { path: searchPath(searchTerms['a common word']) },
      max: 1,
    },
    {
      what: 'GET /r/review_session: 100 and 2,000 cards studied',
      small: { path: '/r/review_session', person: await signIn(client, learners['100 cards']) },
      large: { path: '/r/review_session', person: await signIn(client, learners['2,000 cards']) },
      // Session, settings, pace, due cards, new cards, their content, cards that need help.
      max: 7,
    },
    // Session, choice of the statement, entries, other actors, and one statement per kind of item.
    byConnections('/r/feed', 7),
    byConnections('/r/usersuggestions', ofSession + 1),
    {
      what: 'GET /r/post: no and many comments',
      small: { path: `/r/post?postId=${quietCard}`, person: few },
      large: { path: `/r/post?postId=${cardId}`, person: few },
      max: ofSession + 1,
    },
    write('PUT', '/r/post_like', (time) => ({ liked: time % 2 === 0 })),
    write('POST', '/r/comment', () => ({ rawText: 'So that is how it works.' })),
  ];
}

async function findSmallSamples(client: pg.Client) {
  const { rows } = await client.query<{ card: number; id: number; chapters: number }>(`
    select (select id::integer from cards where comment_count = 0 order by id desc limit 1) as card, id::integer, chain_count as chapters
    from subjects where chain_count > 0 order by chain_count, id limit 1`);
  const [found] = rows;
  if (!found) throw new Error('The network is empty.');
  return { quietCard: found.card, smallSubject: { id: found.id, chapters: found.chapters } };
}

let sent = 0;

/** Uses a new query parameter each time, so that no cache has the answer. */
async function send(url: string, { method = 'GET', path, person, body }: CountedRequest): Promise<void> {
  sent += 1;
  const address = body ? path : `${path}${path.includes('?') ? '&' : '?'}n=${sent}`;
  const response = await fetch(`${url}${apiBase}${address}`, {
    method,
    headers: { ...(person && signedIn(person)), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body(sent)) }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}.`);
}

/** Runs the product behind the counting proxy. */
export async function measureStatements(
  database: BenchDatabase,
  network: Network,
  parent: AsyncDisposableStack,
): Promise<Finding[]> {
  await using started = parent.use(new AsyncDisposableStack());
  started.use(await undoWritesLater(network.client, network.people.few.viewer.userId));
  const proxy = await startCountingProxy(database.url);
  started.defer(() => proxy.stop());
  const product = await startProduct({ ...database, url: proxy.url });
  started.defer(() => product.stop());
  const count = async (request: CountedRequest) => {
    const all: number[] = [];
    for (let time = 0; time < warmUps + times; time += 1) {
      const sentBefore = proxy.sent;
      await send(product.url, request);
      await sleep(settleMs);
      if (time >= warmUps) all.push(proxy.sent - sentBefore);
    }
    // The median ignores statements of a job that runs at the same time.
    return median(all);
  };
  const findings: Finding[] = [];
  for (const { what, small, large, max } of await callsIn(network)) {
    findings.push(statementsFinding(`Statements, ${what}`, [await count(small), await count(large)], max));
  }
  return findings;
}
