import { firstSignUpWithWork } from '@gyan/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageSize } from '#db/page.ts';
import { checkChallenge, newChallenge } from '#domains/users/signup-challenge.ts';
import { ownUserModel } from '#domains/users/view.ts';
import { countedAddress } from '#http/addresses.ts';
import { ProblemError, problemBody } from '#http/problems.ts';
import { type Binding, bind, bindKeyed, JsonText } from '#http/serve.ts';
import { type AuthDeps, signIn } from './actions.ts';
import { demoKeys } from './demo-keys.ts';
import { fetchFacebookProfile } from './facebook.ts';
import { createTokenChecker, remoteKeys } from './google.ts';
import { googleSettings } from './google-settings.ts';
import { changePassword } from './password-change.ts';
import type { ProviderProfile } from './provider-profile.ts';
import { signInByProvider } from './provider-sign-in.ts';
import { countResend, register, resendVerification, verifyAddress } from './registration.ts';
import { requestReset, resetPassword } from './reset.ts';
import { deleteSession, deleteSessionOf, deleteSessionsOf, listSessions } from './session-queries.ts';
import { answerSignIn, originOf } from './sign-in-answer.ts';

/**
 * Whether a sign-up needs work: always if the site is set so, else after so many of one network address. Browsers
 * compute hashes only over HTTPS and on localhost.
 */
async function mustWork(
  { limiter, config }: AuthDeps,
  { ip }: FastifyRequest,
  counted: number,
): Promise<boolean> {
  if (config.signupChallenge) return true;
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol !== 'https:' && hostname !== 'localhost') return false;
  return (await limiter.count('register', 'address', countedAddress(ip))) >= counted;
}

export function authRoutes(deps: AuthDeps): Binding[] {
  const { db, config } = deps;
  const google = googleSettings(config);
  // The demo's provider is this server, so its keys are read directly, without a request to itself.
  const tokens =
    google && createTokenChecker(google, google.demo ? demoKeys(db).find : remoteKeys(google.issuer));

  const byProvider = async (
    by: 'google' | 'facebook',
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    fetchProfile: () => Promise<ProviderProfile>,
  ) => {
    try {
      const origin = { ...originOf(request), by };
      return answerSignIn(reply, config, await signInByProvider(deps, fetchProfile, origin));
    } catch (error) {
      if (error instanceof ProblemError) {
        const body = problemBody(request, error);
        request.log.warn({ by, status: body.status, body, err: error }, 'sign-in by a provider failed');
      }
      throw error;
    }
  };

  return [
    bind('GET /signup_challenge', async ({ request }) => ({
      // This sign-up is not counted yet.
      challenge: (await mustWork(deps, request, firstSignUpWithWork - 1)) ? await newChallenge(db) : null,
    })),
    bind('POST /register', async ({ body, request }) => {
      if (await mustWork(deps, request, firstSignUpWithWork)) await checkChallenge(db, body.challenge);
      await register(deps, { ...body, email: body.emailID });
      return {};
    }),
    bind('POST /ve', async ({ body, request, reply }) =>
      answerSignIn(reply, config, await verifyAddress(deps, body.regToken, originOf(request))),
    ),
    bindKeyed('POST /r/resendverification', {
      prepare: ({ viewer }) => countResend(deps, viewer),
      async write(db, { viewer }) {
        await resendVerification(db, config, viewer);
        return {};
      },
    }),
    bind('POST /login', async ({ body, request, reply }) => {
      const { emailId: email, password } = body;
      return answerSignIn(reply, config, await signIn(deps, { email, password }, originOf(request)));
    }),
    bind('POST /glogin', async ({ body, ...exchange }) => {
      if (!tokens) throw new ProblemError('google_not_configured');
      const { googleJWT, nonce, accessToken } = body;
      return byProvider('google', exchange, () => tokens.check(googleJWT, { nonce, accessToken }));
    }),
    bind('POST /flogin', ({ body, ...exchange }) =>
      byProvider('facebook', exchange, () => fetchFacebookProfile(config.facebook, body.authToken)),
    ),
    bind('PUT /resetpasswordreq', async ({ body }) => {
      await requestReset(deps, body.emailId);
      return {};
    }),
    bind('PUT /resetpassword', async ({ body, request, reply }) => {
      const { reqToken: token, password } = body;
      return answerSignIn(reply, config, await resetPassword(deps, { token, password }, originOf(request)));
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
    bind('DELETE /r/sessions', async ({ viewer }) => {
      await deleteSessionsOf(db, viewer.userId, viewer.sessionId);
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
