import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';

/** Identifies a browser: a sign-in that has begun is bound to it, and a new one is reported to the user. */
const cookieName = 'gyan-browser';

/** The longest time that browsers keep a cookie. */
const seconds = 400 * 24 * 3600;

/** The form of a token of this server; anything else is replaced. */
const tokenForm = /^[\w-]{43}$/;

export function browserOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookieName];
  return value !== undefined && tokenForm.test(value) ? value : undefined;
}

export function keepBrowser(reply: FastifyReply, browser: string, config: Pick<Config, 'publicUrl'>): void {
  const cookie = reply.server.serializeCookie(cookieName, browser, {
    path: '/api/v1',
    maxAge: seconds,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    httpOnly: true,
  });
  reply.header('set-cookie', cookie);
}
