import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Db } from '#db/pool.ts';
import type { Reading } from '#db/replica.ts';
import { type ByteCache, sendCached, sendFromCache } from './byte-cache.ts';
import { consumeGeneralLimit, type Limiter } from './limits.ts';
import { hasWritten } from './own-writes.ts';

/** What routes outside the API need, whose answers are the same for everybody. */
export interface PublicFiles {
  db: Database;
  beginReading: () => Reading;
  cache: ByteCache;
  limiter: Limiter;
}

export interface PublicFile {
  status?: number;
  contentType: string;
  body: string;
}

interface PublicRoute {
  url: string;
  /** Sets headers; also on answers from the cache. */
  prepare?: (reply: FastifyReply) => void;
  /** Answers are cached by it; by default the path, so that unknown parameters make no new entry. */
  key?: (request: FastifyRequest) => string;
  answer: (reads: Db, request: FastifyRequest) => Promise<PublicFile>;
}

/** Serves GET and HEAD from the byte cache, with ETag and 304. */
export function servePublicFile(app: FastifyInstance, files: PublicFiles, route: PublicRoute): void {
  const { cache, limiter } = files;
  const keyOf = (request: FastifyRequest) => `file ${(route.key ?? pathOf)(request)}`;
  app.get(
    route.url,
    {
      onRequest: [
        (_request, reply, done) => {
          route.prepare?.(reply);
          done();
        },
        sendFromCache(cache, keyOf),
        (request: FastifyRequest) => consumeGeneralLimit(limiter, request),
      ],
    },
    async (request, reply) => {
      if (hasWritten(request)) {
        const { status = 200, contentType, body } = await route.answer(files.db, request);
        return reply.code(status).header('cache-control', 'no-store').type(contentType).send(body);
      }
      const { db, asOf } = files.beginReading();
      const entry = await cache.get(keyOf(request), async () => ({
        status: 200,
        ...(await route.answer(db, request)),
        asOf,
      }));
      return sendCached(request, reply, entry);
    },
  );
}

export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;

/** A database id in an address. */
export function idIn(text: string | undefined): number | undefined {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : 0;
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}
