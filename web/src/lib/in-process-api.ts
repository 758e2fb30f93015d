import type { AnswerOf } from '@gyan/contract/calls.ts';
import type { Api, CallInput, CallName } from './api.ts';
import { callTarget } from './call-target.ts';
import { problemOf } from './problem-of.ts';

/** The part of `RenderInput` that answers calls during rendering. */
export type InProcessApi = (request: {
  method: 'GET';
  path: string;
}) => Promise<{ status: number; body: unknown }>;

export function inProcessApi(answer: InProcessApi): Api {
  return async <K extends CallName>(call: K, input: CallInput<K> = {}) => {
    const { method, path } = callTarget(call, input.query);
    if (method !== 'GET') throw new TypeError(`A page may only read while it is rendered, not ${call}`);
    const { status, body } = await answer({ method, path });
    if (status >= 400) throw problemOf(status, body);
    return body as AnswerOf<K>;
  };
}
