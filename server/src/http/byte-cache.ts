import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Text, utf8 } from '#lib/utf8.ts';
import { isInProcess } from './limits.ts';
import { hasWritten } from './own-writes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Names of the headers that every answer has. */
    fixedHeaders?: readonly string[];
  }
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that is the same for all clients. */
export interface CachedBytes {
  status: number;
  contentType: string;
  etag: string;
  /** By `performance.now()`: contains everything committed before this time. */
  asOf: number;
  /** Seconds, for temporary errors. */
  retryAfter: number | undefined;
  raw: Buffer;
  /** Filled on first use: most entries are requested in one encoding only. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
}

type Encoding = 'br' | 'gzip';

export interface Fresh {
  status: number;
  contentType: string;
  body: Text;
  /** Default: when the request for it began. */
  asOf?: number;
  retryAfter?: number | undefined;
}

interface ByteCacheOptions {
  maxBytes?: number;
  ttlMs?: number;
}

const smallestWorthCompressing = 1_000;

/**
 * Cleared when it has finished: a Map that grows leaves its old table behind, which would keep the finished answers
 * alive until a full garbage collection.
 */
interface Fill {
  entry: Promise<CachedBytes> | undefined;
}

/**
 * Public answers and pages as compressed bytes; nothing in it may depend on the viewer. Concurrent requests share one
 * fill. An entry is at most five seconds old and is dropped when the database reports a change of public content.
 */
export class ByteCache {
  readonly #entries: LRUCache<string, CachedBytes>;
  readonly #ttlMs: number;
  readonly #fills = new Map<string, Fill>();
  /** Addresses of calls that were answered before. */
  readonly #requested = new LRUCache<string, true>({
    maxSize: 2_000_000,
    sizeCalculation: (_, address) => address.length + 100,
  });
  #generation = 0;

  constructor(options: ByteCacheOptions = {}) {
    this.#ttlMs = options.ttlMs ?? 5_000;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? 64 * 1024 * 1024,
      // Includes an upper bound for the compressed forms; an address may be longer than its answer.
      sizeCalculation: ({ raw }, address) => raw.length * 2 + address.length + 500,
      ttl: this.#ttlMs,
      // Otherwise it drops expired entries only when they are requested again.
      ttlAutopurge: true,
      // By default it caches the time with a timer, which costs more than reading the clock.
      ttlResolution: 0,
    });
  }

  /** Bytes counted against `maxBytes`. */
  get usedBytes(): number {
    return this.#entries.calculatedSize;
  }

  peek(key: string): CachedBytes | undefined {
    return this.#entries.get(key);
  }

  async get(key: string, fill: () => Promise<Fresh>): Promise<CachedBytes> {
    const hit = this.#entries.get(key);
    if (hit) return hit;
    const running = this.#fills.get(key)?.entry;
    if (running) return running;
    const current: Fill = { entry: undefined };
    const begun = performance.now();
    current.entry = this.#make(key, current, fill(), begun);
    this.#fills.set(key, current);
    return current.entry;
  }

  async #make(key: string, current: Fill, making: Promise<Fresh>, begun: number): Promise<CachedBytes> {
    const generation = this.#generation;
    try {
      const fresh = await making;
      const entry = toBytes(fresh, begun);
      const ttl = Math.floor(this.#ttlMs - (performance.now() - entry.asOf));
      // An answer read before a change must not be stored after it.
      const isCurrent = generation === this.#generation;
      const isWanted = isPage(entry) || this.#isRepeated(key);
      if (isCurrent && isWanted && isLasting(entry) && ttl > 0) this.#entries.set(key, entry, { ttl });
      return entry;
    } finally {
      current.entry = undefined;
      // After a change there may be a newer fill for the same key.
      if (generation === this.#generation) this.#fills.delete(key);
    }
  }

  /**
   * An answer is stored from the second request for it on. Most addresses that a crawler requests are requested once,
   * and bytes that live for seconds are freed only by full garbage collections, so storing them takes much memory
   * (decision 003).
   */
  #isRepeated(key: string): boolean {
    if (this.#requested.get(key)) return true;
    this.#requested.set(key, true);
    return false;
  }

  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#fills.clear();
  }
}

/** Temporary errors are not cached. */
function isLasting({ status }: CachedBytes): boolean {
  return status < 500 && status !== 429;
}

function toBytes({ status, contentType, body, asOf, retryAfter }: Fresh, begun: number): CachedBytes {
  const raw = utf8(body);
  const etag = `"${hash('sha256', raw, 'base64url').slice(0, 22)}"`;
  return {
    status,
    contentType,
    etag,
    asOf: Math.min(asOf ?? begun, begun),
    retryAfter,
    raw,
    compressed: {},
  };
}

const compressors: Record<Encoding, (raw: Buffer) => Promise<Buffer>> = {
  br: (raw) =>
    compressBrotli(raw, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      },
    }),
  gzip: (raw) => compressGzip(raw, { level: 6 }),
};

/** Concurrent requests share one compression. */
function compress(entry: CachedBytes, encoding: Encoding): Promise<Buffer> {
  const compressing = compressors[encoding](entry.raw).then((bytes) => {
    entry.compressed[encoding] = bytes;
    return bytes;
  });
  entry.compressed[encoding] = compressing;
  return compressing;
}

/** Sends a cached answer in the best encoding that the client accepts, or 304. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: CachedBytes,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(isLasting(entry) ? sharedHeaders(entry) : temporaryHeaders(entry));
  setAsOf(request, reply, entry.asOf);
  if (isKnown(entry, request.headers)) {
    if (!isPage(entry)) for (const name of reply.server.fixedHeaders ?? []) reply.removeHeader(name);
    return reply.code(304).send();
  }
  reply.code(entry.status).type(entry.contentType);
  const encoding = encodingOf(entry, request.headers);
  if (!encoding) return reply.send(entry.raw);
  reply.header('content-encoding', encoding);
  const bytes = entry.compressed[encoding] ?? compress(entry, encoding);
  return Buffer.isBuffer(bytes) ? reply.send(bytes) : bytes.then((ready) => reply.send(ready));
}

const temporaryHeaders = ({ retryAfter }: CachedBytes) => ({
  'cache-control': 'no-store',
  ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});

const sharedHeaders = ({ etag }: CachedBytes) => ({
  etag,
  'cache-control': 'public, no-cache',
  vary: 'accept-encoding',
});

/**
 * A browser keeps the headers of a cached page, so a 304 for a page repeats them; a 304 for a call needs only caching
 * headers.
 */
const isPage = ({ contentType }: CachedBytes) => contentType.startsWith('text/html');

const isKnown = ({ status, etag }: CachedBytes, { 'if-none-match': known }: IncomingHttpHeaders) =>
  status === 200 && matchesEtag(known, etag);

const encodingOf = ({ raw }: CachedBytes, { 'accept-encoding': accepted = '' }: IncomingHttpHeaders) =>
  raw.length < smallestWorthCompressing ? undefined : pickEncoding(accepted);

/**
 * A hook that sends a cached answer before anything is counted or looked up, but not to users who have just written.
 * Without a promise, because most public requests end here.
 */
export function sendFromCache(
  cache: ByteCache,
  keyOf: (request: FastifyRequest) => string,
  canSend: (hit: CachedBytes) => boolean = () => true,
): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      const hit = hasWritten(request) ? undefined : cache.peek(keyOf(request));
      if (!hit || !canSend(hit)) return done();
      const sent = sendCached(request, reply, hit);
      if (sent instanceof Promise) void reportFailure(sent, done);
    } catch (error) {
      done(error as Error);
    }
    return undefined;
  };
}

async function reportFailure(sent: Promise<unknown>, fail: (error: Error) => void): Promise<void> {
  try {
    await sent;
  } catch (error) {
    fail(error as Error);
  }
}

/** Whether a header `If-None-Match` has this ETag. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

function pickEncoding(accepted: string): Encoding | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accepted)) return 'gzip';
  return undefined;
}

const asOfHeader = 'x-as-of';

/** A page is as old as its oldest answer, so calls made by pages in this process learn the age. */
export function setAsOf(request: FastifyRequest, reply: FastifyReply, asOf: number): void {
  if (isInProcess(request)) reply.header(asOfHeader, String(asOf));
}

export function readAsOf(headers: Record<string, unknown>): number {
  return Number(headers[asOfHeader] ?? Number.POSITIVE_INFINITY);
}
