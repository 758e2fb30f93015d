import { createHmac } from 'node:crypto';
import { canonicalEmail } from '@gyan/contract/credentials.ts';
import type { Config } from '#config.ts';
import { ProblemError } from '#http/problems.ts';
import { fetchJson, OutboundError } from '#lib/outbound.ts';
import { type ProviderProfile, plainName } from './provider-profile.ts';

/** Part of an identity, so it does not follow the configured address of the Graph API. */
const issuer = 'https://www.facebook.com';
const limits = { timeoutMs: 4_000, maxBytes: 64 * 1024 };

/** The token goes into a URL. Facebook refuses long ones, which must not count as an outage. */
const tokenShape = /^[\x21-\x7e]{1,2048}$/;

interface App {
  id: string;
  secret: string;
  graphUrl: string;
}

/** Asks the Graph API for the owner of the token. Claims of the browser are not trusted. */
export async function fetchFacebookProfile(
  config: Config['facebook'],
  token: string,
): Promise<ProviderProfile> {
  const { appId, appSecret, graphUrl } = config;
  if (appId === undefined || appSecret === undefined) throw new ProblemError('facebook_not_configured');
  if (!tokenShape.test(token)) throw refusal();
  const app = { id: appId, secret: appSecret, graphUrl };
  try {
    return await readPerson(app, token, await tokenOwner(app, token));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ProblemError(
      'unavailable',
      'Facebook cannot be reached just now. Please try again in a moment.',
      {
        retryAfter: 5,
        cause: error,
      },
    );
  }
}

/** A token made for another app would let that app sign in here as its users. */
async function tokenOwner(app: App, token: string): Promise<string> {
  const { status, body } = await requestGraph(app, 'debug_token', {
    input_token: token,
    access_token: `${app.id}|${app.secret}`,
  });
  // An invalid token is a 200; any other status is our error or Facebook's.
  const data = body.data as
    | { is_valid?: unknown; app_id?: unknown; user_id?: unknown; type?: unknown }
    | undefined;
  if (status !== 200 || typeof data !== 'object' || data === null) {
    throw new OutboundError(`The Graph API answered ${status} when asked about a token`);
  }
  if (data.is_valid !== true || String(data.app_id) !== app.id || typeof data.user_id !== 'string')
    throw refusal();
  if (data.type !== undefined && data.type !== 'USER') throw refusal();
  return data.user_id;
}

async function readPerson(app: App, token: string, owner: string): Promise<ProviderProfile> {
  const { status, body } = await requestGraph(app, 'me', {
    fields: 'id,first_name,last_name,email,picture.type(large)',
    access_token: token,
    appsecret_proof: createHmac('sha256', app.secret).update(token).digest('hex'),
  });
  if (status >= 400 && status < 500 && status !== 429) throw refusal();
  if (status !== 200) throw new OutboundError(`The Graph API answered ${status} when asked for a person`);
  const { id } = body;
  if (id !== owner || owner === '') throw refusal();
  const email = typeof body.email === 'string' ? canonicalEmail(body.email) : undefined;
  if (email === undefined) {
    throw refusal(
      'Facebook does not tell us your e-mail address. Please sign up with your e-mail address instead.',
    );
  }
  const picture = body.picture as { data?: { url?: unknown; is_silhouette?: unknown } } | undefined;
  return {
    issuer,
    subject: owner,
    email,
    firstName: plainName(body.first_name),
    lastName: plainName(body.last_name),
    photo: picture?.data?.is_silhouette === true ? undefined : picture?.data?.url,
  };
}

async function requestGraph(
  { graphUrl }: App,
  path: string,
  query: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = new URL(`${graphUrl}/${path}?${new URLSearchParams(query).toString()}`);
  const { status, body } = await fetchJson(url, limits);
  if (typeof body !== 'object' || body === null) throw new OutboundError('The Graph API answered no object');
  return { status, body: body as Record<string, unknown> };
}

function refusal(detail = 'This sign-in could not be verified. Please try again.'): ProblemError {
  return new ProblemError('invalid_credentials', detail);
}
