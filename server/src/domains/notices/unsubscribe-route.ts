import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/pool.ts';
import { consumeGeneralLimit, type Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import { unsubscribeBy } from './unsubscribe.ts';

/**
 * `POST /unsubscribe?t=` of RFC 8058, sent by mail programs and by the form of the page without JavaScript. It needs no
 * session and reads no cookie, so there is nothing that another site could misuse.
 */
export function unsubscribePlugin({ db, limiter }: { db: Database; limiter: Limiter }) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, body),
    );
    app.post<{ Querystring: { t?: unknown }; Body: unknown }>(
      '/unsubscribe',
      {
        config: { checksCrossSiteItself: true },
        onRequest: (request) => consumeGeneralLimit(limiter, request),
      },
      async ({ query, body, headers }, reply) => {
        if (!isOneClick(body)) throw new ProblemError('invalid_input', 'Not a request to unsubscribe');
        if (typeof query.t !== 'string') throw new ProblemError('token_invalid');
        await unsubscribeBy(db, query.t);
        reply.header('cache-control', 'no-store');
        // Mail programs must not be redirected; only browsers say that they navigate.
        if (headers['sec-fetch-mode'] === 'navigate') return reply.redirect('/unsubscribe?done=1', 303);
        return reply.type('text/plain; charset=utf-8').send('These e-mails are stopped.\n');
      },
    );
  };
}

/** The only field of the form, in either encoding. */
const isOneClick = (body: unknown) =>
  typeof body === 'string' && /List-Unsubscribe"?(?:=|\s+)One-Click/i.test(body);
