import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ageTold, type ByteCache, type Fresh, sendCached, sendFromCache } from './byte-cache.ts';
import { countRequest, inProcess, type Limiter } from './limits.ts';
import { hasWritten, ownWritesHeaders } from './own-writes.ts';
import { apiBase } from './serve.ts';

/** What the web app's server entry offers; the two sides share no code, only this shape. */
export interface Renderer {
  render(input: {
    url: string;
    site: SiteConfig;
    api: (request: { method: 'GET'; path: string }) => Promise<{ status: number; body: unknown }>;
    manifest: unknown;
  }): Promise<{ status: number; html: string; redirect?: string }>;
}

/** What every browser may know about this installation. */
export interface SiteConfig {
  publicUrl: string;
  demo: boolean;
  appStores: { apple: string | null; google: string | null };
  google: { issuer: string; clientId: string; peopleUrl: string } | null;
}

export interface PageSource {
  /** Loaded anew for every page in development. */
  load(): Promise<Renderer>;
  manifest: unknown;
  finish(url: string, html: string): Promise<string>;
}

/** The built web app. */
export async function openBuiltPages(webDist: string): Promise<PageSource> {
  const entry = pathToFileURL(join(webDist, 'server', 'entry-server.js')).href;
  const renderer = (await import(entry)) as Renderer;
  const manifest: unknown = JSON.parse(
    await readFile(join(webDist, 'client', '.vite', 'manifest.json'), 'utf8'),
  );
  return { load: async () => renderer, manifest, finish: async (_url, html) => html };
}

export interface PageOptions {
  source: PageSource;
  site: SiteConfig;
  cache: ByteCache;
  limiter: Limiter;
}

/** Answers every address that nothing else claims with a page of the web app. */
export function installPages(app: FastifyInstance, { source, site, cache, limiter }: PageOptions): void {
  // Pages ask the same calls a browser would, as a visitor, without leaving the process.
  const apiFor =
    (visitor: FastifyRequest, onAnswer: (asOf: number) => void) =>
    async ({ method, path }: { method: 'GET'; path: string }) => {
      const answer = await app.inject({
        method,
        url: `${apiBase}${path}`,
        remoteAddress: visitor.ip,
        headers: { ...inProcess, ...(hasWritten(visitor) ? ownWritesHeaders : {}) },
      });
      onAnswer(ageTold(answer.headers));
      return { status: answer.statusCode, body: answer.json<unknown>() };
    };

  const render = async (request: FastifyRequest): Promise<Fresh & { body: string }> => {
    let asOf = performance.now();
    const api = apiFor(request, (told) => {
      asOf = Math.min(asOf, told);
    });
    const renderer = await source.load();
    const page = await renderer.render({ url: request.url, site, api, manifest: source.manifest });
    if (page.redirect !== undefined)
      return { status: page.status, contentType: redirectType, body: page.redirect, asOf };
    const body = await source.finish(request.url, page.html);
    return { status: page.status, contentType: 'text/html; charset=utf-8', body, asOf };
  };

  // Whoever asks for a call that does not exist is a program, and reads problems.
  for (const url of ['/api', '/api/*']) {
    app.get(url, async (request, reply) => {
      await countRequest(limiter, request);
      return reply.callNotFound();
    });
  }

  const peek = (request: FastifyRequest) => {
    const hit = hasWritten(request) ? undefined : cache.peek(pageKey(request.url));
    return hit?.contentType === redirectType ? undefined : hit;
  };

  const onRequest = [sendFromCache(peek), (request: FastifyRequest) => countRequest(limiter, request)];
  app.get('/*', { onRequest }, async (request, reply) => {
    if (carriesSecret(request.url) || hasWritten(request)) {
      const { status, contentType, body } = await render(request);
      reply.header('cache-control', 'no-store');
      if (contentType === redirectType) return reply.redirect(body, status);
      return reply.code(status).type(contentType).send(body);
    }
    const entry = await cache.get(pageKey(request.url), () => render(request));
    if (entry.contentType === redirectType) return reply.redirect(entry.raw.toString(), entry.status);
    return sendCached(request, reply, entry);
  });
}

/** What a page is kept by. */
const pageKey = (url: string) => `page ${url}`;

const redirectType = 'x-redirect';

/** Links from letters and returns from providers: their tokens are kept nowhere, not even as the name of a kept page. */
function carriesSecret(url: string): boolean {
  // Also inside the way back that a sign-in page is given: `returnUrl=%2Facr%3Ft%3D…`.
  return /(?:[?&]|%3F|%26)(?:rt|rpt|t|code|state)(?:=|%3D)/i.test(url);
}
