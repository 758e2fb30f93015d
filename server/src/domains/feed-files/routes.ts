import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/pool.ts';
import { storageKey } from '#domains/media/files.ts';
import { unavailableOnError } from '#domains/media/storage-errors.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { ProblemError } from '#http/problems.ts';
import { idIn, type PublicFiles, servePublicFile } from '#http/public-files.ts';
import { toFeed } from './feed.ts';
import { type FeedFormat, formats } from './formats.ts';
import { type FeedCard, type FeedScope, findFeedSubject, listFeedCards } from './queries.ts';

interface FeedFileOptions extends PublicFiles {
  storage: Storage;
  publicUrl: string;
}

const scopes: readonly string[] = ['up', 'ch', 'sub', 'topic'] satisfies FeedScope[];

/** `/feeds/all.rss`, `/feeds/ch/12.atom`, …: the newest cards as RSS, Atom or JSON Feed. */
export function feedFilePlugin(options: FeedFileOptions) {
  const lengths = photoLengths(options.storage);

  const write = async (reads: Db, scope: FeedScope, id: number | null, format: FeedFormat) => {
    const subject = scope === 'all' || id === null ? undefined : await findFeedSubject(reads, scope, id);
    if (scope !== 'all' && !subject) throw missing();
    const cards = await listFeedCards(reads, scope, id);
    const lengthOf = await lengths(cards);
    const { contentType, write: toText } = formats[format];
    const feed = toFeed({ publicUrl: options.publicUrl, scope, id, subject, cards, lengthOf });
    return { contentType, body: toText(feed) };
  };

  return async (app: FastifyInstance): Promise<void> => {
    servePublicFile(app, options, {
      url: '/feeds/:file',
      prepare: shareWithAllOrigins,
      answer: (reads, request) => {
        const { name, format } = splitName((request.params as { file: string }).file);
        if (name !== 'all') throw missing();
        return write(reads, 'all', null, format);
      },
    });
    servePublicFile(app, options, {
      url: '/feeds/:scope/:file',
      prepare: shareWithAllOrigins,
      answer: (reads, request) => {
        const { scope, file } = request.params as { scope: string; file: string };
        const { name, format } = splitName(file);
        const id = idIn(name);
        if (!scopes.includes(scope) || id === undefined) throw missing();
        return write(reads, scope as FeedScope, id, format);
      },
    });
  };
}

/** Readers that run in a browser fetch the file from their own origin. */
function shareWithAllOrigins(reply: FastifyReply): void {
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}

function splitName(file: string): { name: string; format: FeedFormat } {
  const [, name = '', format = ''] = /^([^.]+)\.(rss|atom|json)$/.exec(file) ?? [];
  if (!Object.hasOwn(formats, format)) throw missing();
  return { name, format: format as FeedFormat };
}

const missing = () => new ProblemError('not_found', 'There is no feed at this address.');

/** The sizes of pictures in bytes, which enclosures state. Pictures never change, so their sizes are kept. */
function photoLengths(storage: Storage) {
  const known = new LRUCache<string, number>({ max: 20_000 });
  return async (cards: readonly FeedCard[]) => {
    const keys = new Set(cards.flatMap(({ photoKey }) => (photoKey === null ? [] : [photoKey])));
    const read = [...keys]
      .filter((key) => !known.has(key))
      .map(async (key) => {
        const size = await storage.size(storageKey(key, 'share'));
        if (size !== undefined) known.set(key, size);
      });
    await unavailableOnError(Promise.all(read));
    return (key: string) => known.get(key);
  };
}
