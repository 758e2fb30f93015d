import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/pool.ts';
import { fontFaces } from '#http/font-faces.ts';
import { idIn, type PublicFile, pathOf, servePublicFile } from '#http/public-files.ts';
import { type EmbedOptions, oembedPlugin } from './oembed.ts';
import { cardPage, collectionPage, embedStylesheet, missingPage } from './pages.ts';
import { findEmbeddedCard, findEmbeddedCollection } from './queries.ts';
import { embedCss } from './style.ts';

/** The only pages that other sites may frame. They have no script, set no cookie and store nothing. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** `/embed/pd/…`, `/embed/ch/…` and `/embed/sub/…`, and `/oembed`. */
export function embedPlugin(options: EmbedOptions) {
  const { publicUrl } = options;

  const page = (found: string | undefined): PublicFile => ({
    status: found === undefined ? 404 : 200,
    contentType: 'text/html; charset=utf-8',
    body: found ?? missingPage(publicUrl),
  });

  const card = async (reads: Db, request: FastifyRequest) => {
    const { id } = request.params as { id: string };
    const found = await findEmbeddedCard(reads, idIn(id) ?? id);
    return page(found && cardPage(publicUrl, found));
  };

  const collection = (kind: 'ch' | 'sub') => async (reads: Db, request: FastifyRequest) => {
    const id = idIn((request.params as { id: string }).id);
    if (id === undefined) return page(undefined);
    const found = await findEmbeddedCollection(
      reads,
      kind === 'ch' ? 'chain' : 'subject',
      id,
      openedIn(request),
    );
    if (!found) return page(undefined);
    const opened = found.cardId === null ? undefined : await findEmbeddedCard(reads, found.cardId);
    return page(collectionPage({ publicUrl, kind, id, collection: found, card: opened }));
  };

  return async (app: FastifyInstance): Promise<void> => {
    servePublicFile(app, options, { url: '/embed/pd/:id', prepare: allowFraming, answer: card });
    for (const kind of ['ch', 'sub'] as const) {
      servePublicFile(app, options, {
        url: `/embed/${kind}/:id`,
        prepare: allowFraming,
        key: (request) => `${pathOf(request)} ${JSON.stringify(openedIn(request))}`,
        answer: collection(kind),
      });
    }
    app.get(embedStylesheet, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=3600', ...anyOrigin })
        .type('text/css; charset=utf-8')
        .send((await fontFaces()) + embedCss),
    );
    await app.register(oembedPlugin(options));
  };
}

const anyOrigin = { 'cross-origin-resource-policy': 'cross-origin' };

function allowFraming(reply: FastifyReply): void {
  reply.removeHeader('x-frame-options');
  reply.headers({ 'content-security-policy': contentSecurityPolicy, ...anyOrigin });
}

/** The card that the address opens, and its chapter. */
function openedIn({ query }: FastifyRequest): { card: string | null; chapterId: number | null } {
  const { card, chapter } = query as Record<string, unknown>;
  return {
    card: typeof card === 'string' ? card : null,
    chapterId: typeof chapter === 'string' ? (idIn(chapter) ?? null) : null,
  };
}
