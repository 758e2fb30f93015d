import * as z from 'zod/mini';
import { defineCalls } from './call.ts';

/** A number below `most` is searched whose SHA-256, after the salt, is `target`. */
export const Challenge = z.object({
  /** The time it ends in milliseconds, a point, and random characters. */
  salt: z.string(),
  /** Hexadecimal, as the signature of the server. */
  target: z.string(),
  signature: z.string(),
  most: z.int(),
});
export type Challenge = z.infer<typeof Challenge>;

const failed = 'The check of the sign-up form failed. Please try again.';

/** Sent with the sign-up form: salt, target, signature and the number that was found, with colons between them. */
export const SolvedChallenge = z
  .string(failed)
  .check(z.regex(/^\d{13}\.[\w-]{20,40}:[0-9a-f]{64}:[0-9a-f]{64}:\d{1,7}$/, failed));

export const challengeCalls = defineCalls({
  'GET /signup_challenge': {
    summary: 'Work that the browser does before a sign-up, if this site asks for it',
    tag: 'Sign-in',
    who: 'anyone',
    answer: z.object({ challenge: z.nullable(Challenge) }),
  },
});
