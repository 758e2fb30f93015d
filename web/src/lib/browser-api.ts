import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Api, CallInput, CallName } from './api.ts';
import { offlineProblem } from './api-problem.ts';
import { callTarget } from './call-target.ts';
import { apiBase } from './paths.ts';
import { dropPreloaded, preloadedReads, takePreloaded } from './preloaded-calls.ts';
import { problemOf } from './problem-of.ts';

export interface BrowserApiOptions {
  base?: string;
  token: () => string | undefined;
  cookies: () => string;
  /** The session of this token has ended. */
  onUnauthenticated: (token: string) => void;
  /** The user's role does not allow the call. */
  onForbidden?: () => void;
  /** The user's account is suspended. */
  onSuspended?: () => void;
}

const xsrfCookie = 'XSRF-TOKEN';

function cookie(cookies: string, name: string): string | undefined {
  const pair = cookies.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

/** Unique enough, and also available over plain http, where `crypto.randomUUID` is not. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A random UUID (version 4). */
export function newUuid(): string {
  const key = newKey();
  const variant = '89ab'[Number.parseInt(key.charAt(16), 16) % 4];
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-4${key.slice(13, 16)}-${variant}${key.slice(17, 20)}-${key.slice(20)}`;
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The headers of every request. Each POST has an idempotency key, so that a retry takes effect once. */
export function callHeaders(
  method: string,
  bearer: string | undefined,
  cookies: string,
  idempotencyKey?: string,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  if (method !== 'GET') {
    const xsrf = cookie(cookies, xsrfCookie);
    if (xsrf !== undefined) headers.set('x-xsrf-token', xsrf);
  }
  if (method === 'POST') headers.set('idempotency-key', idempotencyKey ?? newKey());
  return headers;
}

/**
 * A load balancer returns this if a server died during a request. It retries all but POST itself; the
 * idempotency key makes it safe to retry those here.
 */
export const isWorthRepeating = (method: string, path: string, status: number) =>
  status === 502 && method === 'POST' && path.startsWith('/r/');

export function browserApi({
  base = apiBase,
  token,
  cookies,
  onUnauthenticated,
  onForbidden,
  onSuspended,
}: BrowserApiOptions): Api {
  const running = new Set<Promise<unknown>>();
  return async <K extends CallName>(call: K, input: CallInput<K> = {}): Promise<AnswerOf<K>> => {
    const { method, path } = callTarget(call, input.query);
    const multipart = input.body instanceof FormData;
    const idempotencyKey = input.idempotencyKey ?? newKey();
    const receive = async (response: Response) => ({
      ok: response.ok,
      status: response.status,
      body: await readBody(response),
    });
    const send = async (bearer: string | undefined) => {
      // An answer may set the cookie while a write without its header is sent, which would then be refused.
      if (method !== 'GET' && cookie(cookies(), xsrfCookie) === undefined) {
        await Promise.allSettled([...running, ...preloadedReads()]);
      }
      if (method !== 'GET') dropPreloaded();
      const headers = callHeaders(method, bearer, cookies(), idempotencyKey);
      let body: string | FormData | undefined;
      if (input.body instanceof FormData) body = input.body;
      else if (input.body !== undefined) body = JSON.stringify(input.body);
      if (body !== undefined && !multipart) headers.set('content-type', 'application/json');
      try {
        const { signal, keepalive } = input;
        const sent = fetch(base + path, { method, headers, body, signal, ...(keepalive && { keepalive }) });
        running.add(sent);
        const response = await sent.finally(() => running.delete(sent));
        return await receive(response);
      } catch (error) {
        if (input.signal?.aborted) throw error;
        throw offlineProblem();
      }
    };

    const bearer = token();
    const preloaded = method === 'GET' ? await takePreloaded(base + path, bearer) : undefined;
    let answer = preloaded ? await receive(preloaded) : await send(bearer);
    if (isWorthRepeating(method, path, answer.status)) answer = await send(bearer);
    if (answer.status === 401 && bearer !== undefined) {
      onUnauthenticated(bearer);
      // Public reads are repeated as a visitor after the session has ended.
      if (method === 'GET' && !path.startsWith('/r/')) answer = await send(undefined);
    }
    if (!answer.ok) {
      const problem = problemOf(answer.status, answer.body);
      if (problem.code === 'forbidden') onForbidden?.();
      if (problem.code === 'suspended') onSuspended?.();
      throw problem;
    }
    return answer.body as AnswerOf<K>;
  };
}
