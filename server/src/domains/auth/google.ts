import { createHash } from 'node:crypto';
import { canonicalEmail } from '@gyan/contract/credentials.ts';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { ProblemError } from '#http/problems.ts';
import { fetchJson, OutboundError } from '#lib/outbound.ts';
import { type GoogleSettings, googleIssuer } from './google-settings.ts';
import { type ProviderProfile, plainName } from './provider-profile.ts';

const skewSeconds = 600;
const timeoutMs = 2_500;
const maxBytes = 256 * 1024;
const discoveryMaxAgeMs = 24 * 3600 * 1000;

/** Google uses two spellings of its issuer. */
const googleNames = [googleIssuer, 'accounts.google.com'];
/** Google serves its keys from another host; every other issuer from its own. */
const googleKeys = 'https://www.googleapis.com';

/** What a browser claims about its sign-in; the token must match it. */
interface Circumstances {
  nonce: string | undefined;
  accessToken: string | undefined;
}

/** Verifies the identity token that a browser got from the provider. */
export interface TokenChecker {
  check(token: string, circumstances: Circumstances): Promise<ProviderProfile>;
}

export function createTokenChecker(
  settings: GoogleSettings,
  keys = remoteKeys(settings.issuer),
): TokenChecker {
  const issuers = googleNames.includes(settings.issuer) ? googleNames : [settings.issuer];
  return {
    async check(token, { nonce, accessToken }) {
      const claims = await verify(token, keys, settings.clientId, issuers);
      if (nonce !== undefined && claims.nonce !== nonce) throw refusal('Wrong nonce');
      if (accessToken !== undefined) checkAccessToken(claims.at_hash, accessToken);
      return toPerson(claims, settings.issuer);
    },
  };
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  clientId: string,
  issuer: string[],
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256', 'ES256'],
      audience: clientId,
      issuer,
      clockTolerance: skewSeconds,
      // Checked from last to first.
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    checkOtherClaims(payload, clientId);
    return payload;
  } catch (error) {
    throw toProblem(error);
  }
}

function checkOtherClaims({ aud, azp, sub, iat }: JWTPayload, clientId: string): void {
  // A token with several audiences names its authorised party.
  if (Array.isArray(aud) && aud.length > 1 && azp !== clientId) throw refusal('Wrong audience');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw refusal('No sub claim in id_token');
  if ((iat ?? 0) > Date.now() / 1000 + skewSeconds) throw refusal('Token has expired');
}

/** `at_hash` is half of the access token's hash; both accepted signature algorithms use SHA-256. */
function checkAccessToken(named: unknown, accessToken: string): void {
  if (typeof named !== 'string') throw refusal('An at_hash is needed');
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
  if (named !== half.toString('base64url')) throw refusal('Wrong at_hash');
}

/** The error text for a missing or wrong claim. */
const claimRefusals: Record<string, string> = {
  aud: 'Wrong audience',
  sub: 'No sub claim in id_token',
  iat: 'No iat claim in id_token',
  iss: 'Wrong issuer',
  exp: 'Token has expired',
};

function toProblem(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return refusal('Token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) return refusal(claimRefusals[error.claim]);
  if (error instanceof OutboundError || error instanceof errors.JWKSTimeout) return unreachable(error);
  // The keys were fetched but could not be parsed.
  if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid) return unreachable(error);
  if (error instanceof errors.JOSEError) return refusal();
  return error;
}

function refusal(detail = 'This sign-in could not be verified. Please try again.'): ProblemError {
  return new ProblemError('invalid_credentials', detail);
}

function unreachable(cause: unknown): ProblemError {
  return new ProblemError(
    'unavailable',
    'Google sign-in cannot be reached just now. Please try again in a moment.',
    {
      retryAfter: 5,
      cause,
    },
  );
}

function toPerson(claims: JWTPayload, issuer: string): ProviderProfile {
  const email = typeof claims.email === 'string' ? canonicalEmail(claims.email) : undefined;
  if (email === undefined || claims.email_verified !== true) {
    throw refusal('Your Google account has no verified e-mail address.');
  }
  return {
    issuer: googleNames.includes(issuer) ? googleIssuer : issuer,
    subject: String(claims.sub),
    email,
    firstName: plainName(claims.given_name) || plainName(claims.name),
    lastName: plainName(claims.family_name),
    photo: claims.picture,
  };
}

/** The issuer's keys, found through its discovery document. Both are cached, with one request at a time. */
export function remoteKeys(issuer: string): JWTVerifyGetKey {
  let found: { keys: Promise<JWTVerifyGetKey>; until: number } | undefined;
  return async (header, token) => {
    if (!found || found.until < Date.now()) {
      const keys = discoverKeys(issuer);
      found = { keys, until: Date.now() + discoveryMaxAgeMs };
      keys.catch(() => {
        found = undefined;
      });
    }
    return (await found.keys)(header, token);
  };
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const url = new URL(`${issuer}/.well-known/openid-configuration`);
  const { status, body } = await fetchJson(url, { timeoutMs, maxBytes });
  const { issuer: named, jwks_uri: keysUrl } = (body ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  const jwksUrl = typeof keysUrl === 'string' && URL.canParse(keysUrl) ? new URL(keysUrl) : undefined;
  const allowed = issuer === googleIssuer ? [url.origin, googleKeys] : [url.origin];
  if (status !== 200 || named !== issuer || !jwksUrl || !allowed.includes(jwksUrl.origin)) {
    throw new OutboundError(`${url.origin} has no usable discovery document`);
  }
  return createRemoteJWKSet(jwksUrl, {
    timeoutDuration: timeoutMs,
    [customFetch]: async (address, { signal }) => {
      const answer = await fetchJson(new URL(address), { timeoutMs, maxBytes, signal });
      if (answer.status !== 200)
        throw new OutboundError(`${url.origin} answered ${answer.status} for its keys`);
      return Response.json(answer.body);
    },
  });
}
