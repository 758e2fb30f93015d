import type { SecondFactorNeeded, SignedIn, SignInAnswer } from '@gyan/contract/auth.ts';

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
