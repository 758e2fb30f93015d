import type { UserModel } from '@gyan/contract/users.ts';
import { type GoogleAttempt, googleAttempt, googleToken } from '#features/session/keepsakes.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import type { SiteConfig } from '#lib/head.ts';
import { signInWithGoogle } from './api.ts';
import { leaveContactsAnswer } from './contacts-answer.ts';
import type { Redeemed } from './google-flow.ts';
import { LoginFailure, refusedEvent } from './login-events.ts';

/** Whether this is the address a provider has sent somebody back to. */
export const isGoogleReturn = (search: URLSearchParams) =>
  search.has('state') && (search.has('code') || search.has('error'));

/** Gives what Google answered to our server. What could not be delivered is kept for another try. */
export async function deliverToken(): Promise<UserModel> {
  const token = googleToken.read();
  if (token === undefined) throw new LoginFailure('invalid_nonce_in_state');
  try {
    const user = await signInWithGoogle(token.idToken, token.nonce);
    googleToken.forget();
    return user;
  } catch (error) {
    if (!canDeliverLater(error)) googleToken.forget();
    throw error;
  }
}

/** The server was away or busy; the token is still good. */
export const canDeliverLater = (error: unknown) =>
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
  const { idToken, nonce } = await redeemed;
  googleToken.keep({ idToken, nonce });
  return deliverToken();
}

/** Either way the page that asked is told, and is where the person goes on. */
async function finishContacts(redeemed: ReturnType<typeof redeem>): Promise<undefined> {
  try {
    const { accessToken, scope } = await redeemed;
    leaveContactsAnswer({ accessToken, scope });
  } catch (error) {
    const cancelled = error instanceof LoginFailure && error.event === 'cancelled';
    leaveContactsAnswer({
      refusal: cancelled
        ? 'You stopped before Google showed us your contacts. Nothing has changed.'
        : 'Google did not show us your contacts. Please try again.',
    });
  }
}

export interface GoogleVisit {
  /** Where the person wanted to go when they pressed the button. */
  returnUrl: string | null;
  /** Who has signed in; nobody, where the visit was for something else. */
  user: Promise<UserModel | undefined>;
}

let last: { href: string; visit: GoogleVisit } | undefined;

/** Only the tab that began a visit can finish it, and only once, however often the page asks. */
export function finishGoogle(google: SiteConfig['google'], href: string): GoogleVisit {
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

/** In words for the person. */
export function failureMessage(error: unknown): LoginMessage {
  if (error instanceof ApiProblem) return { tone: 'danger', text: error.detail };
  const failure = error instanceof LoginFailure ? error : new LoginFailure('token_error', error);
  return { tone: failure.event === 'cancelled' ? 'info' : 'danger', text: failure.message };
}
