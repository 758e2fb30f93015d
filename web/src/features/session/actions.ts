import type { Api } from '#lib/api.ts';
import { browserApi } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { currentSession, endSession, forgetSession, startSession, updateUser } from './store.ts';

/** The browser's way to the API, as whoever is signed in. */
export const api: Api = browserApi({
  token: () => currentSession()?.authdata,
  cookies: () => document.cookie,
  onUnauthenticated: endSession,
});

/** Signs in and says where to go first when nobody asked for a particular place. */
export async function signIn(emailId: string, password: string) {
  const { authToken, userModel } = await api('POST /login', { body: { emailId, password } });
  startSession({ authdata: authToken, userModel });
  return userModel;
}

/** Ends the session here even when the server cannot be told: the person wants to be gone from this device. */
export async function signOut() {
  await api('POST /r/logout').catch(() => undefined);
  forgetSession();
  location.assign(paths.landing);
}

/** Fetches what may have changed about the person since they signed in, their role above all. */
export async function refreshUser() {
  const session = currentSession();
  if (!session?.userModel.emailVerified) return;
  const { userModel } = await api('GET /r/user');
  updateUser(userModel);
}
