import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pendingMigrations } from '#db/migrate.ts';
import { accountRoutes } from '#domains/account/routes.ts';
import { adminRoutes } from '#domains/admin/routes.ts';
import { aiRoutes } from '#domains/ai/routes.ts';
import { appointSuperAdmin } from '#domains/auth/account-queries.ts';
import { demoKeys } from '#domains/auth/demo-keys.ts';
import { googleOrigins, googleSettings } from '#domains/auth/google-settings.ts';
import { authRoutes } from '#domains/auth/routes.ts';
import { findSession } from '#domains/auth/session-queries.ts';
import { cardRoutes } from '#domains/cards/routes.ts';
import { chainRoutes } from '#domains/chains/routes.ts';
import { commentRoutes } from '#domains/comments/routes.ts';
import { connectionRoutes } from '#domains/connections/routes.ts';
import { draftRoutes } from '#domains/drafts/routes.ts';
import { embedPlugin } from '#domains/embeds/routes.ts';
import { factorRoutes } from '#domains/factors/routes.ts';
import { feedRoutes } from '#domains/feed/routes.ts';
import { feedFilePlugin } from '#domains/feed-files/routes.ts';
import { feedbackRoutes } from '#domains/feedback/routes.ts';
import { printPlugin } from '#domains/files/print-routes.ts';
import { fileRoutes } from '#domains/files/routes.ts';
import { invitationRoutes } from '#domains/invitations/routes.ts';
import { learningRoutes } from '#domains/learning/routes.ts';
import { likeRoutes } from '#domains/likes/routes.ts';
import { mailboxPlugin } from '#domains/mail/mailbox.ts';
import { mediaPlugin } from '#domains/media/routes.ts';
import { moderationRoutes } from '#domains/moderation/routes.ts';
import { noticeRoutes } from '#domains/notices/routes.ts';
import { unsubscribePlugin } from '#domains/notices/unsubscribe-route.ts';
import { profileRoutes } from '#domains/profiles/routes.ts';
import { remixRoutes } from '#domains/remixes/routes.ts';
import { savedRoutes } from '#domains/saved/routes.ts';
import { searchRoutes } from '#domains/search/routes.ts';
import { shareImagePlugin } from '#domains/share-images/routes.ts';
import { sitemapCacheOptions, sitemapPlugin } from '#domains/sitemap/routes.ts';
import { subjectRoutes } from '#domains/subjects/routes.ts';
import { suggestionRoutes } from '#domains/suggestions/routes.ts';
import { findTokenOwner } from '#domains/tokens/queries.ts';
import { tokenRoutes } from '#domains/tokens/routes.ts';
import { topicRoutes } from '#domains/topics/routes.ts';
import { userRoutes } from '#domains/users/routes.ts';
import { videoRoutes } from '#domains/video/routes.ts';
import { ByteCache } from '#http/byte-cache.ts';
import { installCsrf } from '#http/csrf.ts';
import { installHealth } from '#http/health.ts';
import { installDocs, installOpenApi } from '#http/openapi.ts';
import { installOwnWrites } from '#http/own-writes.ts';
import { installPages, openBuiltPages } from '#http/pages.ts';
import { installSecurityTxt } from '#http/security-txt.ts';
import { refuseUndeclaredRoutes, serveCalls } from '#http/serve.ts';
import { createHttpServer } from '#http/server.ts';
import { hashToken, isApiToken } from '#lib/tokens.ts';
import { type Deps, migrationsFolder } from './deps.ts';

const webRoot = fileURLToPath(new URL('../../web', import.meta.url));

/** The calls of all domains: each call of the contract once. */
function bindings(deps: Deps, shutdown: AbortSignal) {
  return [
    ...authRoutes(deps),
    ...factorRoutes(deps),
    ...userRoutes(deps),
    ...connectionRoutes(deps),
    ...invitationRoutes(deps),
    ...noticeRoutes(deps),
    ...accountRoutes(deps),
    ...tokenRoutes(deps),
    ...adminRoutes(deps),
    ...topicRoutes(deps),
    ...likeRoutes(deps),
    ...commentRoutes(deps),
    ...cardRoutes(deps),
    ...videoRoutes(deps),
    ...aiRoutes(deps, shutdown),
    ...chainRoutes(deps),
    ...subjectRoutes(deps),
    ...remixRoutes(deps),
    ...suggestionRoutes(deps),
    ...savedRoutes(deps),
    ...learningRoutes(deps),
    ...fileRoutes(deps),
    ...draftRoutes(deps),
    ...feedRoutes(deps),
    ...searchRoutes(),
    ...profileRoutes(deps),
    ...feedbackRoutes(deps),
    ...moderationRoutes(deps),
  ];
}

export interface AppOptions {
  /** False serves only the API: most tests need no built web app. */
  pages?: boolean;
}

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { pages = true } = options;
  const { config, db, log, limiter } = deps;
  await appointSuperAdmin(db, config.superAdminEmail);
  const secure = config.publicUrl.startsWith('https:');
  const development = config.mode === 'development';
  const cache = new ByteCache();
  deps.notifications.on('public_changed', () => {
    cache.clear();
    deps.replica?.changed();
  });
  const sitemapCache = new ByteCache(sitemapCacheOptions);
  let isHiding = false;
  deps.notifications.on('hiding_changed', () => {
    sitemapCache.clear();
    isHiding = true;
  });
  // Answers read from the replica since the notification may lack the change.
  deps.replica?.onCaughtUp(() => {
    cache.clear();
    if (isHiding) sitemapCache.clear();
    isHiding = false;
  });

  const app = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    shedsLoad: config.mode === 'production',
    headers: {
      secure,
      development,
      connect: outsideOrigins(deps),
      images: [new URL(config.youtube.thumbnailUrl).origin],
    },
  });
  refuseUndeclaredRoutes(app);
  deps.metrics.observe(app);
  installCsrf(app, { secure });
  installOwnWrites(app, { secure });
  await installOpenApi(app, { publicUrl: config.publicUrl, version: '0.1.0' });
  installHealth(app, {
    database: async () => void (await db.pool.query('select 1')),
    migrations: async () => {
      const pending = await pendingMigrations(db.pool, migrationsFolder);
      if (pending.length > 0) throw new Error(`${pending.length} migrations have not run`);
    },
    storage: () => deps.storage.check(),
  });

  const beginReading = () => deps.replica?.begin() ?? { db, asOf: performance.now() };
  serveCalls(app, {
    bindings: bindings(deps, shutdownSignal(app)),
    db,
    beginReading,
    findViewer: (token) => (isApiToken(token) ? findTokenOwner : findSession)(db, hashToken(token), config),
    limiter,
    cache,
    adminsNeedFactor: config.adminSecondFactor,
  });
  installDocs(app);
  installSecurityTxt(app, config);
  await app.register(mediaPlugin(deps));
  await app.register(unsubscribePlugin(deps));
  const files = { db, beginReading, cache, limiter, storage: deps.storage, publicUrl: config.publicUrl };
  await app.register(feedFilePlugin(files));
  await app.register(sitemapPlugin({ ...files, cache: sitemapCache }));
  await app.register(embedPlugin(files));
  await app.register(shareImagePlugin(files));
  await app.register(printPlugin(deps));
  if (config.demo) {
    const { linkKey } = await demoKeys(db).read();
    await app.register(mailboxPlugin(deps, linkKey));
  }
  if (googleSettings(config)?.demo) {
    const { demoProviderPlugin } = await import('#domains/auth/demo-provider.ts');
    await app.register(demoProviderPlugin(deps));
  }
  if (pages) await servePages(app, deps, cache);
  return app;
}

const abortAfterMs = 4_000;

/** Aborts shortly before a shutdown closes the connections, so that long answers can still report an error. */
function shutdownSignal(app: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  app.addHook('preClose', async () => {
    setTimeout(() => controller.abort(), abortAfterMs).unref();
  });
  return controller.signal;
}

async function servePages(app: FastifyInstance, { config, limiter }: Deps, cache: ByteCache): Promise<void> {
  const google = googleSettings(config);
  const site = {
    publicUrl: config.publicUrl,
    demo: config.demo,
    ai: config.ai !== undefined,
    appStores: { apple: config.appStores.apple ?? null, google: config.appStores.google ?? null },
    google: google ? { issuer: google.issuer, clientId: google.clientId, peopleUrl: google.peopleUrl } : null,
  };
  if (config.mode === 'development') {
    const { openDevelopmentPages } = await import('#http/development.ts');
    const source = await openDevelopmentPages(app, webRoot);
    installPages(app, { source, site, limiter, cache: new ByteCache({ ttlMs: 1 }) });
    return;
  }
  await app.register(fastifyStatic, {
    root: `${webRoot}/dist/client`,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/.vite/**', '**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      // Vite names assets after their content, so they never change.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      // An embed in a sandboxed frame has an origin of its own.
      if (/\.woff2(?:\.|$)/.test(path)) reply.header('access-control-allow-origin', '*');
    },
  });
  const source = await openBuiltPages(`${webRoot}/dist`);
  installPages(app, { source, site, limiter, cache });
}

/** Origins that the browser calls itself. */
function outsideOrigins({ config }: Deps): string[] {
  const google = googleSettings(config);
  return google ? googleOrigins(google) : [];
}
