import { type EmbedKind, embedCode, embedSizes } from '@gyan/contract/embeds.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/pool.ts';
import { shareImageSize } from '#domains/media/files.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import { idIn, type PublicFiles, servePublicFile } from '#http/public-files.ts';
import { element, xmlDocument } from '#lib/xml.ts';
import { findEmbeddedTitle, type Titled } from './queries.ts';

export interface EmbedOptions extends PublicFiles {
  publicUrl: string;
}

interface Wanted {
  url: string;
  format: string;
  maxWidth: number;
  maxHeight: number;
}

type Fields = Record<string, string | number>;

/** How long other sites may keep an answer, in seconds. */
const cacheAge = 86_400;

/** The oEmbed 1.0 endpoint: `/oembed?url=…&format=json`. */
export function oembedPlugin({ publicUrl, ...options }: EmbedOptions) {
  const answer = async (reads: Db, request: FastifyRequest) => {
    const { url, format, maxWidth, maxHeight } = wantedBy(request);
    if (format !== 'json' && format !== 'xml')
      throw new ProblemError('format_unknown', 'The formats are json and xml.');
    const address = addressOf(publicUrl, url);
    const found = address && (await findEmbeddedTitle(reads, address.kind, address.id));
    if (!address || !found) throw new ProblemError('not_found', 'This address cannot be embedded.');
    const fields = describe(publicUrl, address.kind, found, { maxWidth, maxHeight });
    return format === 'json'
      ? { contentType: 'application/json; charset=utf-8', body: JSON.stringify(fields) }
      : { contentType: 'text/xml; charset=utf-8', body: toXml(fields) };
  };
  return async (app: FastifyInstance): Promise<void> => {
    servePublicFile(app, options, {
      url: '/oembed',
      prepare: (reply: FastifyReply) =>
        void reply.headers({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        }),
      key: (request) => `/oembed ${JSON.stringify(wantedBy(request))}`,
      answer,
    });
  };
}

function wantedBy({ query }: FastifyRequest): Wanted {
  const { url, format, maxwidth, maxheight } = query as Record<string, unknown>;
  if (typeof url !== 'string' || url === '') throw invalidField('url', 'An address is required.');
  return {
    url,
    format: format === undefined ? 'json' : typeof format === 'string' ? format : '',
    maxWidth: sizeOf('maxwidth', maxwidth),
    maxHeight: sizeOf('maxheight', maxheight),
  };
}

function sizeOf(field: string, value: unknown): number {
  if (value === undefined || value === '') return Number.POSITIVE_INFINITY;
  const size = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (size === 0) throw invalidField(field, 'A size is a number of pixels.');
  return size;
}

type Kind = EmbedKind | 'up';

interface Address {
  kind: Kind;
  id: number | string;
}

/** What an address of this site is about. */
function addressOf(publicUrl: string, url: string): Address | undefined {
  const site = new URL(publicUrl);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  // The scheme may differ: links to a site often lose their `s`.
  if (parsed?.host !== site.host || !/^https?:$/.test(parsed.protocol)) return undefined;
  const [, kind, name] = /^\/(?:embed\/)?(pd|ch|sub|up)\/([^/]+)\/?$/.exec(parsed.pathname) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const id = idIn(name);
  if (id !== undefined) return { kind: kind as Kind, id };
  return kind === 'pd' ? { kind, id: decode(name) } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Room {
  maxWidth: number;
  maxHeight: number;
}

/** A frame for cards, chains and subjects; profiles are a picture, or a link if it does not fit. */
function describe(publicUrl: string, kind: Kind, content: Titled, { maxWidth, maxHeight }: Room): Fields {
  const image = `${publicUrl}/share/${kind}/${content.id}.jpg`;
  const hasRoom = shareImageSize.width <= maxWidth && shareImageSize.height <= maxHeight;
  const common: Fields = {
    version: '1.0',
    title: content.title,
    author_name: content.ownerName,
    author_url: `${publicUrl}/up/${content.ownerId}`,
    provider_name: 'Gyan',
    provider_url: publicUrl,
    cache_age: cacheAge,
    ...(hasRoom
      ? {
          thumbnail_url: image,
          thumbnail_width: shareImageSize.width,
          thumbnail_height: shareImageSize.height,
        }
      : {}),
  };
  if (kind === 'up')
    return hasRoom
      ? { type: 'photo', ...common, url: image, ...shareImageSize }
      : { type: 'link', ...common };
  const size = {
    width: Math.min(embedSizes[kind].width, maxWidth),
    height: Math.min(embedSizes[kind].height, maxHeight),
  };
  const html = embedCode({
    publicUrl,
    kind,
    id: content.urlText ?? content.id,
    title: content.title,
    ...size,
  });
  return { type: 'rich', ...common, html, ...size };
}

function toXml(fields: Fields): string {
  const members = Object.entries(fields).map(([name, value]) => element(name, {}, [String(value)]));
  return xmlDocument(element('oembed', {}, members));
}
