import type { FastifyInstance } from 'fastify';
import type { PageSource, Renderer } from './pages.ts';

/** The web app from its sources with hot reload, for `npm run dev`. */
export async function openDevelopmentPages(app: FastifyInstance, webRoot: string): Promise<PageSource> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: webRoot,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return done();
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  return {
    load: async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as unknown as Renderer,
    manifest: undefined,
    finish: (url, html) => vite.transformIndexHtml(url, html),
  };
}
