export interface Asked {
  method?: string;
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
  /** An `Idempotency-Key`. */
  key?: string;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
  ms: number;
}

/** Asks one of the product's calls, or any other of its addresses. Rejects where no whole answer comes. */
export async function ask(base: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', token, body, form, key, timeoutMs = 10_000, headers } = asked;
  const begun = performance.now();
  const answer = await fetch(`${base}${path}`, {
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
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers, ms: performance.now() - begun };
}

/** The parsed answer of a call that has to succeed. */
export async function demand<T>(base: string, path: string, asked: Asked = {}): Promise<T> {
  const { status, text } = await ask(base, path, asked);
  if (status !== 200) throw new Error(`${asked.method ?? 'GET'} ${path} was answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
