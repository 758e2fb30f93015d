import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Adapter, Provider } from 'oidc-provider';

/**
 * How the provider responds.
 *
 * - `well`: normally
 * - `down`: 503 for every request
 * - `slow`: never
 * - `moved`: redirects to another host
 * - `huge`: sends too many bytes
 * - `foreign`: its keys are on another host
 * - `garbled`: sends invalid JSON
 * - `keyless`: has a discovery document but no keys
 */
export type OpenIdMode = 'well' | 'down' | 'slow' | 'moved' | 'huge' | 'foreign' | 'garbled' | 'keyless';

export interface TestOpenId {
  issuer: string;
  clientId: string;
  mode: OpenIdMode;
  /** Number of requests for its documents. */
  requests: number;
  /** A token signed with the provider's key; undefined claims are omitted. */
  sign(claims?: JWTPayload & Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

const clientId = 'gyan-test';

/** A real OpenID provider on loopback; the tests have its private key. */
export async function startOpenId(): Promise<TestOpenId> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };

  const server = createServer((request, response) => {
    openId.requests += 1;
    answerByMode(openId.mode, request, response, () => void answer?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = new Provider(issuer, {
    adapter: forgetfulAdapter,
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://localhost:3000/login'],
      },
    ],
    features: { devInteractions: { enabled: false } },
  }).callback();

  const openId: TestOpenId = {
    issuer,
    clientId,
    mode: 'well',
    requests: 0,
    sign(claims = {}) {
      const now = Math.floor(Date.now() / 1000);
      const whole: JWTPayload = {
        iss: issuer,
        aud: clientId,
        sub: 'subject-1',
        iat: now,
        exp: now + 300,
        email: 'someone@example.org',
        email_verified: true,
        given_name: 'Some',
        family_name: 'One',
        ...claims,
      };
      return new SignJWT(whole).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return openId;
}

/** An adapter without storage: only the documents and the key are used. */
function forgetfulAdapter(): Adapter {
  const nothing = async () => undefined;
  return {
    upsert: nothing,
    find: nothing,
    findByUserCode: nothing,
    findByUid: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}

function answerByMode(
  mode: OpenIdMode,
  request: IncomingMessage,
  response: ServerResponse,
  behave: () => void,
): void {
  const json = (status: number, text: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  if (mode === 'well' || (mode === 'keyless' && request.url !== '/jwks')) behave();
  else if (mode === 'down' || mode === 'keyless') json(503, '{}');
  else if (mode === 'moved') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (mode === 'huge') json(200, JSON.stringify({ filler: 'x'.repeat(2_000_000) }));
  else if (mode === 'garbled') json(200, '<html>not JSON');
  else if (mode === 'foreign') {
    json(
      200,
      JSON.stringify({ issuer: `http://${request.headers.host}`, jwks_uri: 'http://localhost:9/jwks' }),
    );
  }
}

/** Follows the redirects and cookies of a sign-in at a provider, as a browser does. */
export function openIdBrowser() {
  const cookies = new Map<string, { value: string; path: string }>();
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url);
    const cookie = [...cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { value, path });
    }
    return response;
  };
  return {
    go,
    /** Follows redirects until a URL starts with `end`, or a page is reached. */
    async follow(
      url: string,
      end: string,
      init?: RequestInit,
    ): Promise<{ url: string; response?: Response }> {
      let next = url;
      let response = await go(next, init);
      for (let hops = 0; hops < 10; hops += 1) {
        const location = response.headers.get('location');
        if (location === null) return { url: next, response };
        next = new URL(location, next).href;
        if (next.startsWith(end)) return { url: next };
        response = await go(next);
      }
      throw new Error('too many redirects');
    },
  };
}

export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
