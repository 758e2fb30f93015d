import type { FastifyInstance } from 'fastify';
import { html, htmlPage } from '#lib/html.ts';
import { isSameText } from '#lib/tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route of the demo that needs no key, because it shows nothing private. */
    isOpenInDemo?: true;
  }
}

const cookieName = 'demo-key';
const maxAge = 30 * 24 * 3600;

const pageCsp =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Admits only browsers that have opened the link with the key, which the start prints. The peer's address proves
 * nothing: behind a proxy on this machine every peer is a loopback address. The key moves from the URL into a cookie,
 * so that it stays out of history.
 */
export function requireDemoKey(
  app: FastifyInstance,
  { key, secure, stylesheet }: { key: string; secure: boolean; stylesheet: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    if (request.routeOptions.config.isOpenInDemo) return undefined;
    const { key: given } = request.query as { key?: unknown };
    if (typeof given === 'string' && isSameText(given, key)) {
      reply.setCookie(cookieName, key, { path: '/demo', httpOnly: true, sameSite: 'lax', secure, maxAge });
      return reply.redirect(request.url.replace(/\?.*/, ''), 303);
    }
    if (isSameText(request.cookies[cookieName] ?? '', key)) return undefined;
    return reply
      .code(403)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pageCsp)
      .send(keyNeededPage(stylesheet).toString());
  });
}

const keyNeededPage = (stylesheet: string) =>
  htmlPage(
    {
      title: 'Open the demo link first · Gyan demo',
      head: html`<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${stylesheet}">`,
    },
    html`<main>
<p><a class="home" href="/">Gyan</a></p>
<h1>Open the demo link first</h1>
<p>Gyan printed a link with <code>?key=</code> in it when it started. Open that link once in this browser, then try again.</p>
<p class="lead">The key lets you read the demo's e-mails and sign in as its people, so nobody else gets in without it.</p>
</main>`,
  );
