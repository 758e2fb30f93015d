import { kept } from '#lib/kept.ts';

/** Where to go once the address is verified: the link of the e-mail opens in another tab. */
export const returnPath = kept<string>('localStorage', 'returnUrl');

/** A visit to Google that is under way, for when the person comes back from there. */
export interface GoogleAttempt {
  /** To sign in, or to let us read the contacts of somebody who is. */
  purpose: 'sign-in' | 'contacts';
  state: string;
  nonce: string;
  codeVerifier: string;
  returnUrl: string | null;
}
export const googleAttempt = kept<GoogleAttempt>('sessionStorage', 'googleAttempt');

/** What Google answered, until our server has taken it. */
export interface GoogleToken {
  idToken: string;
  nonce: string;
}
export const googleToken = kept<GoogleToken>('sessionStorage', 'googleToken');

/** Whether it was the server who ended the last session of this tab, so that the sign-in page can say so. */
export const sessionLapsed = kept<true>('sessionStorage', 'sessionLapsed');

/** Everything of a sign-in that stands beside the session itself. */
export function forgetKeepsakes() {
  for (const keepsake of [returnPath, googleAttempt, googleToken, sessionLapsed]) keepsake.forget();
}
