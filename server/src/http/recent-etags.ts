import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { matchesEtag } from './byte-cache.ts';
import { hasWritten } from './own-writes.ts';

/** Also the time in which an ended session still gets 304, which has no content. */
const ttlMs = 2_000;

/**
 * The ETags of the private answers of the last two seconds. A client with several tabs, or one that reloads, gets its 304 before the session
 * and the answer are read from the database.
 */
export class RecentEtags {
  // The default resolution caches the time with a timer, which costs more than reading the clock.
  readonly #etags = new LRUCache<string, string>({ max: 10_000, ttl: ttlMs, ttlResolution: 0 });

  keep(request: FastifyRequest, etag: string): void {
    this.#etags.set(keyOf(request), etag);
  }

  /** Without a promise, because the answer costs little more than the hook. */
  readonly sendUnchanged: onRequestHookHandler = (request, reply, done) => {
    const known = request.headers['if-none-match'];
    const etag = known === undefined || hasWritten(request) ? undefined : this.#etags.get(keyOf(request));
    if (known === undefined || etag === undefined || !matchesEtag(known, etag)) return done();
    sendNotModified(reply, etag);
    return undefined;
  };
}

const keyOf = ({ url, headers }: FastifyRequest) => `${url} ${headers.authorization}`;

export const revalidatedHeaders = (etag: string) => ({
  etag,
  'cache-control': 'private, no-cache',
  vary: 'authorization',
});

/** Needs only the headers for caching. */
export function sendNotModified(reply: FastifyReply, etag: string): FastifyReply {
  for (const name of reply.server.fixedHeaders ?? []) reply.removeHeader(name);
  return reply.headers(revalidatedHeaders(etag)).code(304).send();
}
