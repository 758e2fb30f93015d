import type { Readable } from 'node:stream';
import type { Call, CallKey, Method, Who } from '@gyan/contract/call.ts';
import { type AnswerOf, type CallName, type Calls, calls, type ParsedQuery } from '@gyan/contract/calls.ts';
import { Problem } from '@gyan/contract/errors.ts';
import { failuresOnly, type LimitName, limits } from '@gyan/contract/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Db, TransactionalDb } from '#db/pool.ts';
import type { Reading } from '#db/replica.ts';
import { type Text, utf8 } from '#lib/utf8.ts';
import { countedAddress } from './addresses.ts';
import { installMultipartBodies, type ReceivedBody, readBody, restorePhoto } from './bodies.ts';
import { holdForm } from './body-turns.ts';
import { type ByteCache, sendCached, sendFromCache, tellAge } from './byte-cache.ts';
import { findAnswer, type KeyedCall, KeyHeaders, readKeyed, takesKey, writeOnce } from './idempotency.ts';
import { countRequest, type Limiter } from './limits.ts';
import { hasWritten } from './own-writes.ts';
import { invalidField } from './problems.ts';
import { admit, bearerToken, type FindViewer, type Viewer } from './viewer.ts';

export const apiBase = '/api/v1';
/** Describes the calls, and is none itself. */
export const documentUrl = `${apiBase}/openapi.json`;

/** Text that already is the JSON of the answer, built by PostgreSQL; it is passed on as it is. */
export class JsonText {
  readonly text: Text;
  constructor(text: Text) {
    this.text = text;
  }
}

/** What a handler gets. A public call never learns who asks, so that its answer can be shared. */
export interface Ask<K extends CallName> {
  query: ParsedQuery<K>;
  body: ReceivedBody<K>;
  viewer: Calls[K]['who'] extends 'anyone' ? undefined : Viewer;
  /** Where to read: the database, or a replica of it for public calls. */
  reads: Db;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Handler {
  key: CallName;
  handle: (ask: Ask<never>) => Promise<unknown>;
}

interface KeyedHandler {
  key: CallName;
  prepare?: (ask: KeyedAsk<never>) => Promise<unknown>;
  write: (db: TransactionalDb, ask: KeyedAsk<never>, prepared: unknown) => Promise<unknown>;
}

export type Binding = Handler | KeyedHandler;

/** Binds a call of the contract to its handler, which may return a stream if the call declares other media types. */
export function bind<K extends Exclude<CallName, KeyedCall>>(
  key: K,
  handle: (ask: Ask<K>) => Promise<AnswerOf<K> | JsonText | Readable>,
): Handler {
  return { key, handle: handle as unknown as Handler['handle'] };
}

type KeyedAsk<K extends CallName> = Pick<Ask<K>, 'query' | 'body' | 'viewer'>;

/** The two steps of a call that takes an Idempotency-Key. */
interface KeyedSteps<K extends CallName, Prepared> {
  /** Slow work (pictures, limits, other servers), done before the transaction begins so that it holds no connection. */
  prepare?: (ask: KeyedAsk<K>) => Promise<Prepared>;
  /** Writes on `db` only: with a key that is the transaction which also stores the key and the answer. */
  write: (db: TransactionalDb, ask: KeyedAsk<K>, prepared: Prepared) => Promise<AnswerOf<K> | JsonText>;
}

export function bindKeyed<K extends KeyedCall, Prepared = undefined>(
  key: K,
  steps: KeyedSteps<K, Prepared>,
): KeyedHandler {
  return { key, ...steps } as unknown as KeyedHandler;
}

declare module 'fastify' {
  interface FastifySchema {
    'x-who'?: Who;
  }
  interface FastifyContextConfig {
    call?: CallKey;
  }
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
}

export interface ServeOptions {
  bindings: readonly Binding[];
  db: Database;
  /** Begins a read that everybody may share. */
  beginReading: () => Reading;
  findViewer: FindViewer;
  limiter: Limiter;
  cache: ByteCache;
}

/** Registers every call of the contract with its handler. One without a handler stops the start. */
export function serveCalls(app: FastifyInstance, options: ServeOptions): void {
  const bound = new Map<CallKey, Binding>();
  for (const binding of options.bindings) {
    if (bound.has(binding.key)) throw new Error(`${binding.key} is bound twice`);
    bound.set(binding.key, binding);
  }
  app.decorateRequest('viewer', undefined);
  app.decorateRequest('formLength', 0);
  app.decorateRequest('photo', undefined);
  const uploads: RouteOptions[] = [];
  for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
    const binding = bound.get(key);
    if (!binding) throw new Error(`${key} is declared and bound by no room`);
    const route = toRoute(key, call, binding, options);
    if (call.encoding === 'multipart') uploads.push(route);
    else app.route(route);
  }
  void app.register(async (scope) => {
    await installMultipartBodies(scope);
    for (const route of uploads) scope.route(route);
  });
}

/**
 * The table says who may call, so a route below the API's base that is not in it must not exist.
 * Comes before any route is registered.
 */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(`${apiBase}/`) || route.url === documentUrl) return;
    for (const method of [route.method].flat()) {
      // Fastify adds HEAD beside every GET.
      const key = `${method === 'HEAD' ? 'GET' : method} ${route.url.slice(apiBase.length)}`;
      if (key !== route.config?.call || !(key in calls)) {
        throw new Error(`${method} ${route.url} is not declared in the contract`);
      }
    }
  });
}

function toRoute(
  key: CallKey,
  call: Call,
  binding: Binding,
  { db, beginReading, findViewer, limiter, cache }: ServeOptions,
): RouteOptions {
  const [method, path] = key.split(' ') as [Method, string];
  const url = `${apiBase}${path}`;
  const shared = call.cache === 'public';

  const authenticate = async (request: FastifyRequest) => {
    const token = call.who === 'anyone' ? undefined : bearerToken(request);
    const viewer = token === undefined ? undefined : await findViewer(token);
    // A request without a valid session counts against its address.
    await countRequest(limiter, request, viewer);
    if (call.who !== 'anyone') request.viewer = admit(call.who, viewer);
    if (call.limit && !failuresOnly.has(call.limit)) await useBudget(limiter, call.limit, request);
  };

  const receive = async (request: FastifyRequest) => {
    request.body = await readBody(request, call.encoding ?? 'json', call.bodyBytes);
  };

  const answerKeyed = async (
    { prepare, write }: KeyedHandler,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const keyed = readKeyed(key, request);
    let text = keyed && (await findAnswer(db, keyed));
    if (text === undefined) {
      const ask = request as unknown as KeyedAsk<never>;
      const prepared = await prepare?.(ask);
      const writeText = async (on: TransactionalDb) =>
        utf8(toText(call, await write(on, ask, prepared))).toString();
      text = keyed ? await writeOnce(db, keyed, writeText) : await writeText(db);
    }
    reply.header('cache-control', 'private, no-store');
    return sendText(reply, new JsonText(text));
  };

  const answer = ({ handle }: Handler, request: FastifyRequest, reply: FastifyReply, reads: Db = db) =>
    handle({
      query: request.query,
      body: request.body,
      viewer: request.viewer,
      reads,
      request,
      reply,
    } as Ask<never>);

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    restorePhoto(request);
    if ('write' in binding) return answerKeyed(binding, request, reply);
    if (!shared || hasWritten(request)) {
      const result = await answer(binding, request, reply);
      if (reply.sent) return reply;
      reply.header('cache-control', 'private, no-store');
      return result instanceof JsonText ? sendText(reply, result) : result;
    }
    const { db: reads, asOf } = beginReading();
    // Also for what ends in a problem.
    tellAge(request, reply, asOf);
    const entry = await cache.get(request.url, async () => {
      const body = toText(call, await answer(binding, request, reply, reads));
      return { status: 200, contentType: jsonType, body, asOf };
    });
    return sendCached(request, reply, entry);
  };

  return {
    method,
    url,
    config: { call: key },
    schema: {
      tags: [call.tag],
      summary: call.summary,
      ...(call.who === 'anyone' ? {} : { security: [{ session: [] }] }),
      ...(call.encoding === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
      'x-who': call.who,
      ...(takesKey(key, call) ? { headers: KeyHeaders } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { 200: call.answer, default: problemAnswer },
    },
    onRequest: [
      ...(shared
        ? [sendFromCache((request) => (hasWritten(request) ? undefined : cache.peek(request.url)))]
        : []),
      authenticate,
      ...(shared ? [] : [refusePasswordInAddress]),
    ],
    ...(call.body ? { preValidation: receive } : {}),
    handler: call.encoding === 'multipart' ? holding(handler) : handler,
  };
}

const passwordNames = ['currentPasswd', 'passwd', 'password'];

/** Addresses end up in logs and histories, also those of proxies. */
async function refusePasswordInAddress({ query }: FastifyRequest): Promise<void> {
  const name = passwordNames.find((each) => Object.hasOwn(query as object, each));
  if (name !== undefined) throw invalidField(name, 'A password does not belong into an address.');
}

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Counts a large form as in memory until its handler ends. */
function holding(handler: RouteHandler): RouteHandler {
  return (request, reply) => holdForm(request.formLength, () => handler(request, reply));
}

/** Documents errors; they are sent with a serializer of their own. */
const problemAnswer = { content: { 'application/problem+json': { schema: Problem } } };

const jsonType = 'application/json; charset=utf-8';

function toText(call: Call, result: unknown): Text {
  return result instanceof JsonText ? result.text : JSON.stringify(z.encode(call.answer, result));
}

function sendText(reply: FastifyReply, { text }: JsonText): FastifyReply {
  return reply.type(jsonType).send(utf8(text));
}

/** Signed-in people draw from their own budget where there is one, everybody else from that of their address. */
async function useBudget(limiter: Limiter, name: LimitName, request: FastifyRequest): Promise<void> {
  const budget: Record<string, unknown> = limits[name];
  const { viewer } = request;
  const address = countedAddress(request.ip);
  if (viewer && 'user' in budget) {
    await limiter.consume(name, 'user', String(viewer.userId));
    if ('userDaily' in budget) await limiter.consume(name, 'userDaily', String(viewer.userId));
  } else if ('address' in budget) {
    await limiter.consume(name, 'address', address);
  }
}
