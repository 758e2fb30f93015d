import { api } from '#features/session/actions.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { PasskeyFailure, readPasskey } from '#lib/passkeys.ts';
import { finishSignIn, signInByPasskey } from '../api.ts';

/** Why a passkey was not accepted, for the user. */
export function passkeyMessage(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof PasskeyFailure) return error.message;
  return 'Something went wrong. Please try again.';
}

/** Starts a session; returns a message for the user if that fails. */
export async function signInWithPasskeyAlone(): Promise<string | undefined> {
  try {
    const { options, ticket } = await api('POST /passkey_login_options', { body: {} });
    await signInByPasskey({ ticket, response: await readPasskey(options) });
    return undefined;
  } catch (error) {
    return passkeyMessage(error);
  }
}

/** A passkey as the second factor. */
export async function finishWithPasskey(ticket: string) {
  const { options } = await api('POST /passkey_login_options', { body: { ticket } });
  return finishSignIn({ ticket, kind: 'passkey', response: await readPasskey(options) });
}
