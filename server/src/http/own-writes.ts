import type { FastifyInstance, FastifyRequest } from 'fastify';

const cookieName = 'gyan-wrote';

/** Longer than anything public is kept anywhere, and than a notice takes to arrive. */
const seconds = 10;

/** Passes on that somebody wrote a moment ago, for requests made in their name. */
export const ownWritesHeaders = { cookie: `${cookieName}=1` };

/**
 * Public answers are kept, in every process on its own, and may come from a replica: whoever has just written something could be shown what was there before.
 * So their browser remembers for a few seconds that they wrote, and for so long they are answered afresh, from the primary, whichever machine they
 * ask. It is a cookie, because a page that is opened carries nothing else.
 */
export function installOwnWrites(app: FastifyInstance, options: { secure: boolean }): void {
  // Always the same, and this late in an answer the plugin would write every cookie of it again.
  const cookie = app.serializeCookie(cookieName, '1', {
    path: '/',
    maxAge: seconds,
    sameSite: 'lax',
    secure: options.secure,
    httpOnly: true,
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.viewer && request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
    done(null, payload);
  });
}

export function hasWritten({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.cookie?.includes(`${cookieName}=`) ?? false;
}
