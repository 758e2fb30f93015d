import { kept } from '#lib/kept.ts';

/** Where to go once the address is verified. In localStorage, because the e-mail's link opens another tab. */
export const returnPath = kept<string>('localStorage', 'returnUrl');

/** A pending redirect to Google. */
export interface GoogleAttempt {
  /** To sign in, or to read the contacts of a signed-in user. */
  purpose: 'sign-in' | 'contacts';
  state: string;
  nonce: string;
  codeVerifier: string;
  returnUrl: string | null;
}
export const googleAttempt = kept<GoogleAttempt>('sessionStorage', 'googleAttempt');

/** Google's token, until our server has accepted it. */
export interface GoogleToken {
  idToken: string;
  nonce: string;
}
export const googleToken = kept<GoogleToken>('sessionStorage', 'googleToken');

/** Whether the server ended the last session of this tab; the sign-in page says so. */
export const sessionLapsed = kept<true>('sessionStorage', 'sessionLapsed');

/** Clears all stored sign-in data except the session. */
export function forgetKeepsakes() {
  for (const keepsake of [returnPath, googleAttempt, googleToken, sessionLapsed]) keepsake.forget();
}
