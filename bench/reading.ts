import { request } from 'node:http';
import type { Calls } from '@gyan/contract/calls.ts';
import {
  apiBase,
  type Bench,
  get,
  getAnew,
  type Measurement,
  type Person,
  type Prepared,
  signedIn,
} from './bench.ts';
import { sum } from './comparison.ts';
import { plainFinding, ratioFinding } from './report.ts';
import { statementOf } from './statements.ts';
import type { BytesYardstick, QueryYardstick } from './yardsticks.ts';

/** As many as the yardsticks were first measured with. */
const page = { limit: 28 };
const asBrowser = { 'accept-encoding': 'br' };
const kept = ['content-type', 'content-encoding'];

type Query = Record<string, string | number | boolean>;

const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

const addressOf = (key: keyof Calls, query: Query) =>
  `${apiBase}${key.split(' ')[1]}?${new URLSearchParams(textsOf(query)).toString()}`;

async function bytesOf(
  { product }: Prepared,
  name: string,
  path: string,
  asked: Record<string, string> = asBrowser,
): Promise<BytesYardstick> {
  // Not by fetch, which would unpack it.
  const answer = await new Promise<{ bytes: Buffer; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      request(`${product.url}${path}`, { headers: asked }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ bytes: Buffer.concat(parts), headers: response.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
  const headers = kept.flatMap((header) => {
    const value = answer.headers[header];
    return typeof value === 'string' ? [[header, value] as const] : [];
  });
  return { kind: 'bytes', url: `/bytes/${name}`, bytes: answer.bytes, headers: Object.fromEntries(headers) };
}

async function queryOf(
  name: string,
  key: keyof Calls,
  query: Query,
  person?: Person,
): Promise<QueryYardstick> {
  const { name: statement, text, values } = await statementOf(key, { query: textsOf(query) }, person?.viewer);
  return {
    kind: 'query',
    method: 'GET',
    url: `/query/${name}`,
    name: statement,
    text,
    values,
    column: 'body',
  };
}

async function etagOf({ product }: Bench, path: string): Promise<string> {
  const answer = await fetch(`${product.url}${path}`, { headers: asBrowser });
  return answer.headers.get('etag') ?? '';
}

/** An answer that is the same for everybody: from the bytes that are kept, not at all, and made anew. */
function publicCall(name: string, key: keyof Calls, queryFor: (prepared: Prepared) => Query): Measurement {
  return {
    name,
    prepare: async (prepared) => [
      await bytesOf(prepared, name, addressOf(key, queryFor(prepared))),
      await queryOf(name, key, queryFor(prepared)),
    ],
    async measure(bench) {
      const { product, yardsticks } = bench;
      const path = addressOf(key, queryFor(bench));
      const etag = await etagOf(bench, path);
      const warm = await bench.compare(
        {
          kept: { served: product, asking: get(path, asBrowser) },
          bytes: { served: yardsticks, asking: get(`/bytes/${name}`, asBrowser) },
          unchanged: {
            served: product,
            asking: get(path, { ...asBrowser, 'if-none-match': etag }),
            status: 304,
          },
        },
        { amount: 3000 },
      );
      const cold = await bench.compare(
        {
          made: { served: product, asking: getAnew(path) },
          query: { served: yardsticks, asking: get(`/query/${name}`) },
        },
        { amount: 600 },
      );
      return [
        ratioFinding(`${key}, warm`, warm.kept, { name: 'B', cost: warm.bytes }, 1.5),
        ratioFinding(`${key}, unchanged`, warm.unchanged, { name: 'B', cost: warm.bytes }, 1),
        ratioFinding(`${key}, cold`, cold.made, { name: 'Q', cost: cold.query }, 1.3),
      ];
    },
  };
}

/** Something made anew for each who asks. */
function askedCall(
  name: string,
  what: string,
  options: {
    key: keyof Calls;
    query: (prepared: Prepared) => Query;
    person?: keyof Prepared['people'];
    amount: number;
    most: number;
  },
): Measurement {
  const { key, query, person, amount, most } = options;
  const personOf = (prepared: Prepared) => (person ? prepared.people[person] : undefined);
  return {
    name,
    prepare: async (prepared) => [await queryOf(name, key, query(prepared), personOf(prepared))],
    async measure(bench) {
      const whose = personOf(bench);
      const path = addressOf(key, query(bench));
      const { made, bare } = await bench.compare(
        {
          made: { served: bench.product, asking: getAnew(path, whose && signedIn(whose)) },
          bare: { served: bench.yardsticks, asking: get(`/query/${name}`) },
        },
        { amount },
      );
      return [ratioFinding(what, made, { name: 'Q', cost: bare }, most)];
    },
  };
}

/** Costs several statements, so it is compared with sending the same bytes. */
function privateFeed(name: string, what: string, person: keyof Prepared['people']): Measurement {
  const path = addressOf('GET /r/feed', page);
  return {
    name,
    prepare: async (prepared) => [await bytesOf(prepared, name, path, signedIn(prepared.people[person]))],
    async measure(bench) {
      const { made, bytes } = await bench.compare(
        {
          made: { served: bench.product, asking: getAnew(path, signedIn(bench.people[person])) },
          bytes: { served: bench.yardsticks, asking: get(`/bytes/${name}`) },
        },
        { amount: 200 },
      );
      return [ratioFinding(what, made, { name: 'B', cost: bytes }, 70)];
    },
  };
}

function publicPage(name: string, what: string, pathFor: (prepared: Prepared) => string): Measurement {
  // Where the page really is: a short address leads to the one with its title.
  const placeOf = async (prepared: Prepared) => {
    const answer = await fetch(`${prepared.product.url}${pathFor(prepared)}`, { headers: asBrowser });
    await answer.arrayBuffer();
    return new URL(answer.url).pathname;
  };
  return {
    name,
    prepare: async (prepared) => [await bytesOf(prepared, name, await placeOf(prepared))],
    async measure(bench) {
      const path = await placeOf(bench);
      const { kept: warm, bytes } = await bench.compare(
        {
          kept: { served: bench.product, asking: get(path, asBrowser) },
          bytes: { served: bench.yardsticks, asking: get(`/bytes/${name}`, asBrowser) },
        },
        { amount: 3000 },
      );
      return [ratioFinding(`${what}, warm HTML`, warm, { name: 'B', cost: bytes }, 2)];
    },
  };
}

/** What nobody shares with anybody, and nothing bare compares to. */
function suggestions(name: string, what: string, person: keyof Prepared['people']): Measurement {
  return {
    name,
    async measure(bench) {
      const path = addressOf('GET /r/usersuggestions', page);
      const { made } = await bench.compare(
        { made: { served: bench.product, asking: get(path, signedIn(bench.people[person])) } },
        { amount: 100 },
      );
      return [plainFinding(what, sum(made) / 1000, 15, 'ms of CPU')];
    },
  };
}

export const readings: Measurement[] = [
  publicCall('feed', 'GET /feed', () => page),
  publicCall('posts', 'GET /posts', () => page),
  publicCall('subjects', 'GET /subjects', () => page),
  publicCall('chapters', 'GET /chapters', () => page),
  publicCall('post', 'GET /post', ({ cardId }) => ({ postId: cardId })),
  publicCall('subject', 'GET /subject', () => ({ subjectId: 2 })),
  privateFeed('private-feed-8', 'GET /r/feed, 8 connections', 'few'),
  privateFeed('private-feed-1000', 'GET /r/feed, 1,000 connections', 'many'),
  askedCall('private-post', 'GET /r/post with comments', {
    key: 'GET /r/post',
    query: ({ cardId }) => ({ postId: cardId }),
    person: 'few',
    amount: 400,
    most: 1.5,
  }),
  askedCall('large-subject', 'GET /subject, 50 chapters, 2,000 cards', {
    key: 'GET /subject',
    query: () => ({ subjectId: 1, includePosts: true }),
    amount: 20,
    most: 1.3,
  }),
  publicPage('landing', 'Landing page', () => '/'),
  publicPage('card-page', 'Card page', ({ cardId }) => `/pd/${cardId}`),
  suggestions('suggestions', 'GET /r/usersuggestions, 8 connections', 'few'),
  suggestions('suggestions-1000', 'GET /r/usersuggestions, 1,000 connections', 'many'),
];
