import type { AnswerOf, BodyOf, CallName, QueryOf } from '@gyan/contract/calls.ts';
import { createContext } from 'react-router';

export type { CallName };

export interface CallInput<K extends CallName> {
  query?: QueryOf<K>;
  /** FormData is sent as multipart, anything else as JSON. */
  body?: BodyOf<K> | FormData;
  signal?: AbortSignal;
  /** Makes a repeated create idempotent. By default a new key for every call. */
  idempotencyKey?: string;
  /** Lets the request outlive the page; browsers limit its body to 64 kB. */
  keepalive?: boolean;
}

/** Makes a call of the contract: in process during rendering, over the network in the browser. */
export type Api = <K extends CallName>(call: K, input?: CallInput<K>) => Promise<AnswerOf<K>>;

/** The API for page loaders, on the server and in the browser. */
export const apiContext = createContext<Api>();
