import type { SignedIn } from '@gyan/contract/auth.ts';
import type { BodyOf } from '@gyan/contract/calls.ts';
import { api } from '#features/session/actions.ts';
import { startSession, updateUser } from '#features/session/store.ts';
import type { GoogleToken } from '#features/session/stored-values.ts';

function startFrom({ authToken, userModel }: SignedIn) {
  startSession({ authdata: authToken, userModel });
  return userModel;
}

export const signUp = (body: BodyOf<'POST /register'>) => api('POST /register', { body });

export const requestPasswordReset = (body: BodyOf<'PUT /resetpasswordreq'>) =>
  api('PUT /resetpasswordreq', { body });

export const resetPassword = async (body: BodyOf<'PUT /resetpassword'>) =>
  startFrom(await api('PUT /resetpassword', { body }));

export const verifyEmail = async (regToken: string) =>
  startFrom(await api('POST /ve', { body: { regToken } }));

export const resendVerification = () => api('POST /r/resendverification');

/** The link may have been opened on another device. Fails while the address is not verified. */
export const readVerified = async () => updateUser((await api('GET /r/user')).userModel);

export const signInWithGoogle = async ({ idToken: googleJWT, nonce, accessToken }: GoogleToken) =>
  startFrom(await api('POST /glogin', { body: { googleJWT, nonce, accessToken } }));
