import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { type ByteCache, type Fresh, readAsOf, sendCached, sendFromCache } from './byte-cache.ts';
import { consumeGeneralLimit, inProcess, type Limiter } from './limits.ts';
import { hasWritten, ownWritesHeaders } from './own-writes.ts';
import { apiBase } from './serve.ts';

/** The interface of the web app's server entry; server and web share no code. */
export interface Renderer {
  render(input: {
    url: string;
    site: SiteConfig;
    api: (request: { method: 'GET'; path: string }) => Promise<{ status: number; body: unknown }>;
    manifest: unknown;
  }): Promise<{ status: number; html: string; redirect?: string }>;
}

/** Public settings of this installation. */
export interface SiteConfig {
  publicUrl: string;
  demo: boolean;
  ai: boolean;
  appStores: { apple: string | null; google: string | null };
  google: { issuer: string; clientId: string; peopleUrl: string } | null;
}

export interface PageSource {
  /** In development, loads the sources again for every page. */
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

/** Serves a page of the web app for every address without a route. */
export function installPages(app: FastifyInstance, { source, site, cache, limiter }: PageOptions): void {
  // Pages make the same calls as a browser, as an anonymous visitor, in this process.
  const apiFor =
    (visitor: FastifyRequest, onAnswer: (answer: LightMyRequestResponse) => void) =>
    async ({ method, path }: { method: 'GET'; path: string }) => {
      const answer = await app.inject({
        method,
        url: `${apiBase}${path}`,
        remoteAddress: visitor.ip,
        headers: { ...inProcess, ...(hasWritten(visitor) ? ownWritesHeaders : {}) },
      });
      onAnswer(answer);
      return { status: answer.statusCode, body: answer.json<unknown>() };
    };

  const render = async (request: FastifyRequest): Promise<Page> => {
    let asOf = performance.now();
    let failure: Pick<Page, 'status' | 'retryAfter'> | undefined;
    const api = apiFor(request, (answer) => {
      asOf = Math.min(asOf, readAsOf(answer.headers));
      if (failure?.status !== 429) failure = failureOf(answer) ?? failure;
    });
    const renderer = await source.load();
    const page = await renderer.render({ url: request.url, site, api, manifest: source.manifest });
    if (page.redirect !== undefined)
      return { status: page.status, contentType: redirectType, body: page.redirect, asOf };
    const body = await source.finish(request.url, page.html);
    return { status: page.status, contentType: 'text/html; charset=utf-8', body, asOf, ...failure };
  };

  // Unknown addresses below /api are requested by programs, so they get a problem instead of a page.
  for (const url of ['/api', '/api/*']) {
    app.get(url, async (request, reply) => {
      await consumeGeneralLimit(limiter, request);
      return reply.callNotFound();
    });
  }

  const onRequest = [
    sendFromCache(
      cache,
      ({ url }) => pageKey(url),
      ({ contentType }) => contentType !== redirectType,
    ),
    (request: FastifyRequest) => consumeGeneralLimit(limiter, request),
  ];
  app.get('/*', { onRequest }, async (request, reply) => {
    if (carriesSecret(request.url) || hasWritten(request)) {
      return sendUncached(reply, await render(request));
    }
    let isOwn = false;
    const entry = await cache.get(pageKey(request.url), () => {
      isOwn = true;
      return render(request);
    });
    // The shared fill hit the limit of another visitor, which says nothing about this one.
    if (entry.status === 429 && !isOwn) return sendUncached(reply, await render(request));
    if (entry.contentType === redirectType) return reply.redirect(entry.raw.toString(), entry.status);
    return sendCached(request, reply, entry);
  });
}

type Page = Fresh & { body: string };

/** The status of a page that shows a failed call, and when to try again. */
function failureOf({
  statusCode,
  headers,
}: LightMyRequestResponse): Pick<Page, 'status' | 'retryAfter'> | undefined {
  if (statusCode !== 429 && statusCode < 500) return undefined;
  return { status: statusCode === 429 ? 429 : 503, retryAfter: Number(headers['retry-after'] ?? 2) };
}

function sendUncached(reply: FastifyReply, { status, contentType, body, retryAfter }: Page): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (contentType === redirectType) return reply.redirect(body, status);
  return reply.code(status).type(contentType).send(body);
}

/** The cache key of a page. */
const pageKey = (url: string) => `page ${url}`;

const redirectType = 'x-redirect';

/** Links from e-mails, redirects from providers and the demo's link carry tokens, so such pages are never cached. */
function carriesSecret(url: string): boolean {
  // Also inside the return address of a sign-in page: `returnUrl=%2Facr%3Ft%3D…`.
  return /(?:[?&]|%3F|%26)(?:rt|rpt|t|code|state|key)(?:=|%3D)/i.test(url);
}
