import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { type PublicFiles, servePublicFile } from '#http/public-files.ts';
import { element, xmlDocument } from '#lib/xml.ts';
import { listPages, listParts, type SitemapKind, sitemapKinds } from './queries.ts';

const contentType = 'application/xml; charset=utf-8';
const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * A part takes some hundred milliseconds, so changes do not clear this cache; crawlers come once a day. Only what an
 * admin hides goes at once.
 */
export const sitemapCacheOptions = { ttlMs: 60_000, maxBytes: 48 * 1024 * 1024 };

/** `/robots.txt`, the index `/sitemap.xml`, and its parts `/sitemap/pd-0.xml`. */
export function sitemapPlugin({ publicUrl, ...files }: PublicFiles & { publicUrl: string }) {
  const writeIndex = async (reads: Db) => {
    const parts: string[] = [];
    for (const kind of sitemapKinds) {
      for (const part of await listParts(reads, kind)) parts.push(`${publicUrl}/sitemap/${kind}-${part}.xml`);
    }
    const sitemaps = [`${publicUrl}/sitemap/pages.xml`, ...parts].map((loc) =>
      element('sitemap', {}, [element('loc', {}, [loc])]),
    );
    return { contentType, body: xmlDocument(element('sitemapindex', { xmlns }, sitemaps)) };
  };

  const writePart = async (reads: Db, kind: SitemapKind, part: number) => {
    const pages = await listPages(reads, kind, part);
    if (pages.length === 0) throw missing();
    const urls = pages.map(({ path, changedAt }) =>
      element('url', {}, [
        element('loc', {}, [`${publicUrl}/${kind}/${encodeURIComponent(path)}`]),
        element('lastmod', {}, [changedAt.toISOString()]),
      ]),
    );
    return { contentType, body: xmlDocument(element('urlset', { xmlns }, urls)) };
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/robots.txt', (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(robots(publicUrl)),
    );
    servePublicFile(app, files, { url: '/sitemap.xml', answer: writeIndex });
    servePublicFile(app, files, {
      url: '/sitemap/:file',
      answer: async (reads, request) => {
        const { file } = request.params as { file: string };
        if (file === 'pages.xml') return { contentType, body: fixedPages(publicUrl) };
        const [, kind = '', part = ''] = /^([a-z]+)-(0|[1-9]\d{0,10})\.xml$/.exec(file) ?? [];
        const known = sitemapKinds.find((each) => each === kind);
        if (!known) throw missing();
        return writePart(reads, known, Number(part));
      },
    });
  };
}

/** Pages that every installation has. */
const fixedPaths = ['/', '/tgp', '/tgc', '/tgg', '/lsv', '/privacy', '/terms', '/rules'];

function fixedPages(publicUrl: string): string {
  const urls = fixedPaths.map((path) => element('url', {}, [element('loc', {}, [publicUrl + path])]));
  return xmlDocument(element('urlset', { xmlns }, urls));
}

/** Pages that must not be indexed say so themselves, which crawlers only see if they may read them. */
function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/v1/r/',
    'Disallow: /demo/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

const missing = () => new ProblemError('not_found', 'There is no sitemap at this address.');
