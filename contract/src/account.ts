import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { CurrentPassword } from './credentials.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { Done, Id, IdInput, Nanoseconds } from './scalars.ts';

export const SessionModel = z.object({
  sessionId: Id,
  createdAt: Nanoseconds,
  lastSeenAt: Nanoseconds,
  userAgent: z.nullish(z.string()),
  /** The first part of the network address of the sign-in, such as `203.0.113.0/24`. */
  network: z.nullish(z.string()),
  /** The session of this request. */
  current: z.boolean(),
});
export type SessionModel = z.infer<typeof SessionModel>;

/**
 * Not required within ten minutes of sign-in. Only in the body, because URLs end up in logs and browser
 * histories.
 */
const Reauthentication = z.object({ currentPasswd: CurrentPassword });

const row = { tag: 'Account', who: 'verified', onlySession: true } as const;

export const accountCalls = defineCalls({
  'GET /r/sessions': {
    summary: 'Where I am signed in',
    ...row,
    query: PageQuery,
    answer: z.object({ sessionModelVec: z.array(SessionModel), ...pageAnswer }),
  },
  'DELETE /r/session': {
    summary: 'End one of my sessions',
    ...row,
    query: z.object({ sessionId: IdInput }),
    answer: Done,
    errors: ['not_found'],
  },
  'DELETE /r/sessions': { summary: 'End all my other sessions', ...row, answer: Done },
  'GET /r/export': {
    summary: 'Everything of mine, as a zip of JSON and pictures, within ten minutes of signing in',
    ...row,
    whileSuspended: true,
    answer: Done,
    alsoAnswers: ['application/zip'],
    errors: ['reauth_required'],
  },
  'POST /r/export': {
    summary: 'The same with the current password, at any time',
    ...row,
    whileSuspended: true,
    body: Reauthentication,
    answer: Done,
    alsoAnswers: ['application/zip'],
    errors: ['reauth_required'],
    limit: 'signIn',
  },
  'DELETE /r/account': {
    summary: 'Delete my account: hidden at once, erased after 30 days unless I sign in again',
    ...row,
    whileSuspended: true,
    body: z.nullish(Reauthentication),
    answer: Done,
    errors: ['reauth_required', 'forbidden'],
    limit: 'signIn',
  },
});
