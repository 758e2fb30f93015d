import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { apiBase, type Person, type Prepared, signedIn } from './bench.ts';
import { median } from './comparison.ts';
import { startCountingProxy } from './counting-proxy.ts';
import type { BenchDatabase } from './database.ts';
import { rememberWrites } from './network.ts';
import { startProduct } from './processes.ts';
import { type Finding, statementsFinding } from './report.ts';
import { questions, searchPath } from './searching.ts';

// How many statements one request sends, with little and with much to answer.

/** What is asked: of everybody's, or of what somebody sees who is signed in. */
interface Question {
  method?: 'GET' | 'PUT' | 'POST';
  path: string;
  person?: Person;
  /** Different each time where the same would change nothing. */
  body?: (time: number) => object;
}

interface Call {
  what: string;
  little: Question;
  much: Question;
  most: number;
}

const [warmUps, times] = [2, 5];
/** For what is sent only after the answer. */
const lateMs = 5;

type Network = Omit<Prepared, 'product'>;

async function callsIn({ client, people, cardId }: Network): Promise<Call[]> {
  const { few, many } = people;
  const { quietCard, smallSubject } = await findSmall(client);
  const list = (path: string): Call => ({
    what: `GET ${path}: 1 and 28 of them`,
    little: { path: `${path}?limit=1` },
    much: { path: `${path}?limit=28` },
    most: 1,
  });
  const known = (path: string, most: number): Call => ({
    what: `GET ${path}: 8 and 1,000 connections`,
    little: { path: `${path}?limit=28`, person: few },
    much: { path: `${path}?limit=28`, person: many },
    most,
  });
  const write = (method: 'PUT' | 'POST', path: string, body: (time: number) => object): Call => ({
    what: `${method} ${path}: a quiet and a busy card`,
    little: { method, path, person: few, body: (time) => ({ postId: quietCard, ...body(time) }) },
    much: { method, path, person: few, body: (time) => ({ postId: cardId, ...body(time) }) },
    most: 1,
  });
  return [
    ...['/feed', '/posts', '/chapters', '/subjects'].map(list),
    {
      what: 'GET /post: no and many comments',
      little: { path: `/post?postId=${quietCard}` },
      much: { path: `/post?postId=${cardId}` },
      most: 1,
    },
    {
      what: `GET /subject: ${smallSubject.chapters} and 50 chapters`,
      little: { path: `/subject?subjectId=${smallSubject.id}&includePosts=true` },
      much: { path: '/subject?subjectId=1&includePosts=true' },
      most: 1,
    },
    {
      what: 'GET /searchfeed: nothing and much to find',
      little: { path: searchPath(questions['what nobody wrote']) },
      much: { path: searchPath(questions['a common word']) },
      most: 1,
    },
    // The session, the choice, the entries, and one statement for each kind of thing on the page.
    known('/r/feed', 6),
    known('/r/usersuggestions', 2),
    {
      what: 'GET /r/post: no and many comments',
      little: { path: `/r/post?postId=${quietCard}`, person: few },
      much: { path: `/r/post?postId=${cardId}`, person: few },
      most: 1,
    },
    write('PUT', '/r/post_like', (time) => ({ liked: time % 2 === 0 })),
    write('POST', '/r/comment', () => ({ rawText: 'So that is how it works.' })),
  ];
}

async function findSmall(client: pg.Client) {
  const { rows } = await client.query<{ card: number; id: number; chapters: number }>(`
    select (select id::integer from cards where comment_count = 0 order by id desc limit 1) as card, id::integer, chain_count as chapters
    from subjects where chain_count > 0 order by chain_count, id limit 1`);
  const [found] = rows;
  if (!found) throw new Error('The network is empty.');
  return { quietCard: found.card, smallSubject: { id: found.id, chapters: found.chapters } };
}

let asked = 0;

/** Under an address that nobody asked for before, so that nothing of it is kept. */
async function ask(url: string, { method = 'GET', path, person, body }: Question): Promise<void> {
  asked += 1;
  const address = body ? path : `${path}${path.includes('?') ? '&' : '?'}n=${asked}`;
  const answer = await fetch(`${url}${apiBase}${address}`, {
    method,
    headers: { ...(person && signedIn(person)), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body(asked)) }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}.`);
}

/** By a process of the product that reaches its database through somebody who counts. */
export async function measureStatements(
  database: BenchDatabase,
  network: Network,
  before: AsyncDisposableStack,
): Promise<Finding[]> {
  await using started = before.use(new AsyncDisposableStack());
  started.use(await rememberWrites(network.client, network.people.few.viewer.userId));
  const proxy = await startCountingProxy(database.url);
  started.defer(() => proxy.stop());
  const product = await startProduct({ ...database, url: proxy.url });
  started.defer(() => product.stop());
  const count = async (question: Question) => {
    const all: number[] = [];
    for (let time = 0; time < warmUps + times; time += 1) {
      const sentBefore = proxy.sent;
      await ask(product.url, question);
      await sleep(lateMs);
      if (time >= warmUps) all.push(proxy.sent - sentBefore);
    }
    // A job may run meanwhile, by the clock.
    return median(all);
  };
  const findings: Finding[] = [];
  for (const { what, little, much, most } of await callsIn(network)) {
    findings.push(statementsFinding(`Statements, ${what}`, [await count(little), await count(much)], most));
  }
  return findings;
}
