import type { UserModel } from '@gyan/contract/users.ts';
import { type GoogleAttempt, googleAttempt, googleToken } from '#features/session/stored-values.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import type { SiteConfig } from '#lib/head.ts';
import { signInWithGoogle } from './api.ts';
import { storeContactsAnswer } from './contacts-answer.ts';
import type { Redeemed } from './google-flow.ts';
import { LoginFailure, refusedEvent } from './login-events.ts';

/** Whether the query is that of a redirect from the provider. */
export const isGoogleReturn = (search: URLSearchParams) =>
  search.has('state') && (search.has('code') || search.has('error'));

/** Sends Google's tokens to our server. They are kept for a retry when the server is unavailable. */
export async function deliverToken(): Promise<UserModel> {
  const token = googleToken.read();
  if (token === undefined) throw new LoginFailure('invalid_nonce_in_state');
  try {
    const user = await signInWithGoogle(token);
    googleToken.clear();
    return user;
  } catch (error) {
    if (!canRetryDelivery(error)) googleToken.clear();
    throw error;
  }
}

/** The server is unreachable, busy or failing: the token is still valid. */
export const canRetryDelivery = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);

async function redeem(
  google: SiteConfig['google'],
  here: URL,
  attempt: GoogleAttempt | undefined,
): Promise<Redeemed & Pick<GoogleAttempt, 'nonce'>> {
  if (!google || !attempt || attempt.state !== here.searchParams.get('state')) {
    throw new LoginFailure('invalid_nonce_in_state');
  }
  const refused = here.searchParams.get('error');
  if (refused !== null) throw new LoginFailure(refusedEvent(refused));
  const { redeemCode } = await import('./google-flow.ts').catch((error: unknown) => {
    throw new LoginFailure('discovery_error', error);
  });
  return { ...(await redeemCode(google, here, attempt)), nonce: attempt.nonce };
}

async function finishSignIn(redeemed: ReturnType<typeof redeem>): Promise<UserModel> {
  const { idToken, nonce, accessToken } = await redeemed;
  googleToken.write({ idToken, nonce, accessToken });
  return deliverToken();
}

/** Passes success or failure on to the page that requested the contacts. */
async function finishContacts(redeemed: ReturnType<typeof redeem>): Promise<undefined> {
  try {
    const { accessToken, scope } = await redeemed;
    storeContactsAnswer({ accessToken, scope });
  } catch (error) {
    const cancelled = error instanceof LoginFailure && error.event === 'cancelled';
    storeContactsAnswer({
      refusal: cancelled
        ? 'You stopped before Google showed us your contacts. Nothing has changed.'
        : 'Google did not show us your contacts. Please try again.',
    });
  }
}

export interface GoogleReturnResult {
  /** The page the user wanted when pressing the button. */
  returnUrl: string | null;
  /** The signed-in user; undefined when the purpose was not to sign in. */
  user: Promise<UserModel | undefined>;
}

let last: { href: string; visit: GoogleReturnResult } | undefined;

/** Only the tab that began the attempt can finish it. Repeated calls with the same URL return the same result. */
export function finishGoogle(google: SiteConfig['google'], href: string): GoogleReturnResult {
  if (last?.href !== href) {
    const attempt = googleAttempt.take();
    const returnUrl = attempt?.returnUrl ?? null;
    const redeemed = redeem(google, new URL(href), attempt);
    const user = attempt?.purpose === 'contacts' ? finishContacts(redeemed) : finishSignIn(redeemed);
    last = { href, visit: { returnUrl, user } };
  }
  return last.visit;
}

export interface LoginMessage {
  tone: 'info' | 'danger';
  text: string;
}

/** The message shown to the user. */
export function failureMessage(error: unknown): LoginMessage {
  if (error instanceof ApiProblem) return { tone: 'danger', text: error.detail };
  const failure = error instanceof LoginFailure ? error : new LoginFailure('token_error', error);
  return { tone: failure.event === 'cancelled' ? 'info' : 'danger', text: failure.message };
}
