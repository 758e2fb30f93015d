import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Text, utf8 } from '#lib/utf8.ts';
import { isInProcess } from './limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The names of what every answer carries. */
    fixedHeaders?: readonly string[];
  }
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that is the same for everybody, ready to be written to any client. */
export interface CachedBytes {
  status: number;
  contentType: string;
  etag: string;
  /** By `performance.now()`: it holds whatever was committed before this moment. */
  asOf: number;
  /** Seconds, where the status is temporary. */
  retryAfter: number | undefined;
  raw: Buffer;
  /** Filled by the first who takes it, since most are never asked for in more than one encoding. */
  compressed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
}

type Encoding = 'br' | 'gzip';

export interface Fresh {
  status: number;
  contentType: string;
  body: Text;
  /** The moment it was begun, unless what it was made of is older. */
  asOf?: number;
  retryAfter?: number | undefined;
}

interface ByteCacheOptions {
  maxBytes?: number;
  ttlMs?: number;
}

const smallestWorthCompressing = 1_000;

/**
 * Emptied when it has landed: a map that grew out of its table leaves the old one behind, with all it held, until all garbage is collected. Holding answers, these
 * kept nearly all of them, and had it collected every few thousand.
 */
interface Flight {
  entry: Promise<CachedBytes> | undefined;
}

/**
 * Public answers and pages as compressed bytes. Nothing in here may depend on who asks.
 * An entry is filled by one flight however many ask, is never more than five seconds behind what it tells of, and goes
 * when the database says that something public changed.
 */
export class ByteCache {
  readonly #entries: LRUCache<string, CachedBytes>;
  readonly #ttlMs: number;
  readonly #flights = new Map<string, Flight>();
  #generation = 0;
  #willSweep = false;

  constructor(options: ByteCacheOptions = {}) {
    this.#ttlMs = options.ttlMs ?? 5_000;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? 64 * 1024 * 1024,
      // With what its compressed forms will take at the most, together; an address may be longer than what it answers.
      sizeCalculation: ({ raw }, address) => raw.length * 2 + address.length + 500,
      ttl: this.#ttlMs,
      // Otherwise it remembers the time for a millisecond, and a timer to forget it costs more than asking for it.
      ttlResolution: 0,
    });
  }

  /** Bytes, as they are counted against what there may be. */
  get roomTaken(): number {
    return this.#entries.calculatedSize;
  }

  peek(key: string): CachedBytes | undefined {
    return this.#entries.get(key);
  }

  async get(key: string, fill: () => Promise<Fresh>): Promise<CachedBytes> {
    const hit = this.#entries.get(key);
    if (hit) return hit;
    const flying = this.#flights.get(key)?.entry;
    if (flying) return flying;
    const flight: Flight = { entry: undefined };
    const begun = performance.now();
    flight.entry = this.#make(key, flight, fill(), begun);
    this.#flights.set(key, flight);
    return flight.entry;
  }

  async #make(key: string, flight: Flight, making: Promise<Fresh>, begun: number): Promise<CachedBytes> {
    const generation = this.#generation;
    try {
      const entry = toBytes(await making, begun);
      const ttl = Math.floor(this.#ttlMs - (performance.now() - entry.asOf));
      // What was read before a change arrived must not be kept after it.
      if (generation === this.#generation && isLasting(entry) && ttl > 0) this.#keep(key, entry, ttl);
      return entry;
    } finally {
      flight.entry = undefined;
      // Since a change there may be another for the same.
      if (generation === this.#generation) this.#flights.delete(key);
    }
  }

  #keep(key: string, entry: CachedBytes, ttl: number): void {
    this.#entries.set(key, entry, { ttl });
    if (!this.#willSweep) this.#sweepLater();
  }

  /** What nobody asks for again would otherwise stay until the room is full. */
  #sweepLater(): void {
    this.#willSweep = true;
    const sweep = () => {
      this.#willSweep = false;
      this.#entries.purgeStale();
      if (this.#entries.size > 0) this.#sweepLater();
    };
    setTimeout(sweep, this.#ttlMs).unref();
  }

  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#flights.clear();
  }
}

/** What only says that something does not work just now is not said again once it does. */
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

/** One flight, as for the entry itself. */
function compress(entry: CachedBytes, encoding: Encoding): Promise<Buffer> {
  const flight = compressors[encoding](entry.raw).then((bytes) => {
    entry.compressed[encoding] = bytes;
    return bytes;
  });
  entry.compressed[encoding] = flight;
  return flight;
}

/** Writes a cached answer in the best encoding the client takes, or 304 when it has it already. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: CachedBytes,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(isLasting(entry) ? sharedHeaders(entry) : temporaryHeaders(entry));
  tellAge(request, reply, entry.asOf);
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
 * What came with a page stays with it in the browser, and may have changed with the server's settings since. Of an answer to a call whoever
 * has it needs nothing again but what it is kept by.
 */
const isPage = ({ contentType }: CachedBytes) => contentType.startsWith('text/html');

const isKnown = ({ status, etag }: CachedBytes, { 'if-none-match': known }: IncomingHttpHeaders) =>
  known !== undefined && status === 200 && matches(known, etag);

const encodingOf = ({ raw }: CachedBytes, { 'accept-encoding': accepted = '' }: IncomingHttpHeaders) =>
  raw.length < smallestWorthCompressing ? undefined : pickEncoding(accepted);

/** Sends a cached answer before anything is counted or looked up, without a promise: most requests of visitors end here. */
export function sendFromCache(
  peek: (request: FastifyRequest) => CachedBytes | undefined,
): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      const hit = peek(request);
      if (!hit) return done();
      const sent = sendCached(request, reply, hit);
      if (sent instanceof Promise) void orElse(sent, done);
    } catch (error) {
      done(error as Error);
    }
    return undefined;
  };
}

async function orElse(sent: Promise<unknown>, fail: (error: Error) => void): Promise<void> {
  try {
    await sent;
  } catch (error) {
    fail(error as Error);
  }
}

function matches(header: string, etag: string): boolean {
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

const ageHeader = 'x-as-of';

/** A page is as old as the oldest answer in it, so it has to hear of their ages; nobody else does. */
export function tellAge(request: FastifyRequest, reply: FastifyReply, asOf: number): void {
  if (isInProcess(request)) reply.header(ageHeader, String(asOf));
}

export function ageTold(headers: Record<string, unknown>): number {
  return Number(headers[ageHeader] ?? Number.POSITIVE_INFINITY);
}
