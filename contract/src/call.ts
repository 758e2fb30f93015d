import type * as z from 'zod/mini';
import type { ProblemCode } from './errors.ts';
import type { LimitName } from './limits.ts';

/**
 * Who may make a call at all. What a caller may do to one particular thing is the
 * business of that noun's policy on the server.
 *
 * - `anyone`: with or without a session
 * - `signed-in`: any session, even one whose e-mail address is not verified yet
 * - `verified`: a session of a person whose address is verified
 * - `creator`, `admin`: verified, and of that role or a higher one
 */
export type Who = 'anyone' | 'signed-in' | 'verified' | 'creator' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `GET /post`: the method and the path below `/api/v1`. */
export type CallKey = `${Method} /${string}`;

export interface Call {
  /** One line for the docs page. */
  summary: string;
  /** The section of the docs page. */
  tag: string;
  who: Who;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** How the body travels; JSON unless said otherwise. */
  encoding?: 'json' | 'multipart';
  /** The largest body, where it differs from the size its encoding allows. */
  bodyBytes?: number;
  answer: z.ZodMiniType;
  /** Other media types the call can answer with, beside JSON. */
  alsoAnswers?: readonly ('application/zip' | 'text/event-stream')[];
  /** Problems this call raises beyond those its shape implies (validation, session, role, limits). */
  errors?: readonly ProblemCode[];
  /** The budget this call draws from; the general one unless named. */
  limit?: LimitName;
  /** The same answer for everybody: may be kept as bytes and revalidated by ETag. */
  cache?: 'public';
}

/** Nothing but calls, each with nothing but the fields of a call. */
type Exactly<Table> = {
  [Key in keyof Table]: Key extends CallKey
    ? Table[Key] & Record<Exclude<keyof Table[Key], keyof Call>, never>
    : never;
};

/** Keeps every call's literal types and refuses a row that does not say who may call. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCalls<const Table extends Record<CallKey, Call>>(table: Table & Exactly<Table>): Table {
  return table;
}
