import type { FastifyInstance } from 'fastify';
import type { Storage } from '#domains/storage/storage.ts';
import { matchesEtag } from '#http/byte-cache.ts';
import { ProblemError } from '#http/problems.ts';
import { photoFiles, sizeNames, storageKey } from './files.ts';
import { unavailableOnError } from './storage-errors.ts';

/** Serves `/media/<key>/<file>`. The content of a URL never changes. */
export function mediaPlugin(deps: { storage: Storage }) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
      const { key, file } = request.params;
      const size = sizeNames.find((name) => photoFiles[name].name === file);
      if (!size || !/^[0-9a-f]{40}$/.test(key)) throw missing();
      const etag = `"${key}-${size}"`;
      const headers = {
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // Other sites show the picture in link previews.
        'cross-origin-resource-policy': 'cross-origin',
      };
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();
      const bytes = await unavailableOnError(deps.storage.get(storageKey(key, size)));
      if (!bytes) throw missing();
      return reply
        .headers(headers)
        .type(photoFiles[size].contentType)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
  };
}

function missing(): ProblemError {
  return new ProblemError('not_found', 'This picture is not here, or not any more.');
}
