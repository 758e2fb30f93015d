import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Reading } from '#db/replica.ts';
import { storageKey } from '#domains/media/files.ts';
import { drawInWorker } from '#domains/media/image-worker.ts';
import type { ShareDrawing } from '#domains/media/share-drawing.ts';
import { unavailableOnError } from '#domains/media/storage-errors.ts';
import { keyOfHash } from '#domains/storage/keys.ts';
import type { Storage } from '#domains/storage/storage.ts';
import { matchesEtag } from '#http/byte-cache.ts';
import { consumeGeneralLimit, type Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import { idIn } from '#http/public-files.ts';
import { findShared, type Shared, type SharedKind } from './queries.ts';

interface ShareImageOptions {
  beginReading: () => Reading;
  limiter: Limiter;
  storage: Storage;
}

const kinds: Record<SharedKind, { kind: ShareDrawing['kind']; name: string }> = {
  pd: { kind: 'card', name: 'Card' },
  ch: { kind: 'chain', name: 'Chain' },
  sub: { kind: 'subject', name: 'Subject' },
  up: { kind: 'person', name: 'On Gyan' },
};

/** Increase it when the drawing changes. */
const drawingVersion = 2;
/** About 400 images. */
const cacheBytes = 32 * 1024 * 1024;

/** `/share/pd/12.jpg`: the picture of a page in link previews. */
export function shareImagePlugin({ beginReading, limiter, storage }: ShareImageOptions) {
  const draw = drawingCache(storage);
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { kind: string; file: string } }>(
      '/share/:kind/:file',
      { onRequest: (request: FastifyRequest) => consumeGeneralLimit(limiter, request) },
      async (request, reply) => {
        const { kind, file } = request.params;
        const id = idIn(/^(\d+)\.jpg$/.exec(file)?.[1]);
        if (!Object.hasOwn(kinds, kind) || id === undefined) throw missing();
        const shared = await findShared(beginReading().db, kind as SharedKind, id);
        if (!shared) throw missing();
        const drawing = toDrawing(kind as SharedKind, id, shared);
        const key = keyOf(drawing, shared.photoKey);
        const headers = {
          etag: `"${key}"`,
          // The page may be hidden or changed at any time.
          'cache-control': 'public, no-cache',
          // Other sites show it in link previews.
          'cross-origin-resource-policy': 'cross-origin',
        };
        if (matchesEtag(request.headers['if-none-match'], headers.etag))
          return reply.code(304).headers(headers).send();
        const bytes = await draw(key, drawing, shared.photoKey);
        return reply.headers(headers).type('image/jpeg').send(bytes);
      },
    );
  };
}

function toDrawing(kind: SharedKind, id: number, { title, ownerName, count }: Shared): ShareDrawing {
  const cards = `${count} ${count === 1 ? 'card' : 'cards'}`;
  const { kind: shape, name } = kinds[kind];
  return {
    kind: shape,
    title,
    label: kind === 'pd' || count === 0 ? name : `${name} · ${cards}`,
    byline: ownerName === '' ? '' : `by ${ownerName}`,
    seed: id,
  };
}

function keyOf(drawing: ShareDrawing, photoKey: string | null): string {
  const content = JSON.stringify([drawingVersion, drawing, photoKey]);
  return keyOfHash(createHash('sha256').update(content).digest('hex'));
}

/** Draws each image once; concurrent requests share one drawing. */
function drawingCache(storage: Storage) {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 200,
  });
  const running = new Map<string, Promise<Buffer>>();

  const draw = async (key: string, drawing: ShareDrawing, photoKey: string | null) => {
    // A photo whose file is missing is drawn as if there were none.
    const picture =
      photoKey === null ? undefined : await unavailableOnError(storage.get(storageKey(photoKey, 'share')));
    const bytes = await drawInWorker(drawing, picture ?? new Uint8Array());
    drawn.set(key, bytes);
    return bytes;
  };

  return async (key: string, drawing: ShareDrawing, photoKey: string | null): Promise<Buffer> => {
    const found = drawn.get(key) ?? running.get(key);
    if (found) return found;
    const making = draw(key, drawing, photoKey).finally(() => running.delete(key));
    running.set(key, making);
    return making;
  };
}

const missing = () => new ProblemError('not_found', 'There is no picture at this address.');
