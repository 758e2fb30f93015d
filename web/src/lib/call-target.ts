type QueryValue = string | number | boolean | null | undefined;

/** The method and URL of a call: `GET /post` with its query string. */
export function callTarget(call: string, query: unknown): { method: string; path: string } {
  const [method = '', path = ''] = call.split(' ', 2);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, QueryValue>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}
