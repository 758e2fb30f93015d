import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isSameText } from '#lib/tokens.ts';
import { ProblemError } from './problems.ts';

const cookieName = 'XSRF-TOKEN';
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has a check of its own, and its clients cannot know of this one. */
    checksCrossSiteItself?: true;
  }
}

/**
 * Double submit: a page of another site can make the browser send our cookie but cannot read it, so it
 * cannot repeat its value in the header. Public answers never set the cookie: they are shared.
 */
export function installCsrf(app: FastifyInstance, options: { secure: boolean }): void {
  // The web app copies it into the header, so script must be able to read it.
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
    // Of the random things there are, Node keeps these in store; and the plugin would write every cookie of the answer again.
    if (personal && request.cookies[cookieName] === undefined)
      reply.header('set-cookie', app.serializeCookie(cookieName, randomUUID(), attributes));
    done(null, payload);
  });
}
