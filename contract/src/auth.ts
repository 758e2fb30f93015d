import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { SolvedChallenge } from './challenges.ts';
import { Email, NewPassword, Password, TypedPassword, token } from './credentials.ts';
import { lengths } from './limits.ts';
import { Done } from './scalars.ts';
import { optionalText } from './text.ts';
import { FirstName, LastName, UserModel } from './users.ts';

export const LoginForm = z.object({ emailId: Email, password: TypedPassword });

export const RegisterForm = z.object({
  firstName: FirstName,
  lastName: LastName,
  emailID: Email,
  password: Password,
  /** Token of an invitation: both users are connected once the e-mail address is verified. */
  invitationToken: z.optional(token('The link of the invitation is required')),
  /** Where the site asks for it. */
  challenge: z.optional(SolvedChallenge),
});

export const ResetRequestForm = z.object({ emailId: Email });

export const ResetPasswordForm = z.object({
  reqToken: token('The link of the e-mail is required'),
  password: NewPassword,
});

export const VerifyForm = z.object({ regToken: token('The link of the e-mail is required') });

const GoogleForm = z.object({
  googleJWT: token('Google sign-in did not send an identity token', lengths.identityToken),
  /** The nonce that the browser passed to Google for this token. */
  nonce: optionalText({ label: 'Nonce', max: lengths.token }),
  /** The access token issued with the identity token, which must then contain its hash. */
  accessToken: optionalText({ label: 'Access token', max: lengths.identityToken }),
});

/** Only the token is used: Facebook returns the user's data. */
const FacebookForm = z.object({
  authToken: token('Facebook sign-in did not send a token', lengths.identityToken),
  firstName: optionalText({ label: 'First name', max: lengths.personName, isName: true }),
  lastName: optionalText({ label: 'Last name', max: lengths.personName, isName: true }),
  email: optionalText({ label: 'E-mail', max: lengths.email }),
  photoUrl: optionalText({ label: 'Photo', max: lengths.url }),
});

export const SignedIn = z.object({ authToken: z.string(), userModel: UserModel });
export type SignedIn = z.infer<typeof SignedIn>;

export const SecondFactorKind = z.enum(
  ['totp', 'passkey', 'recovery'],
  'Kind must be totp, passkey or recovery',
);
export type SecondFactorKind = z.infer<typeof SecondFactorKind>;

/** Instead of a session: the first proof was right, and a second factor is needed. */
export const SecondFactorNeeded = z.object({ secondFactor: z.array(SecondFactorKind), ticket: z.string() });
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

const SignInAnswer = z.union([SignedIn, SecondFactorNeeded]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

const tag = 'Sign-in';

export const authCalls = defineCalls({
  'POST /login': {
    summary: 'Sign in by e-mail and password',
    tag,
    who: 'anyone',
    body: LoginForm,
    answer: SignInAnswer,
    errors: ['invalid_credentials'],
    limit: 'signIn',
  },
  'POST /glogin': {
    summary: 'Sign in by a Google identity token',
    tag,
    who: 'anyone',
    body: GoogleForm,
    answer: SignInAnswer,
    errors: ['invalid_credentials', 'google_not_configured', 'unavailable'],
    limit: 'signIn',
  },
  'POST /flogin': {
    summary: 'Sign in by a Facebook token',
    tag,
    who: 'anyone',
    body: FacebookForm,
    answer: SignInAnswer,
    errors: ['invalid_credentials', 'facebook_not_configured', 'unavailable'],
    limit: 'signIn',
  },
  'POST /register': {
    summary: 'Sign up; the same answer whether or not the address is known',
    tag,
    who: 'anyone',
    body: RegisterForm,
    answer: Done,
    limit: 'register',
  },
  'POST /ve': {
    summary: 'Verify an e-mail address',
    tag,
    who: 'anyone',
    body: VerifyForm,
    answer: SignedIn,
    errors: ['token_invalid'],
    limit: 'verifyEmail',
  },
  'PUT /resetpasswordreq': {
    summary: 'Ask for a reset link; the same answer whether or not the address is known',
    tag,
    who: 'anyone',
    body: ResetRequestForm,
    answer: Done,
    limit: 'resetAndResend',
  },
  'PUT /resetpassword': {
    summary: 'Set a new password by a reset link',
    tag,
    who: 'anyone',
    body: ResetPasswordForm,
    answer: SignInAnswer,
    errors: ['token_invalid'],
    limit: 'resetPassword',
  },
  'POST /r/logout': {
    summary: 'End this session',
    tag,
    who: 'signed-in',
    onlySession: true,
    whileSuspended: true,
    answer: Done,
  },
  'POST /r/resendverification': {
    summary: 'Send the verification link again',
    tag,
    who: 'signed-in',
    onlySession: true,
    answer: Done,
    limit: 'resetAndResend',
  },
});
