import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiToken, isSameText } from '#lib/tokens.ts';
import { ProblemError } from './problems.ts';
import { bearerToken } from './viewer.ts';

const cookieName = 'XSRF-TOKEN';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own check; its clients do not know this one. */
    checksCrossSiteItself?: true;
  }
}

/**
 * Double submit cookie: another site can make the browser send our cookie but cannot read it, so it cannot repeat its
 * value in the header. Public answers never set the cookie, because they are cached for all.
 */
export function installCsrf(app: FastifyInstance, options: { secure: boolean }): void {
  // Not httpOnly, because the web app copies it into the header.
  const attributes = { path: '/', sameSite: 'lax', secure: options.secure, httpOnly: false } as const;
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.checksCrossSiteItself) return done();
    const cookie = request.cookies[cookieName];
    if (cookie === undefined || isScript(request)) return done();
    const header = request.headers['x-xsrf-token'];
    const isSame = typeof header === 'string' && isSameText(header, cookie);
    return done(isSame ? undefined : new ProblemError('csrf'));
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const call = request.routeOptions.config.call;
    const personal = call !== undefined && (!call.startsWith('GET ') || call.startsWith('GET /r/'));
    // The header is set directly, because the plugin would serialise all cookies again.
    if (personal && request.cookies[cookieName] === undefined && !isScript(request))
      reply.header('set-cookie', app.serializeCookie(cookieName, newValue(request), attributes));
    done(null, payload);
  });
}

/** Other sites cannot send an API token, so its requests need no check. */
function isScript(request: FastifyRequest): boolean {
  return isApiToken(bearerToken(request) ?? '');
}

/**
 * With a session, parallel answers all set the same value, so that a write that has read one of them is not refused
 * because another arrived later. Sessions are random, so their hash cannot be guessed.
 */
function newValue(request: FastifyRequest): string {
  const session = bearerToken(request);
  if (session === undefined) return randomUUID();
  return createHash('sha256').update(`XSRF-TOKEN ${session}`).digest('base64url');
}
