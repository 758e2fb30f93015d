declare global {
  /** Reads that the boot script has sent with the stored session, by URL. */
  var preloadedCalls: { token: string; requests: Map<string, Promise<Response | undefined>> } | undefined;
}

/** A page that did not need an answer by then must not show it any more. */
const maxAgeMs = 10_000;

/** The answer to a read that the boot script has sent, once. Undefined if there is none, or if it failed. */
export async function takePreloaded(url: string, token: string | undefined): Promise<Response | undefined> {
  const { preloadedCalls } = globalThis;
  if (preloadedCalls?.token !== token || performance.now() > maxAgeMs) return undefined;
  const sent = preloadedCalls?.requests.get(url);
  preloadedCalls?.requests.delete(url);
  const response = await sent;
  return response?.ok ? response : undefined;
}

export const preloadedReads = () => [...(globalThis.preloadedCalls?.requests.values() ?? [])];

/** After a write the answers may be outdated. */
export function dropPreloaded() {
  globalThis.preloadedCalls = undefined;
}
