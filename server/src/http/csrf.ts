import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashToken, isSameText } from '#lib/tokens.ts';
import { ProblemError } from './problems.ts';

const cookieName = 'XSRF-TOKEN';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own check; its clients do not know this one. */
    checksCrossSiteItself?: true;
  }
}

/**
 * Double submit cookie: another site can make the browser send our cookie but cannot read it, so it cannot repeat its value in the header.
 * Public answers never set the cookie, because they are cached for all.
 */
export function installCsrf(app: FastifyInstance, options: { secure: boolean }): void {
  // Not httpOnly, because the web app copies it into the header.
  const attributes = { path: '/', sameSite: 'lax', secure: options.secure, httpOnly: false } as const;
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.checksCrossSiteItself) return done();
    const cookie = request.cookies[cookieName];
    if (cookie === undefined) return done();
    const header = request.headers['x-xsrf-token'];
    const isSame = typeof header === 'string' && isSameText(header, cookie);
    return done(isSame ? undefined : new ProblemError('csrf'));
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const call = request.routeOptions.config.call;
    const personal = call !== undefined && (!call.startsWith('GET ') || call.startsWith('GET /r/'));
    // The header is set directly, because the plugin would serialise all cookies again.
    if (personal && request.cookies[cookieName] === undefined)
      reply.header('set-cookie', app.serializeCookie(cookieName, newValue(request), attributes));
    done(null, payload);
  });
}

/**
 * The same for all answers of a session: a browser sends its first reads in parallel, and a write between their answers
 * would carry the value of one in its header and of another in its cookie.
 */
function newValue({ headers: { authorization } }: FastifyRequest): string {
  return authorization ? hashToken(`xsrf ${authorization}`).toString('base64url') : randomUUID();
}
