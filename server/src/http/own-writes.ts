import type { FastifyInstance, FastifyRequest } from 'fastify';

const cookieName = 'gyan-wrote';

/** Longer than any public answer is cached, and than a notification takes. */
const seconds = 10;

/** For requests that a page makes for a visitor who has just written. */
export const ownWritesHeaders = { cookie: `${cookieName}=1` };

/**
 * Public answers are cached per process and may come from a replica, so users could miss their own writes. After a
 * write a cookie marks the browser for a few seconds; meanwhile its requests bypass the cache and read from the
 * primary, on every server. A cookie, because opening a page sends no other header.
 */
export function installOwnWrites(app: FastifyInstance, options: { secure: boolean }): void {
  // Serialised once and set directly, because the plugin would serialise all cookies again.
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
