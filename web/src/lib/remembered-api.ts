import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Api, CallInput, CallName } from './api.ts';

const mostKept = 60;

/** Long enough to read on, short enough that what its maker adds is seen. */
const longest = 5 * 60_000;

let memory: { name: string; since: number; api: Api } | undefined;

/** Reads again what was read before from memory. Nothing that failed is kept. */
function remembering(api: Api): Api {
  const answers = new Map<string, Promise<unknown>>();
  return <K extends CallName>(call: K, input?: CallInput<K>): Promise<AnswerOf<K>> => {
    const key = `${call} ${JSON.stringify(input?.query ?? {})}`;
    const known = answers.get(key);
    // What stands under a call's name came from that call.
    if (known) return known as Promise<AnswerOf<K>>;
    const answer = api(call, input);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    const oldest = answers.keys().next().value;
    if (answers.size > mostKept && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}

/**
 * For somebody who steps through one thing, named by `name`: in the browser each part of it is fetched once until
 * `forgetReads`, which the page says when it is left. A server remembers nothing: others ask it too.
 */
export function rememberedApi(api: Api, name: string): Api {
  if (typeof document === 'undefined') return api;
  const now = Date.now();
  if (memory?.name !== name || now - memory.since > longest)
    memory = { name, since: now, api: remembering(api) };
  return memory.api;
}

export function forgetReads() {
  memory = undefined;
}
