import * as z from 'zod/mini';
import { defineCalls } from './call.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A number below `most` is searched whose SHA-256 after the salt is `target`. */
export const Challenge = z.object({
  /** The time it ends in milliseconds, a point, and random characters. */
  salt: z.string().check(z.regex(/^\d{13}\.[\w-]{20,40}$/)),
  target: hash,
  /** Of the server. */
  signature: hash,
  most: z.int(),
});
export type Challenge = z.infer<typeof Challenge>;

/** Sent with the sign-up form. */
export const SolvedChallenge = z.object({
  salt: Challenge.shape.salt,
  target: hash,
  signature: hash,
  number: z.int().check(z.minimum(0)),
});
export type SolvedChallenge = z.infer<typeof SolvedChallenge>;

export const challengeCalls = defineCalls({
  'GET /signup_challenge': {
    summary: 'Work that the browser does before a sign-up, if this site asks for it',
    tag: 'Sign-in',
    who: 'anyone',
    answer: z.object({ challenge: z.nullable(Challenge) }),
  },
});
