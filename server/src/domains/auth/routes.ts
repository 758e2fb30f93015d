import type { FastifyRequest } from 'fastify';
import { pageSize } from '#db/page.ts';
import { checkChallenge, newChallenge } from '#domains/users/signup-challenge.ts';
import { ownUserModel } from '#domains/users/view.ts';
import { countedAddress, shortenedAddress } from '#http/addresses.ts';
import { ProblemError, problemBody } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { type AuthDeps, type Origin, type SignedInPerson, signIn } from './actions.ts';
import { demoKeys } from './demo-keys.ts';
import { fetchFacebookProfile } from './facebook.ts';
import { createTokenChecker, remoteKeys } from './google.ts';
import { googleSettings } from './google-settings.ts';
import { changePassword } from './password-change.ts';
import type { ProviderProfile } from './provider-profile.ts';
import { signInByProvider } from './provider-sign-in.ts';
import { countResend, register, resendVerification, verifyAddress } from './registration.ts';
import { requestReset, resetPassword } from './reset.ts';
import { deleteSession, deleteSessionOf, listSessions } from './session-queries.ts';

export function authRoutes(deps: AuthDeps): Binding[] {
  const { db, config } = deps;
  const google = googleSettings(config);
  // The demo's provider is this server, so its keys are read directly, without a request to itself.
  const tokens =
    google && createTokenChecker(google, google.demo ? demoKeys(db).find : remoteKeys(google.issuer));

  const byProvider = async (
    by: 'google' | 'facebook',
    request: FastifyRequest,
    fetchProfile: () => Promise<ProviderProfile>,
  ) => {
    try {
      return signedIn(await signInByProvider(deps, fetchProfile, { ...originOf(request), by }));
    } catch (error) {
      if (error instanceof ProblemError) {
        const body = problemBody(request, error);
        request.log.warn({ by, status: body.status, body, err: error }, 'sign-in by a provider failed');
      }
      throw error;
    }
  };

  return [
    bind('GET /signup_challenge', async () => ({ challenge: await newChallenge(db, config) })),
    bind('POST /register', async ({ body }) => {
      await checkChallenge(db, config, body.challenge);
      await register(deps, { ...body, email: body.emailID });
      return {};
    }),
    bind('POST /ve', async ({ body, request }) =>
      signedIn(await verifyAddress(deps, body.regToken, originOf(request))),
    ),
    bindKeyed('POST /r/resendverification', {
      prepare: ({ viewer }) => countResend(deps, viewer),
      async write(db, { viewer }) {
        await resendVerification(db, config, viewer);
        return {};
      },
    }),
    bind('POST /login', async ({ body, request }) => {
      const { emailId: email, password } = body;
      return signedIn(await signIn(deps, { email, password }, originOf(request)));
    }),
    bind('POST /glogin', async ({ body, request }) => {
      if (!tokens) throw new ProblemError('google_not_configured');
      const { googleJWT, nonce, accessToken } = body;
      return byProvider('google', request, () => tokens.check(googleJWT, { nonce, accessToken }));
    }),
    bind('POST /flogin', ({ body, request }) =>
      byProvider('facebook', request, () => fetchFacebookProfile(config.facebook, body.authToken)),
    ),
    bind('PUT /resetpasswordreq', async ({ body }) => {
      await requestReset(deps, body.emailId);
      return {};
    }),
    bind('PUT /resetpassword', async ({ body, request }) => {
      const { reqToken: token, password } = body;
      return signedIn(await resetPassword(deps, { token, password }, originOf(request)));
    }),
    bind('PUT /r/updateuserpasswd', async ({ body, viewer }) => {
      const { passwd, currentPasswd } = body;
      return { userModel: ownUserModel(await changePassword(deps, viewer, { passwd, currentPasswd })) };
    }),
    bind('GET /r/sessions', async ({ query, viewer }) => {
      const page = { limit: pageSize(query), cursor: query.cursor };
      return new JsonText(await listSessions(db, viewer, page));
    }),
    bind('DELETE /r/session', async ({ query, viewer }) => {
      if (!(await deleteSessionOf(db, viewer.userId, query.sessionId))) throw new ProblemError('not_found');
      return {};
    }),
    bindKeyed('POST /r/logout', {
      async write(db, { viewer }) {
        await deleteSession(db, viewer.sessionId);
        return {};
      },
    }),
  ];
}

function originOf(request: FastifyRequest): Origin {
  const { ip, headers } = request;
  return { address: countedAddress(ip), network: shortenedAddress(ip), userAgent: headers['user-agent'] };
}

function signedIn({ authToken, user }: SignedInPerson) {
  return { authToken, userModel: ownUserModel(user) };
}
