import type { SecondFactorNeeded, SignedIn, SignInAnswer } from '@gyan/contract/auth.ts';
import { api } from './actions.ts';
import { startSession } from './store.ts';

/** The first proof was right; the sign-in goes on with the second step. */
export class SecondFactorRequired extends Error {
  override readonly name = 'SecondFactorRequired';
  readonly needed: SecondFactorNeeded;

  constructor(needed: SecondFactorNeeded) {
    super('Please confirm your sign-in with your second factor.');
    this.needed = needed;
  }
}

export function signedIn(answer: SignInAnswer): SignedIn {
  if ('ticket' in answer) throw new SecondFactorRequired(answer);
  return answer;
}

/** Throws `SecondFactorRequired` if the password alone is not enough. */
export async function signIn(emailId: string, password: string) {
  const { authToken, userModel } = signedIn(await api('POST /login', { body: { emailId, password } }));
  startSession({ authdata: authToken, userModel });
  return userModel;
}
