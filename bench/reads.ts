import { request } from 'node:http';
import type { Calls } from '@gyan/contract/calls.ts';
import {
  apiBase,
  type Bench,
  get,
  getUncached,
  type Measurement,
  type Person,
  type Prepared,
  signedIn,
} from './bench.ts';
import { sum } from './comparison.ts';
import type { BytesReference, QueryReference } from './reference-server.ts';
import { plainFinding, ratioFinding } from './report.ts';
import { statementOf } from './statements.ts';

const page = { limit: 28 };
const asBrowser = { 'accept-encoding': 'br' };
const fromCache = ['content-type', 'content-encoding'];

type Query = Record<string, string | number | boolean>;

const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

const addressOf = (key: keyof Calls, query: Query) =>
  `${apiBase}${key.split(' ')[1]}?${new URLSearchParams(textsOf(query)).toString()}`;

async function bytesOf(
  { product }: Prepared,
  name: string,
  path: string,
  requestHeaders: Record<string, string> = asBrowser,
): Promise<BytesReference> {
  // Not with fetch, which would decompress the body.
  const response = await new Promise<{ bytes: Buffer; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      request(`${product.url}${path}`, { headers: requestHeaders }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ bytes: Buffer.concat(parts), headers: response.headers }));
      })
        .on('error', reject)
        .end();
    },
  );
  const headers = fromCache.flatMap((header) => {
    const value = response.headers[header];
    return typeof value === 'string' ? [[header, value] as const] : [];
  });
  return {
    kind: 'bytes',
    url: `/bytes/${name}`,
    bytes: response.bytes,
    headers: Object.fromEntries(headers),
  };
}

async function queryOf(
  name: string,
  key: keyof Calls,
  query: Query,
  person?: Person,
): Promise<QueryReference> {
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
  const response = await fetch(`${product.url}${path}`, { headers: asBrowser });
  return response.headers.get('etag') ?? '';
}

/** A public call: from the byte cache, as 304, and uncached. */
function publicCall(name: string, key: keyof Calls, queryFor: (prepared: Prepared) => Query): Measurement {
  return {
    name,
    prepare: async (prepared) => [
      await bytesOf(prepared, name, addressOf(key, queryFor(prepared))),
      await queryOf(name, key, queryFor(prepared)),
    ],
    async measure(bench) {
      const { product, referenceServer } = bench;
      const path = addressOf(key, queryFor(bench));
      const etag = await etagOf(bench, path);
      const cached = await bench.compare(
        {
          fromCache: { server: product, buildRequest: get(path, asBrowser) },
          bytes: { server: referenceServer, buildRequest: get(`/bytes/${name}`, asBrowser) },
          unchanged: {
            server: product,
            buildRequest: get(path, { ...asBrowser, 'if-none-match': etag }),
            status: 304,
          },
        },
        { amount: 1500 },
      );
      const uncached = await bench.compare(
        {
          computed: { server: product, buildRequest: getUncached(path) },
          query: { server: referenceServer, buildRequest: get(`/query/${name}`) },
        },
        { amount: 300 },
      );
      return [
        ratioFinding(`${key}, warm`, cached.fromCache, { name: 'B', cost: cached.bytes }, 2),
        ratioFinding(`${key}, unchanged`, cached.unchanged, { name: 'B', cost: cached.bytes }, 1.5),
        ratioFinding(`${key}, cold`, uncached.computed, { name: 'Q', cost: uncached.query }, 1.5),
      ];
    },
  };
}

/** A call that is not cached. */
function privateCall(
  name: string,
  what: string,
  options: {
    key: keyof Calls;
    query: (prepared: Prepared) => Query;
    person?: keyof Prepared['people'];
    amount: number;
    max: number;
  },
): Measurement {
  const { key, query, person, amount, max } = options;
  const personOf = (prepared: Prepared) => (person ? prepared.people[person] : undefined);
  return {
    name,
    prepare: async (prepared) => [await queryOf(name, key, query(prepared), personOf(prepared))],
    async measure(bench) {
      const signedInUser = personOf(bench);
      const path = addressOf(key, query(bench));
      const { computed, reference } = await bench.compare(
        {
          computed: {
            server: bench.product,
            buildRequest: getUncached(path, signedInUser && signedIn(signedInUser)),
          },
          reference: { server: bench.referenceServer, buildRequest: get(`/query/${name}`) },
        },
        { amount },
      );
      return [ratioFinding(what, computed, { name: 'Q', cost: reference }, max)];
    },
  };
}

/** Needs several statements, so it is compared with sending the same bytes. */
function privateFeed(name: string, what: string, person: keyof Prepared['people']): Measurement {
  const path = addressOf('GET /r/feed', page);
  return {
    name,
    prepare: async (prepared) => [await bytesOf(prepared, name, path, signedIn(prepared.people[person]))],
    async measure(bench) {
      const { computed, bytes } = await bench.compare(
        {
          computed: {
            server: bench.product,
            buildRequest: getUncached(path, signedIn(bench.people[person])),
          },
          bytes: { server: bench.referenceServer, buildRequest: get(`/bytes/${name}`) },
        },
        { amount: 200 },
      );
      return [ratioFinding(what, computed, { name: 'B', cost: bytes }, 70)];
    },
  };
}

function publicPage(name: string, what: string, pathFor: (prepared: Prepared) => string): Measurement {
  // A short address redirects to the one with the title.
  const canonicalPath = async (prepared: Prepared) => {
    const response = await fetch(`${prepared.product.url}${pathFor(prepared)}`, { headers: asBrowser });
    await response.arrayBuffer();
    return new URL(response.url).pathname;
  };
  return {
    name,
    prepare: async (prepared) => [await bytesOf(prepared, name, await canonicalPath(prepared))],
    async measure(bench) {
      const path = await canonicalPath(bench);
      const { fromCache: cached, bytes } = await bench.compare(
        {
          fromCache: { server: bench.product, buildRequest: get(path, asBrowser) },
          bytes: { server: bench.referenceServer, buildRequest: get(`/bytes/${name}`, asBrowser) },
        },
        { amount: 1500 },
      );
      return [ratioFinding(`${what}, warm HTML`, cached, { name: 'B', cost: bytes }, 2)];
    },
  };
}

/** Suggestions are private and have no reference handler. */
function suggestions(name: string, what: string, person: keyof Prepared['people']): Measurement {
  return {
    name,
    async measure(bench) {
      const path = addressOf('GET /r/usersuggestions', page);
      const { computed } = await bench.compare(
        { computed: { server: bench.product, buildRequest: get(path, signedIn(bench.people[person])) } },
        { amount: 100 },
      );
      return [plainFinding(what, sum(computed) / 1000, 15, 'ms of CPU')];
    },
  };
}

export const readMeasurements: Measurement[] = [
  publicCall('feed', 'GET /feed', () => page),
  publicCall('posts', 'GET /posts', () => page),
  publicCall('subjects', 'GET /subjects', () => page),
  publicCall('chapters', 'GET /chapters', () => page),
  publicCall('post', 'GET /post', ({ cardId }) => ({ postId: cardId })),
  publicCall('subject', 'GET /subject', () => ({ subjectId: 2 })),
  privateFeed('private-feed-8', 'GET /r/feed, 8 connections', 'few'),
  privateFeed('private-feed-1000', 'GET /r/feed, 1,000 connections', 'many'),
  privateCall('private-post', 'GET /r/post with comments', {
    key: 'GET /r/post',
    query: ({ cardId }) => ({ postId: cardId }),
    person: 'few',
    amount: 400,
    max: 1.5,
  }),
  privateCall('large-subject', 'GET /subject, 50 chapters, 2,000 cards', {
    key: 'GET /subject',
    query: () => ({ subjectId: 1, includePosts: true }),
    amount: 20,
    max: 1.5,
  }),
  publicPage('landing', 'Landing page', () => '/'),
  publicPage('card-page', 'Card page', ({ cardId }) => `/pd/${cardId}`),
  suggestions('suggestions', 'GET /r/usersuggestions, 8 connections', 'few'),
  suggestions('suggestions-1000', 'GET /r/usersuggestions, 1,000 connections', 'many'),
];
