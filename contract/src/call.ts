import type * as z from 'zod/mini';
import type { ProblemCode } from './errors.ts';
import type { LimitName } from './limits.ts';

/**
 * Who may make a call at all; policies on the server decide about single objects. `signed-in` needs a session, the
 * others also a verified e-mail address, and `creator` and `admin` that role or a higher one.
 */
export type Who = 'anyone' | 'signed-in' | 'verified' | 'creator' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `GET /post`: the method and the path below `/api/v1`. */
export type CallKey = `${Method} /${string}`;

export interface Call {
  /** One line for the API documentation. */
  summary: string;
  /** The section of the API documentation. */
  tag: string;
  who: Who;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Encoding of the body; JSON by default. */
  encoding?: 'json' | 'multipart';
  /** Maximum size of the body, if it differs from that of its encoding. */
  bodyBytes?: number;
  /** The field of a form that is a file. It is stored on disk until the request ends. */
  upload?: string;
  answer: z.ZodMiniType;
  /** Other media types of the answer, besides JSON. */
  alsoAnswers?: readonly ('application/zip' | 'text/event-stream')[];
  /** Problems of this call besides those its schema implies (validation, session, role, limits). */
  errors?: readonly ProblemCode[];
  /** The rate limit of this call; `general` by default. */
  limit?: LimitName;
  /** Only a session may make this call, never an API token. */
  onlySession?: true;
  /** Users whose account is suspended may make this call. */
  whileSuspended?: true;
  /** The answer or the body holds a secret, so it is not stored or hashed: the call takes no Idempotency-Key. */
  answersSecret?: true;
  /** The answer is the same for all users. The server caches it as bytes, and clients revalidate it by ETag. */
  cache?: 'public';
}

/** Allows only calls, each with only the fields of a call. */
type Exactly<Table> = {
  [Key in keyof Table]: Key extends CallKey
    ? Table[Key] & Record<Exclude<keyof Table[Key], keyof Call>, never>
    : never;
};

/** Keeps the literal types of every call; a call without `who` does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCalls<const Table extends Record<CallKey, Call>>(table: Table & Exactly<Table>): Table {
  return table;
}
