type QueryValue = string | number | boolean | null | undefined;

/** Where a call goes: `GET /post` with its query spelled out. */
export function target(call: string, query: unknown): { method: string; path: string } {
  const [method = '', path = ''] = call.split(' ', 2);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, QueryValue>)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}
