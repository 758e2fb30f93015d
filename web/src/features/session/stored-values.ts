import { storedValue } from '#lib/stored-value.ts';

/** Where to go once the address is verified. In localStorage, because the e-mail's link opens another tab. */
export const returnPath = storedValue<string>('localStorage', 'returnUrl');

/** The address of the last sign-up in this tab, until the session starts. */
export const signedUpAddress = storedValue<string>('sessionStorage', 'signedUpAddress');

/** A pending redirect to Google. */
export interface GoogleAttempt {
  /** To sign in, or to read the contacts of a signed-in user. */
  purpose: 'sign-in' | 'contacts';
  state: string;
  nonce: string;
  codeVerifier: string;
  returnUrl: string | null;
}
export const googleAttempt = storedValue<GoogleAttempt>('sessionStorage', 'googleAttempt');

/** Google's tokens, until our server has accepted them. */
export interface GoogleToken {
  idToken: string;
  nonce: string;
  /** The server compares it with the hash in the identity token. */
  accessToken: string;
}
export const googleToken = storedValue<GoogleToken>('sessionStorage', 'googleToken');

/** Whether the server ended the last session of this tab; the sign-in page says so. */
export const sessionExpired = storedValue<true>('sessionStorage', 'sessionLapsed');

/** Clears all stored sign-in data except the session. */
export function clearStoredValues() {
  const values = [returnPath, signedUpAddress, googleAttempt, googleToken, sessionExpired];
  for (const value of values) value.clear();
}
