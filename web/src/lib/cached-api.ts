import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Api, CallInput, CallName } from './api.ts';

const maxEntries = 60;

/** The maximum age of a cached read. */
const maxAge = 5 * 60_000;

let current: { name: string; since: number; api: Api } | undefined;

/** Caches reads in memory. Errors are not cached. */
function withCache(api: Api): Api {
  const answers = new Map<string, Promise<unknown>>();
  return <K extends CallName>(call: K, input?: CallInput<K>): Promise<AnswerOf<K>> => {
    const key = `${call} ${JSON.stringify(input?.query ?? {})}`;
    const known = answers.get(key);
    // The cache key contains the call, so the type matches.
    if (known) return known as Promise<AnswerOf<K>>;
    const answer = api(call, input);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    const oldest = answers.keys().next().value;
    if (answers.size > maxEntries && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/**
 * In the browser, caches the reads of the chain or subject `name` until `clearCachedApi`, which the page calls
 * on leave. On the server nothing is cached, because all visitors share it.
 */
export function cachedApi(api: Api, name: string): Api {
  if (typeof document === 'undefined') return api;
  const now = Date.now();
  if (current?.name !== name || now - current.since > maxAge)
    current = { name, since: now, api: withCache(api) };
  return current.api;
}

export function clearCachedApi() {
  current = undefined;
}
