import { entitiesOfRequest } from '#features/entities/store.ts';
import type { Api } from '#lib/api.ts';
import { offlineProblem } from '#lib/api-problem.ts';
import { paths } from '#lib/paths.ts';
import { currentSession, endSession, removeStoredSession, updateUser } from './store.ts';
import { clearStoredValues } from './stored-values.ts';

let client: Promise<Api> | undefined;

async function openClient(): Promise<Api> {
  try {
    const { browserApi } = await import('#lib/browser-api.ts');
    return browserApi({
      token: () => currentSession()?.authdata,
      cookies: () => document.cookie,
      onUnauthenticated: endSession,
      // An unexpected refusal means that the role has changed.
      onForbidden: () => void refreshUser().catch(() => undefined),
      onSuspended: () => {
        if (location.pathname !== paths.statements()) location.assign(paths.statements());
      },
    });
  } catch {
    client = undefined;
    throw offlineProblem();
  }
}

/** Calls the API as the viewer and stores the entities of the answer. The client is loaded with the first call. */
export const api: Api = async (call, input) => {
  const storeEntities = entitiesOfRequest(call.startsWith('GET'));
  client ??= openClient();
  const answer = await (await client)(call, input);
  storeEntities(answer);
  return answer;
};

/** Ends the session on this device even when the server is unreachable. */
export async function signOut() {
  // The next user of this browser must not get this user's notices.
  await import('#lib/push.ts').then(({ endPush }) => endPush(api)).catch(() => undefined);
  await api('POST /r/logout').catch(() => undefined);
  removeStoredSession();
  clearStoredValues();
  location.assign(paths.landing);
}

/** Reloads the user; the role may have changed since the sign-in. */
export async function refreshUser() {
  const session = currentSession();
  if (!session?.userModel.emailVerified) return;
  const { userModel } = await api('GET /r/user');
  updateUser(userModel);
}
