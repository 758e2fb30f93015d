import type { Readable } from 'node:stream';
import type { Call, CallKey, Method, Who } from '@gyan/contract/call.ts';
import { type AnswerOf, type CallName, type Calls, calls, type ParsedQuery } from '@gyan/contract/calls.ts';
import { Problem } from '@gyan/contract/errors.ts';
import { failuresOnly, type LimitName, limits } from '@gyan/contract/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Db, TransactionalDb } from '#db/pool.ts';
import type { Reading } from '#db/replica.ts';
import { type Text, utf8 } from '#lib/utf8.ts';
import { countedAddress } from './addresses.ts';
import {
  installMultipartBodies,
  type ReceivedBody,
  readForm,
  removeUploadLater,
  restorePhoto,
} from './bodies.ts';
import { type ByteCache, matchesEtag, sendCached, sendFromCache, setAsOf } from './byte-cache.ts';
import {
  findAnswer,
  type KeyedCall,
  type KeyedRequest,
  KeyHeaders,
  readKeyed,
  takesKey,
  writeOnce,
} from './idempotency.ts';
import { consumeGeneralLimit, type Limiter } from './limits.ts';
import { hasWritten } from './own-writes.ts';
import { invalidField } from './problems.ts';
import { countFormInMemory } from './queue-large-bodies.ts';
import { bearerToken, checkAccess, checkToken, type FindViewer, type Viewer } from './viewer.ts';

export const apiBase = '/api/v1';
/** The OpenAPI document; not a call itself. */
export const documentUrl = `${apiBase}/openapi.json`;

/** An answer that is JSON text already, built by PostgreSQL; it is sent unchanged. */
export class JsonText {
  readonly text: Text;
  constructor(text: Text) {
    this.text = text;
  }
}

/** A private answer that the browser keeps, and asks every time whether it has changed. */
export class RevalidatedJson extends JsonText {
  readonly etag: string;
  constructor(text: Text, etag: string) {
    super(text);
    this.etag = etag;
  }
}

/** What a handler gets. A public call gets no viewer, so that its answer can be cached for all. */
export interface HandlerInput<K extends CallName> {
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
  handle: (input: HandlerInput<never>) => Promise<unknown>;
}

interface KeyedHandler {
  key: CallName;
  prepare?: (input: KeyedHandlerInput<never>) => Promise<unknown>;
  write: (db: TransactionalDb, input: KeyedHandlerInput<never>, prepared: unknown) => Promise<unknown>;
}

export type Binding = Handler | KeyedHandler;

/** Binds a call of the contract to its handler, which may return a stream if the call declares other media types. */
export function bind<K extends Exclude<CallName, KeyedCall>>(
  key: K,
  handle: (input: HandlerInput<K>) => Promise<AnswerOf<K> | JsonText | Readable>,
): Handler {
  return { key, handle: handle as unknown as Handler['handle'] };
}

type KeyedHandlerInput<K extends CallName> = Pick<HandlerInput<K>, 'query' | 'body' | 'viewer'>;

/** The two steps of a call that takes an Idempotency-Key. */
interface KeyedSteps<K extends CallName, Prepared> {
  /** Slow work (pictures, limits, other servers), done before the transaction begins so that it holds no connection. */
  prepare?: (input: KeyedHandlerInput<K>) => Promise<Prepared>;
  /** Writes on `db` only: with a key that is the transaction which also stores the key and the answer. */
  write: (
    db: TransactionalDb,
    input: KeyedHandlerInput<K>,
    prepared: Prepared,
  ) => Promise<AnswerOf<K> | JsonText>;
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
  /** Chooses where a public call reads: the replica, or the primary. */
  beginReading: () => Reading;
  findViewer: FindViewer;
  limiter: Limiter;
  cache: ByteCache;
  /** Calls of admins need a second factor. */
  adminsNeedFactor: boolean;
}

/** Registers every call of the contract with its handler; throws if one has no handler, or two. */
export function serveCalls(app: FastifyInstance, options: ServeOptions): void {
  const bound = new Map<CallKey, Binding>();
  for (const binding of options.bindings) {
    if (bound.has(binding.key)) throw new Error(`${binding.key} is bound twice`);
    bound.set(binding.key, binding);
  }
  app.decorateRequest('viewer', undefined);
  app.decorateRequest('formLength', 0);
  app.decorateRequest('photo', undefined);
  app.decorateRequest('upload', undefined);
  const uploads: RouteOptions[] = [];
  for (const [key, call] of Object.entries(calls) as [CallKey, Call][]) {
    const binding = bound.get(key);
    if (!binding) throw new Error(`${key} is declared and bound by no domain`);
    const route = toRoute(key, call, binding, options);
    if (call.encoding === 'multipart') uploads.push(route);
    else app.route(route);
  }
  void app.register(async (scope) => {
    await installMultipartBodies(scope);
    for (const route of uploads) scope.route(route);
  });
}

/** Refuses routes below the API's base that the contract does not declare. Must run before any route is registered. */
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

function toRoute(key: CallKey, call: Call, binding: Binding, options: ServeOptions): RouteOptions {
  const { findViewer, limiter, cache } = options;
  const { who, limit } = call;
  const [method, path] = key.split(' ') as [Method, string];
  const isPublic = call.cache !== undefined;
  const isMultipart = call.encoding === 'multipart';
  const handler = answer(key, call, binding, options);
  return {
    method,
    url: `${apiBase}${path}`,
    config: { call: key },
    schema: schemaOf(key, call),
    // The steps of a request, in order. Before them run the hooks of `createHttpServer`, then of `installCsrf`.
    // When an answer is sent, installCsrf and installOwnWrites set cookies.
    onRequest: [
      ...(isPublic ? [sendFromCache(cache, ({ url }) => url)] : []),
      ...(who === 'anyone' ? [] : [authenticate(findViewer)]),
      (request: FastifyRequest) => consumeGeneralLimit(limiter, request),
      ...(who === 'anyone' ? [] : [authorize(key, call, who, options)]),
      ...(limit && !failuresOnly.has(limit) ? [consumeLimit(limiter, limit)] : []),
      ...(isPublic ? [] : [refusePasswordInAddress]),
    ],
    preValidation: [
      ...(call.body ? [receiveBody(call)] : []),
      ...(call.upload === undefined ? [] : [removeUploadLater]),
    ],
    preHandler: isMultipart ? [async (request) => restorePhoto(request)] : [],
    // A large form counts as in memory until its handler ends, even if the client has disconnected.
    handler: isMultipart
      ? (request, reply) => countFormInMemory(request.formLength, () => handler(request, reply))
      : handler,
  };
}

function schemaOf(key: CallKey, call: Call): FastifySchema {
  return {
    tags: [call.tag],
    summary: call.summary,
    operationId: operationId(key),
    security: securityOf(call),
    ...(call.encoding === 'multipart' ? { consumes: ['multipart/form-data'] } : {}),
    'x-who': call.who,
    ...(takesKey(key, call) ? { headers: KeyHeaders } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    // Errors are only documented here; they are sent with a serializer of their own.
    response: { 200: call.answer, default: { content: { 'application/problem+json': { schema: Problem } } } },
  };
}

/**
 * `GET /r/saved_list` is `getSavedList`; the public `GET /post` is `getPublicPost`, because `GET /r/post` exists too.
 */
function operationId(key: CallKey): string {
  const [method = '', path = ''] = key.split(' ');
  const words = path.startsWith('/r/') ? path.slice(3) : `public_${path.slice(1)}`;
  return (
    method.toLowerCase() + words.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  );
}

function securityOf({ who, onlySession }: Call): { session?: []; token?: [] }[] {
  if (who === 'anyone') return [];
  return onlySession ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

type Hook = (request: FastifyRequest) => Promise<void>;

/** Finds the viewer of a valid session or API token; a request without one counts against its address. */
function authenticate(findViewer: FindViewer): Hook {
  return async (request) => {
    const token = bearerToken(request);
    if (token !== undefined) request.viewer = await findViewer(token);
  };
}

function authorize(
  key: CallKey,
  call: Call,
  who: Exclude<Who, 'anyone'>,
  options: Pick<ServeOptions, 'adminsNeedFactor'>,
): Hook {
  return async (request) => {
    checkToken(key, call, checkAccess(who, request.viewer, { ...call, ...options }));
  };
}

/** Counts against the limit of the user if the call has one, otherwise against that of the address. */
function consumeLimit(limiter: Limiter, name: LimitName): Hook {
  const budgets: Record<string, unknown> = limits[name];
  return async ({ viewer, ip }) => {
    if (viewer && 'user' in budgets) {
      await limiter.consume(name, 'user', String(viewer.userId));
      if ('userDaily' in budgets) await limiter.consume(name, 'userDaily', String(viewer.userId));
    } else if ('address' in budgets) {
      await limiter.consume(name, 'address', countedAddress(ip));
    }
  };
}

const passwordNames = ['currentPasswd', 'passwd', 'password'];

/** Addresses are written to logs and browser histories, also by proxies. */
async function refusePasswordInAddress({ query }: FastifyRequest): Promise<void> {
  const name = passwordNames.find((each) => Object.hasOwn(query as object, each));
  if (name !== undefined) throw invalidField(name, 'A password does not belong into an address.');
}

function receiveBody(call: Call): Hook {
  return async (request) => {
    request.body = call.encoding === 'multipart' ? await readForm(request, call) : (request.body ?? {});
  };
}

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function answer(key: CallKey, call: Call, binding: Binding, options: ServeOptions): RouteHandler {
  if ('write' in binding) return answerKeyed(key, call, binding, options);
  const answerFresh = answerPrivate(binding, options);
  if (call.cache === undefined) return answerFresh;
  const answerCached = answerPublic(call, binding, options);
  return (request, reply) => (hasWritten(request) ? answerFresh : answerCached)(request, reply);
}

/** Stores the answer with its key, if the request has one, and sends it again to a repeated request. */
function answerKeyed(
  key: CallKey,
  call: Call,
  { prepare, write }: KeyedHandler,
  { db }: ServeOptions,
): RouteHandler {
  const answerNew = async (request: FastifyRequest, keyed: KeyedRequest | undefined) => {
    const { query, body, viewer } = request;
    const input = { query, body, viewer } as KeyedHandlerInput<never>;
    const prepared = await prepare?.(input);
    const run = async (on: TransactionalDb) =>
      utf8(toText(call, await write(on, input, prepared))).toString();
    return keyed ? writeOnce(db, keyed, run) : run(db);
  };
  return async (request, reply) => {
    const keyed = readKeyed(key, request);
    const stored = keyed && (await findAnswer(db, keyed));
    const text = stored ?? (await answerNew(request, keyed));
    return sendText(reply.header('cache-control', 'private, no-store'), text);
  };
}

function answerPrivate({ handle }: Handler, { db }: ServeOptions): RouteHandler {
  return async (request, reply) => {
    const result = await handle(handlerInput(request, reply, db));
    if (reply.sent) return reply;
    if (result instanceof RevalidatedJson) return sendRevalidated(request, reply, result);
    reply.header('cache-control', 'private, no-store');
    return result instanceof JsonText ? sendText(reply, result.text) : result;
  };
}

function sendRevalidated(request: FastifyRequest, reply: FastifyReply, { text, etag }: RevalidatedJson) {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  const isKnown = matchesEtag(request.headers['if-none-match'], etag);
  return isKnown ? reply.code(304).send() : sendText(reply, text);
}

function answerPublic(call: Call, { handle }: Handler, { cache, beginReading }: ServeOptions): RouteHandler {
  return async (request, reply) => {
    const { db, asOf } = beginReading();
    // Before the handler, so that errors carry it too.
    setAsOf(request, reply, asOf);
    const entry = await cache.get(request.url, async () => {
      const body = toText(call, await handle(handlerInput(request, reply, db)));
      return { status: 200, contentType: jsonType, body, asOf };
    });
    return sendCached(request, reply, entry);
  };
}

function handlerInput(request: FastifyRequest, reply: FastifyReply, reads: Db): HandlerInput<never> {
  const { query, body, viewer } = request;
  return { query, body, viewer, reads, request, reply } as HandlerInput<never>;
}

const jsonType = 'application/json; charset=utf-8';

function toText(call: Call, result: unknown): Text {
  return result instanceof JsonText ? result.text : JSON.stringify(z.encode(call.answer, result));
}

function sendText(reply: FastifyReply, text: Text): FastifyReply {
  return reply.type(jsonType).send(utf8(text));
}
