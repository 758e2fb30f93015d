import {
  allowInsecureRequests,
  authorizationCodeGrant,
  Configuration,
  customFetch,
  None,
} from 'openid-client';
import { describe, expect, it } from 'vitest';
import { exchangeEvent, type LoginEvent, LoginFailure, refusedEvent } from './login-events.ts';

const issuer = 'http://provider.example';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const now = Math.floor(Date.now() / 1000);
const claims = { iss: issuer, aud: 'gyan', sub: 'asha', nonce: 'ours', iat: now, exp: now + 60 };
const token = (changes: object) =>
  `${encode({ alg: 'RS256' })}.${encode({ ...claims, ...changes })}.${Buffer.from('signature').toString('base64url')}`;

/** The outcome of a code exchange when the provider answers so. */
async function eventOf(answer: () => Response): Promise<LoginEvent | 'taken'> {
  const server = { issuer, token_endpoint: `${issuer}/token` };
  const config = new Configuration(server, 'gyan', undefined, None());
  allowInsecureRequests(config);
  config[customFetch] = async () => answer();
  try {
    await authorizationCodeGrant(config, new URL('http://site.example/login?code=c&state=s'), {
      expectedState: 's',
      expectedNonce: 'ours',
      pkceCodeVerifier: 'v'.repeat(43),
      idTokenExpected: true,
    });
    return 'taken';
  } catch (error) {
    return exchangeEvent(error);
  }
}

const answering = (changes: object) => () =>
  Response.json({ access_token: 'a', token_type: 'bearer', id_token: token(changes) });

describe('what becomes of a code', () => {
  it('a good token is taken', async () => {
    expect(await eventOf(answering({}))).toBe('taken');
  });

  it.each([
    ['of another issuer', { iss: 'http://evil.example' }],
    ['for another client', { aud: 'somebody else' }],
    ['for another sign-in', { nonce: 'theirs' }],
    ['that has expired', { iat: now - 7200, exp: now - 3600 }],
    ['that names nobody', { sub: undefined }],
    ['without a time', { iat: undefined }],
  ])('a token %s does not pass', async (_what, changes) => {
    expect(await eventOf(answering(changes))).toBe('token_validation_error');
  });

  it('an answer without an identity token does not pass', async () => {
    const answer = () => Response.json({ access_token: 'a', token_type: 'bearer' });
    expect(await eventOf(answer)).toBe('token_validation_error');
  });

  it.each([
    ['refuses the code', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
    ['is broken', () => new Response('oops', { status: 502 })],
  ])('a provider that %s gives no token', async (_what, answer) => {
    expect(await eventOf(answer)).toBe('token_error');
  });

  it('a provider that cannot be reached gives no token', async () => {
    const offline = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await eventOf(offline)).toBe('token_error');
  });
});

describe('what the provider says', () => {
  it('turning back is not a fault', () => {
    expect(refusedEvent('access_denied')).toBe('cancelled');
  });

  it('anything else is', () => {
    expect(refusedEvent('server_error')).toBe('code_error');
  });

  it('a failure speaks in sentences', () => {
    expect(new LoginFailure('invalid_nonce_in_state').message).toMatch(/^[A-Z].*\.$/);
  });
});
