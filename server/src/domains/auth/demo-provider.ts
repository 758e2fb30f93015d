import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Config } from '#config.ts';
import type { Database } from '#db/pool.ts';
import { requireDemoKey } from '#http/demo-key.ts';
import { fontFaces } from '#http/font-faces.ts';
import { ProblemError } from '#http/problems.ts';
import { demoNewcomer, demoPeople } from '../../../../demo/people.ts';
import { contactRoutes, contactScopes } from './demo-contacts.ts';
import { type DemoKeys, demoKeys } from './demo-keys.ts';
import { demoAdapter } from './demo-provider-adapter.ts';
import { chooserCss, chooserPage } from './demo-provider-pages.ts';
import { type GoogleSettings, googleSettings } from './google-settings.ts';

const base = '/demo/openid';

const people = [...demoPeople, demoNewcomer];

// The provider's cookies are same-site, and its codes need a PKCE verifier.
const config = { checksCrossSiteItself: true } as const;

const pageCsp =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const stylesheet = `${base}/style.css`;

/**
 * A small OpenID provider for trying out the Google sign-in without Google. It can sign in as any demo user, so it
 * needs the demo's key like the demo mailbox.
 */
export function demoProviderPlugin(deps: {
  db: Database;
  config: Pick<Config, 'google' | 'demo' | 'publicUrl'>;
}) {
  return async (app: FastifyInstance): Promise<void> => {
    const settings = googleSettings(deps.config);
    if (!settings?.demo) return;
    const { publicUrl } = deps.config;
    const keys = await demoKeys(deps.db).read();
    // Before the server listens: loading the library blocks the event loop for hundreds of milliseconds.
    const provider = await createProvider(deps.db, publicUrl, settings, keys);
    requireDemoKey(app, { key: keys.linkKey, secure: publicUrl.startsWith('https:'), stylesheet });
    await app.register(chooserRoutes(provider));
    await app.register(contactRoutes(provider));
    await app.register(protocolRoutes(provider));
  };
}

/** The page on which a user chooses an account. */
function chooserRoutes(provider: Provider) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    app.get(stylesheet, { config: { isOpenInDemo: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send((await fontFaces()) + chooserCss),
    );

    // The link with the key, for a demo without a mailbox.
    app.get(base, async (_request, reply) => reply.redirect('/login', 303));

    app.get(`${base}/interaction/:uid`, async (request, reply) => {
      await provider.interactionDetails(request.raw, reply.raw).catch(interactionExpired);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pageCsp)
        .send(chooserPage(people).toString());
    });

    app.post<{ Body: URLSearchParams | undefined }>(
      `${base}/interaction/:uid`,
      { config },
      async (request, reply) => {
        const person = people.find(({ key }) => key === request.body?.get('person'));
        const result = person
          ? { login: { accountId: person.key, remember: false } }
          : { error: 'access_denied', error_description: 'Nobody was chosen.' };
        const next = await provider
          .interactionResult(request.raw, reply.raw, result)
          .catch(interactionExpired);
        return reply.redirect(next, 303);
      },
    );
  };
}

/** The endpoints of the OpenID protocol. */
function protocolRoutes(provider: Provider) {
  const callback = provider.callback();
  return async (app: FastifyInstance): Promise<void> => {
    // The provider parses bodies itself.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { raw }: { raw: IncomingMessage & { originalUrl?: string } } = request;
      raw.originalUrl = raw.url ?? '';
      raw.url = raw.originalUrl.slice(base.length);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await callback(raw, reply.raw);
    };
    // Without the key the Google button still leads to the page that explains how to get it.
    app.get(`${base}/.well-known/openid-configuration`, { config: { isOpenInDemo: true } }, answer);
    app.all(`${base}/*`, { config }, answer);
  };
}

function interactionExpired(): never {
  throw new ProblemError('not_found', 'This sign-in has been waiting for too long. Please begin again.');
}

/** Lazy: the library is large and only a demo needs it. */
async function createProvider(
  db: Database,
  publicUrl: string,
  settings: GoogleSettings,
  keys: DemoKeys,
): Promise<Provider> {
  const { Provider } = await import('oidc-provider');
  const scope = ['openid profile email', ...Object.values(contactScopes)].join(' ');
  const provider = new Provider(settings.issuer, {
    adapter: demoAdapter(db),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: keys.cookies,
      short: { sameSite: 'lax' },
      // A path that is never requested: every sign-in starts without a provider session, so that the user can choose
      // another account.
      long: { sameSite: 'lax', path: `${base}/nowhere` },
    },
    clients: [
      {
        client_id: settings.clientId,
        client_name: 'Gyan',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${publicUrl}/login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: scope.split(' '),
    claims: {
      openid: ['sub', 'at_hash'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // The server only checks the identity token, so it must contain all claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${base}/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    findAccount: (ctx, accountId) => {
      const person = people.find(({ key }) => key === accountId);
      return (
        person && {
          accountId,
          claims: (use) => ({
            sub: accountId,
            // The library computes the hash. Unlike Google it leaves the claim out in the code flow.
            ...(use === 'id_token' ? { at_hash: ctx.oidc.entities.AccessToken?.jti } : {}),
            email: person.email,
            email_verified: true,
            name: `${person.firstName} ${person.lastName}`,
            given_name: person.firstName,
            family_name: person.lastName,
          }),
        }
      );
    },
    // Grants consent without a prompt: the demo's data is made up.
    async loadExistingGrant(ctx) {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain; charset=utf-8';
      ctx.body = `${error}: ${description ?? ''}\n`;
    },
  });
  return provider;
}
