import type { AnswerOf, BodyOf, CallName, QueryOf } from '@gyan/contract/calls.ts';
import { createContext } from 'react-router';

export type { CallName };

export interface CallInput<K extends CallName> {
  query?: QueryOf<K>;
  /** A form's data travels as multipart, everything else as JSON. */
  body?: BodyOf<K> | FormData;
  signal?: AbortSignal;
  /** Names one intention, so that a repeated create is made once. A fresh one for every call unless given. */
  idempotencyKey?: string;
}

/** Makes a call of the contract: in process while rendering, over the network in the browser. */
export type Api = <K extends CallName>(call: K, input?: CallInput<K>) => Promise<AnswerOf<K>>;

/** How a page's loader reaches the API, on either side. */
export const apiContext = createContext<Api>();
