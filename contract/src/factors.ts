import * as z from 'zod/mini';
import { SignedIn } from './auth.ts';
import { defineCalls } from './call.ts';
import { CurrentPassword, Email, token } from './credentials.ts';
import { lengths } from './limits.ts';
import { Count, Done, Id, IdInput, Nanoseconds } from './scalars.ts';
import { requiredText } from './text.ts';

export const SecondFactorKind = z.enum(
  ['totp', 'passkey', 'recovery'],
  'Kind must be totp, passkey or recovery',
);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** Instead of a session: the password was right, and a second factor is needed. */
export const SecondFactorNeeded = z.object({ secondFactor: z.array(SecondFactorKind), ticket: z.string() });
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

export const FactorModel = z.object({
  factorId: Id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: Nanoseconds,
  lastUsedAt: z.nullish(Nanoseconds),
});
export type FactorModel = z.infer<typeof FactorModel>;

const tag = 'Security';
const name = requiredText({
  label: 'Name',
  max: lengths.listTitle,
  missing: 'Name needs to be specified',
  isName: true,
});
const ticket = token('The ticket is required', lengths.identityToken);
const stepUp = { currentPasswd: CurrentPassword };
/** The JSON of the browser's credential; the server's WebAuthn library checks its shape. */
const credential = z.record(z.string(), z.unknown(), 'The answer of the passkey is required');
const options = z.object({ options: z.record(z.string(), z.unknown()), ticket: z.string() });
const factors = z.object({ factorModelVec: z.array(FactorModel), recoveryCodesLeft: Count });

export const factorCalls = defineCalls({
  'POST /login_second': {
    summary: 'Finish signing in with a second factor',
    tag,
    who: 'anyone',
    body: z.object({ ticket, kind: SecondFactorKind, response: z.union([z.string(), credential]) }),
    answer: SignedIn,
    errors: ['second_factor_invalid'],
    limit: 'signIn',
  },
  'POST /passkey_login_options': {
    summary: 'Begin to sign in by passkey; with a ticket, as the second factor',
    tag,
    who: 'anyone',
    body: z.nullish(z.object({ ticket: z.optional(ticket) })),
    answer: options,
    limit: 'signIn',
  },
  'POST /passkey_login': {
    summary: 'Sign in by passkey alone',
    tag,
    who: 'anyone',
    body: z.object({ ticket, response: credential }),
    answer: SignedIn,
    errors: ['invalid_credentials', 'second_factor_invalid'],
    limit: 'signIn',
  },
  'GET /r/factors': { summary: 'My factors', tag, who: 'verified', answer: factors },
  'POST /r/passkey_options': {
    summary: 'Begin to register a passkey',
    tag,
    who: 'verified',
    body: z.nullish(z.object(stepUp)),
    answer: options,
    errors: ['reauth_required'],
  },
  'POST /r/passkey': {
    summary: 'Register a passkey',
    tag,
    who: 'verified',
    body: z.object({ ticket, response: credential, name }),
    answer: z.object({ factorModel: FactorModel }),
    errors: ['second_factor_invalid', 'conflict'],
  },
  'DELETE /r/factor': {
    summary: 'Remove a factor',
    tag,
    who: 'verified',
    query: z.object({ factorId: IdInput }),
    body: z.nullish(z.object(stepUp)),
    answer: factors,
    errors: ['not_found', 'reauth_required'],
  },
  'POST /r/totp': {
    summary: 'Begin to set up an authenticator app',
    tag,
    who: 'verified',
    body: z.object({ name, ...stepUp }),
    answer: z.object({ factorId: Id, otpauthUrl: z.string() }),
    errors: ['reauth_required'],
  },
  'POST /r/totp_confirm': {
    summary: 'Confirm an authenticator app by one of its codes',
    tag,
    who: 'verified',
    body: z.object({ factorId: IdInput, code: token('Code needs to be specified', 20) }),
    answer: z.object({ factorModel: FactorModel }),
    errors: ['not_found', 'second_factor_invalid'],
    limit: 'signIn',
  },
  'POST /r/recovery_codes': {
    summary: 'Ten new recovery codes; the old ones end',
    tag,
    who: 'verified',
    body: z.nullish(z.object(stepUp)),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['reauth_required'],
  },
  'POST /r/reauthenticate': {
    summary: 'Confirm that it is me, by password or factor, for the next ten minutes',
    tag,
    who: 'verified',
    body: z.object({
      currentPasswd: CurrentPassword,
      kind: z.optional(SecondFactorKind),
      ticket: z.optional(ticket),
      response: z.optional(z.union([z.string(), credential])),
    }),
    answer: Done,
    errors: ['reauth_required', 'second_factor_invalid'],
    limit: 'signIn',
  },
  'PUT /r/email': {
    summary: 'Change my address; both addresses are asked to confirm. The same answer for a taken address',
    tag,
    who: 'verified',
    body: z.object({ emailId: Email, ...stepUp }),
    answer: Done,
    errors: ['reauth_required'],
    limit: 'resetAndResend',
  },
  'POST /email_confirm': {
    summary: 'Confirm a change of address by one of its two links',
    tag,
    who: 'anyone',
    body: z.object({ t: token('The link of the e-mail is required') }),
    answer: z.object({ done: z.boolean() }),
    errors: ['token_invalid', 'conflict'],
    limit: 'verifyEmail',
  },
  'POST /not_me': {
    summary: 'A sign-in was not mine: end all sessions and ask for a new password',
    tag,
    who: 'anyone',
    body: z.object({ t: token('The link of the e-mail is required') }),
    answer: Done,
    errors: ['token_invalid'],
    limit: 'verifyEmail',
  },
});
