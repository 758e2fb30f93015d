import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '#config.ts';
import type { Db } from '#db/pool.ts';
import { fontFaces } from '#http/font-faces.ts';
import { consumeGeneralLimit, type Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { type Exported, readExported, readExportedCard } from './exported.ts';
import { printPage } from './print-page.ts';
import { findCover } from './queries.ts';

/** Print pages are the same for everybody: they show what a visitor sees. */
const visitor: Viewer = {
  userId: 0,
  role: 'kRegular',
  emailVerified: false,
  sessionId: 0,
  signedInAt: new Date(0),
};

const asset = (name: string) => readFile(new URL(`print/${name}`, import.meta.url), 'utf8');

interface PrintDeps {
  db: Db;
  limiter: Limiter;
  config: Pick<Config, 'publicUrl'>;
}

/** `/print/pd`, `/print/ch` and `/print/sub`: a card, chain or subject as a small book. */
export function printPlugin({ db, limiter, config: { publicUrl } }: PrintDeps) {
  const deps = { db, publicUrl };
  const readers: Record<string, (id: string) => Promise<Exported>> = {
    pd: (id) => readExportedCard(deps, visitor, id),
    ch: (id) => readExported(deps, visitor, { chapterId: toId(id), subjectId: undefined }),
    sub: (id) => readExported(deps, visitor, { chapterId: undefined, subjectId: toId(id) }),
  };

  async function send(kind: string, id: string, reply: FastifyReply): Promise<unknown> {
    try {
      const exported = await (readers[kind] ?? readers.pd)?.(id);
      if (!exported) throw new ProblemError('not_found');
      const key = exported.photoId === null ? undefined : await findCover(db, exported.photoId);
      const cover = key === undefined ? null : `/media/${key}/lg.webp`;
      return await reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        .send(printPage(exported, cover).toString());
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
      // Its own page says that it is not there.
      return reply.redirect(`/${kind}/${encodeURIComponent(id)}`);
    }
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', (request) => consumeGeneralLimit(limiter, request));
    for (const kind of Object.keys(readers)) {
      app.get<{ Params: { id: string } }>(`/print/${kind}/:id`, ({ params }, reply) =>
        send(kind, params.id, reply),
      );
    }
    app.get('/print/print.css', async (_request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send((await fontFaces()) + (await asset('print.css'))),
    );
    app.get('/print/print.js', async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await asset('print.js')),
    );
  };
}

function toId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ProblemError('not_found');
  return Number(text);
}
