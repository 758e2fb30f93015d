import * as z from 'zod/mini';
import { SecondFactorKind, SignedIn } from './auth.ts';
import { defineCalls } from './call.ts';
import { CurrentPassword, Email, token } from './credentials.ts';
import { lengths } from './limits.ts';
import { Count, Done, Id, IdInput, Nanoseconds } from './scalars.ts';
import { requiredText } from './text.ts';

export const FactorModel = z.object({
  factorId: Id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: Nanoseconds,
  lastUsedAt: z.nullish(Nanoseconds),
});
export type FactorModel = z.infer<typeof FactorModel>;

const name = requiredText({
  label: 'Name',
  max: lengths.listTitle,
  missing: 'Name needs to be specified',
  isName: true,
});
const ticket = token('The ticket is required', lengths.token);
const link = z.object({ t: token('The link of the e-mail is required') });
const stepUp = { currentPasswd: CurrentPassword };
/** The JSON of the browser's credential; the server's WebAuthn library checks its shape. */
const credential = z.record(z.string(), z.unknown(), 'The answer of the passkey is required');
/** A code, or the credential of a passkey. */
const response = z.union(
  [token('Code needs to be specified', lengths.token), credential],
  'A code or the answer of the passkey is required',
);
const options = z.object({ options: z.record(z.string(), z.unknown()), ticket: z.string() });
/** `factorsEndAt`: the factors were reported as lost, and end then. */
const factors = z.object({
  factorModelVec: z.array(FactorModel),
  recoveryCodesLeft: Count,
  factorsEndAt: z.nullish(Nanoseconds),
});
const factor = z.object({ factorModel: FactorModel });

export const EmailForm = z.object({ emailId: Email, ...stepUp });
export const FactorNameForm = z.object({ name });

const tag = 'Security';
const signIn = { tag, who: 'anyone', limit: 'signIn' } as const;
const own = { tag, who: 'verified', onlySession: true } as const;

export const factorCalls = defineCalls({
  'POST /login_second': {
    summary: 'Finish signing in with a second factor',
    ...signIn,
    body: z.object({ ticket, kind: SecondFactorKind, response }),
    answer: SignedIn,
    errors: ['invalid_credentials', 'second_factor_invalid'],
  },
  'POST /passkey_login_options': {
    summary: 'Begin to sign in by passkey; with a ticket, as the second factor',
    ...signIn,
    limit: 'factors',
    body: z.nullish(z.object({ ticket: z.optional(ticket) })),
    answer: options,
    errors: ['second_factor_invalid'],
  },
  'POST /passkey_login': {
    summary: 'Sign in by passkey alone',
    ...signIn,
    body: z.object({ ticket, response: credential }),
    answer: SignedIn,
    errors: ['invalid_credentials', 'second_factor_invalid'],
  },
  'POST /factor_reset': {
    summary: 'My factors are lost: remove them after 72 hours. Needs a ticket of a reset link',
    ...signIn,
    body: z.object({ ticket }),
    answer: z.object({ endsAt: Nanoseconds }),
    errors: ['second_factor_invalid'],
  },
  'GET /r/factors': { summary: 'My factors', ...own, answer: factors },
  'POST /r/passkey_options': {
    summary: 'Begin to register a passkey',
    ...own,
    body: z.nullish(z.object(stepUp)),
    answer: options,
    answersSecret: true,
    errors: ['reauth_required', 'conflict'],
    limit: 'factors',
  },
  'POST /r/passkey': {
    summary: 'Register a passkey',
    ...own,
    body: z.object({ ticket, response: credential, name }),
    answer: factor,
    errors: ['second_factor_invalid', 'conflict'],
  },
  'DELETE /r/factor': {
    summary: 'Remove a factor; recovery codes end with the last one',
    ...own,
    query: z.object({ factorId: IdInput }),
    body: z.nullish(z.object(stepUp)),
    answer: factors,
    errors: ['not_found', 'reauth_required'],
    limit: 'factors',
  },
  'POST /r/totp': {
    summary: 'Begin to set up an authenticator app',
    ...own,
    body: z.object({ name, ...stepUp }),
    answer: z.object({ factorId: Id, otpauthUrl: z.string() }),
    answersSecret: true,
    errors: ['reauth_required', 'conflict'],
    limit: 'factors',
  },
  'POST /r/totp_confirm': {
    summary: 'Confirm an authenticator app by one of its codes',
    ...own,
    body: z.object({ factorId: IdInput, code: token('Code needs to be specified', 20) }),
    answer: factor,
    errors: ['not_found', 'second_factor_invalid'],
    limit: 'signIn',
  },
  'POST /r/recovery_codes': {
    summary: 'Ten new recovery codes; the old ones end',
    ...own,
    body: z.nullish(z.object(stepUp)),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    answersSecret: true,
    errors: ['reauth_required'],
    limit: 'factors',
  },
  'DELETE /r/factor_reset': {
    summary: 'Stop the removal of factors that were reported as lost; needs the password in any case',
    ...own,
    body: z.nullish(z.object(stepUp)),
    answer: factors,
    errors: ['reauth_required'],
  },
  'POST /r/reauthenticate_options': {
    summary: 'Begin to confirm that it is me by passkey',
    ...own,
    answer: options,
    answersSecret: true,
    limit: 'factors',
  },
  'POST /r/reauthenticate': {
    summary: 'Confirm that it is me, by password or factor, for the next ten minutes',
    ...own,
    body: z.object({
      ...stepUp,
      kind: z.optional(SecondFactorKind),
      ticket: z.optional(ticket),
      response: z.optional(response),
    }),
    answer: Done,
    answersSecret: true,
    errors: ['reauth_required', 'second_factor_invalid'],
    limit: 'signIn',
  },
  'PUT /r/email': {
    summary: 'Change my address; both addresses are asked to confirm. The same answer for a taken address',
    ...own,
    body: EmailForm,
    answer: Done,
    errors: ['reauth_required'],
    limit: 'resetAndResend',
  },
  'POST /email_confirm': {
    summary: 'Confirm a change of address by one of its two links',
    tag,
    who: 'anyone',
    body: link,
    answer: z.object({ done: z.boolean() }),
    errors: ['token_invalid', 'conflict'],
    limit: 'verifyEmail',
  },
  'POST /not_me': {
    summary: 'A sign-in was not mine: end all sessions and ask for a new password',
    tag,
    who: 'anyone',
    body: link,
    answer: Done,
    errors: ['token_invalid'],
    limit: 'verifyEmail',
  },
});
