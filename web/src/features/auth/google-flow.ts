import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  None,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type GoogleAttempt, googleAttempt } from '#features/session/stored-values.ts';
import type { SiteConfig } from '#lib/head.ts';
import { patterns } from '#lib/paths.ts';
import { contactScopes } from './contact-scopes.ts';
import { exchangeEvent, LoginFailure } from './login-events.ts';
import { newNonce } from './nonce.ts';

/*
 * OpenID sign-in by authorization code with PKCE. This file and its library are loaded on demand: when the button is
 * pressed, and on the return from the provider.
 */

type Google = NonNullable<SiteConfig['google']>;

const scopes = {
  'sign-in': 'openid profile email',
  contacts: ['openid', 'email', ...Object.values(contactScopes)].join(' '),
};
const tolerance = 600;

async function configure({ issuer, clientId }: Google): Promise<Configuration> {
  const address = new URL(issuer);
  try {
    return await discovery(address, clientId, { [clockTolerance]: tolerance }, None(), {
      // Only a local provider, as in the demo, uses plain http.
      execute: address.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
  } catch (error) {
    throw new LoginFailure('discovery_error', error);
  }
}

/** Stores the attempt and returns the provider's URL. */
export async function beginGoogle(
  google: Google,
  returnUrl: string | null,
  purpose: GoogleAttempt['purpose'] = 'sign-in',
): Promise<URL> {
  const config = await configure(google);
  const attempt = {
    purpose,
    state: randomState(),
    nonce: newNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    returnUrl,
  };
  const challenge = await calculatePKCECodeChallenge(attempt.codeVerifier);
  googleAttempt.write(attempt);
  return buildAuthorizationUrl(config, {
    redirect_uri: new URL(patterns.login, location.origin).href,
    response_type: 'code',
    scope: scopes[purpose],
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
}

export interface Redeemed {
  idToken: string;
  accessToken: string;
  /** The granted scopes, possibly fewer than requested. */
  scope: string;
}

/** Exchanges the authorization code for tokens; throws a LoginFailure. */
export async function redeemCode(google: Google, here: URL, attempt: GoogleAttempt): Promise<Redeemed> {
  const config = await configure(google);
  try {
    const answer = await authorizationCodeGrant(config, here, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    });
    if (answer.id_token === undefined) throw new LoginFailure('token_validation_error');
    return {
      idToken: answer.id_token,
      accessToken: answer.access_token,
      scope: answer.scope ?? scopes[attempt.purpose],
    };
  } catch (error) {
    throw error instanceof LoginFailure ? error : new LoginFailure(exchangeEvent(error), error);
  }
}
