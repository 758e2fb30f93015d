import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** An answer that is the same for everybody, ready to be written to any client. */
export interface CachedBytes {
  status: number;
  contentType: string;
  etag: string;
  raw: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export interface Fresh {
  status: number;
  contentType: string;
  body: string;
}

const smallestWorthCompressing = 1_000;

/**
 * Public answers and pages as compressed bytes. Nothing in here may depend on who asks.
 * An entry is filled by one flight however many ask, lives five seconds at the most, and goes
 * when the database says that something public changed.
 */
export class ByteCache {
  readonly #entries: LRUCache<string, CachedBytes>;
  readonly #flights = new Map<string, Promise<CachedBytes>>();
  #generation = 0;

  constructor(options: { maxBytes?: number; ttlMs?: number } = {}) {
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? 64 * 1024 * 1024,
      sizeCalculation: (entry) => entry.raw.length + entry.br.length + entry.gzip.length + 500,
      ttl: options.ttlMs ?? 5_000,
    });
  }

  peek(key: string): CachedBytes | undefined {
    return this.#entries.get(key);
  }

  async get(key: string, fill: () => Promise<Fresh>): Promise<CachedBytes> {
    const hit = this.#entries.get(key);
    if (hit) return hit;
    const flying = this.#flights.get(key);
    if (flying) return flying;
    const generation = this.#generation;
    const flight = fill()
      .then(toBytes)
      .then((entry) => {
        // What was read before a change arrived must not be kept after it.
        if (generation === this.#generation && isLasting(entry)) this.#entries.set(key, entry);
        return entry;
      })
      .finally(() => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
      });
    this.#flights.set(key, flight);
    return flight;
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

async function toBytes({ status, contentType, body }: Fresh): Promise<CachedBytes> {
  const raw = Buffer.from(body);
  const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`;
  if (raw.length < smallestWorthCompressing) {
    return { status, contentType, etag, raw, br: raw, gzip: raw };
  }
  const [br, gz] = await Promise.all([
    compressBrotli(raw, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      },
    }),
    compressGzip(raw, { level: 6 }),
  ]);
  return { status, contentType, etag, raw, br, gzip: gz };
}

/** Writes a cached answer in the best encoding the client takes, or 304 when it has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, entry: CachedBytes): FastifyReply {
  reply
    .header('etag', entry.etag)
    .header('cache-control', 'public, no-cache')
    .header('vary', 'accept-encoding');
  const known = request.headers['if-none-match'];
  if (known !== undefined && entry.status === 200 && matches(known, entry.etag))
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = entry.br === entry.raw ? undefined : pickEncoding(accepted);
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .code(entry.status)
    .type(entry.contentType)
    .send(encoding ? entry[encoding === 'br' ? 'br' : 'gzip'] : entry.raw);
}

function matches(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function pickEncoding(accepted: string): 'br' | 'gzip' | undefined {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accepted)) return 'gzip';
  return undefined;
}
