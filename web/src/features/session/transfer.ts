import type { AnswerOf } from '@gyan/contract/calls.ts';
import { entitiesOfRequest } from '#features/entities/store.ts';
import type { CallInput, CallName } from '#lib/api.ts';
import { offlineProblem } from '#lib/api-problem.ts';
import { callHeaders, isWorthRepeating, newKey } from '#lib/browser-api.ts';
import { callTarget } from '#lib/call-target.ts';
import { apiBase } from '#lib/paths.ts';
import { problemOf } from '#lib/problem-of.ts';
import { refreshUser } from './actions.ts';
import { currentSession, endSession } from './store.ts';

/** Bytes transferred and the total, which is unknown when the response does not state it. */
export type OnProgress = (loaded: number, total: number | undefined) => void;

interface Transfer {
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

interface Upload extends Transfer {
  /** Makes a retried create idempotent. */
  idempotencyKey?: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusedProblem(status: number, body: unknown, bearer: string | undefined) {
  if (status === 401 && bearer !== undefined) endSession(bearer);
  const problem = problemOf(status, body);
  if (problem.code === 'forbidden') void refreshUser().catch(() => undefined);
  return problem;
}

/** Uploads a form as the viewer. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function upload<K extends CallName>(
  call: K,
  form: FormData,
  { onProgress, signal, idempotencyKey = newKey() }: Upload = {},
): Promise<AnswerOf<K>> {
  const { method, path } = callTarget(call, undefined);
  const storeEntities = entitiesOfRequest(false);
  const bearer = currentSession()?.authdata;
  const send = () =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, apiBase + path);
      for (const [name, value] of callHeaders(method, bearer, document.cookie, idempotencyKey)) {
        request.setRequestHeader(name, value);
      }
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
        onProgress?.(loaded, lengthComputable ? total : undefined),
      );
      request.addEventListener('load', () =>
        resolve({ status: request.status, body: parse(request.responseText) }),
      );
      request.addEventListener('error', () => reject(offlineProblem()));
      request.addEventListener('abort', () => reject(signal?.reason as Error));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(form);
    });

  let { status, body } = await send();
  if (isWorthRepeating(method, path, status)) ({ status, body } = await send());
  if (status >= 200 && status < 300) {
    storeEntities(body);
    return body as AnswerOf<K>;
  }
  throw refusedProblem(status, body, bearer);
}

/** Downloads a file as the viewer. */
export async function download<K extends CallName>(
  call: K,
  { query, body }: Pick<CallInput<K>, 'query' | 'body'>,
  { onProgress, signal }: Transfer = {},
): Promise<Blob> {
  const { method, path } = callTarget(call, query);
  const bearer = currentSession()?.authdata;
  try {
    const headers = callHeaders(method, bearer, document.cookie);
    headers.set('accept', '*/*');
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(apiBase + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      signal,
    });
    if (!response.ok) throw refusedProblem(response.status, parse(await response.text()), bearer);
    return new Blob(await readAll(response, onProgress), {
      type: response.headers.get('content-type') ?? '',
    });
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    throw error instanceof TypeError ? offlineProblem() : error;
  }
}

async function readAll(response: Response, onProgress: OnProgress | undefined) {
  const length = Number(response.headers.get('content-length'));
  const total = length > 0 && !response.headers.has('content-encoding') ? length : undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    loaded += part.value.byteLength;
    onProgress?.(loaded, total);
  }
  return parts;
}
