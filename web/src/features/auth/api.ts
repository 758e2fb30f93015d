import type { SignedIn } from '@gyan/contract/auth.ts';
import type { BodyOf } from '@gyan/contract/calls.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import { api } from '#features/session/actions.ts';
import { signedIn } from '#features/session/sign-in.ts';
import { currentSession, endSession, startSession, updateUser } from '#features/session/store.ts';
import { type GoogleToken, sessionExpired, signedUpAddress } from '#features/session/stored-values.ts';
import { ApiProblem } from '#lib/api-problem.ts';

function startFrom({ authToken, userModel }: SignedIn) {
  lastSignUp = undefined;
  signedUpAddress.clear();
  startSession({ authdata: authToken, userModel });
  return userModel;
}

type SignUp = BodyOf<'POST /register'>;

/** In memory only, because it contains a password: for sending the form again and for correcting it. */
let lastSignUp: SignUp | undefined;

export const findSignUp = () => lastSignUp;

async function register(body: SignUp) {
  const { challenge } = await api('GET /signup_challenge');
  const solved = challenge && (await (await import('./solve-challenge.ts')).solveChallenge(challenge));
  await api('POST /register', { body: { ...body, ...(solved ? { challenge: solved } : {}) } });
}

export async function signUp(body: SignUp) {
  await register(body).catch((error: unknown) => {
    // Others behind the same network address have signed up in between, so that work is needed now.
    if (error instanceof ApiProblem && error.fields.some(({ field }) => field === 'challenge')) {
      return register(body);
    }
    throw error;
  });
  lastSignUp = body;
  signedUpAddress.write(body.emailID);
}

/** Ends the session of an unverified user and keeps the names for another sign-up. */
export async function signUpAgain({ firstName, lastName, emailId }: UserModel) {
  await api('POST /r/logout').catch(() => undefined);
  lastSignUp = {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    emailID: emailId ?? '',
    password: '',
  };
  endSession(currentSession()?.authdata ?? '');
  sessionExpired.clear();
}

export const requestPasswordReset = (body: BodyOf<'PUT /resetpasswordreq'>) =>
  api('PUT /resetpasswordreq', { body });

export const resetPassword = async (body: BodyOf<'PUT /resetpassword'>) =>
  startFrom(signedIn(await api('PUT /resetpassword', { body })));

export const verifyEmail = async (regToken: string) =>
  startFrom(await api('POST /ve', { body: { regToken } }));

export const resendVerification = () => api('POST /r/resendverification');

/** The link may have been opened on another device. Fails while the address is not verified. */
export const readVerified = async () => updateUser((await api('GET /r/user')).userModel);

export const signInWithGoogle = async ({ idToken: googleJWT, nonce, accessToken }: GoogleToken) =>
  startFrom(signedIn(await api('POST /glogin', { body: { googleJWT, nonce, accessToken } })));

export const finishSignIn = async (body: BodyOf<'POST /login_second'>) =>
  startFrom(await api('POST /login_second', { body }));

export const signInByPasskey = async (body: BodyOf<'POST /passkey_login'>) =>
  startFrom(await api('POST /passkey_login', { body }));
