export interface RequestOptions {
  method?: string;
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
  /** An `Idempotency-Key`. */
  key?: string;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  text: string;
  headers: Headers;
  ms: number;
}

/** Sends a request to the product. Rejects unless a whole response arrives. */
export async function sendRequest(
  base: string,
  path: string,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const { method = 'GET', token, body, form, key, timeoutMs = 10_000, headers } = options;
  const startedAt = performance.now();
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: toForm(form) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, ms: performance.now() - startedAt };
}

/** The parsed body of a call that must succeed. */
export async function requestJson<T>(base: string, path: string, options: RequestOptions = {}): Promise<T> {
  const { status, text } = await sendRequest(base, path, options);
  if (status !== 200) throw new Error(`${options.method ?? 'GET'} ${path} was answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
