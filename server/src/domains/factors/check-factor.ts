import type { SecondFactorKind } from '@gyan/contract/auth.ts';
import type { Config } from '#config.ts';
import type { Transaction } from '#db/pool.ts';
import { ProblemError } from '#http/problems.ts';
import { checkPasskey, findNamedPasskey, type PasskeyResponse } from './passkeys.ts';
import { listTotps, takeRecoveryCode, takeStep } from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { decrypt, openKey } from './secrets.ts';
import { stepOf } from './totp.ts';

export type FactorConfig = Pick<Config, 'publicUrl' | 'mailFrom' | 'secretKey'>;

export interface FactorProof {
  kind: SecondFactorKind;
  response: string | PasskeyResponse;
  /** Of the passkey's request. */
  challenge: string | null;
}

/** Whether the proof is right; a code or signature is consumed with it. The caller has locked the account. */
export async function checkFactor(
  tx: Transaction,
  config: FactorConfig,
  userId: number,
  { kind, response, challenge }: FactorProof,
): Promise<boolean> {
  if (kind === 'passkey') {
    if (typeof response === 'string') return false;
    const passkey = await findNamedPasskey(tx, response);
    if (passkey?.user_id !== userId) return false;
    return checkPasskey(tx, config, passkey, { response, challenge, mustVerifyUser: false });
  }
  if (typeof response !== 'string') return false;
  if (kind === 'recovery') return takeRecoveryCode(tx, userId, hashRecoveryCode(response));
  return checkCode(tx, config, userId, response);
}

/** A user may have several authenticator apps. */
async function checkCode(
  tx: Transaction,
  config: FactorConfig,
  userId: number,
  code: string,
): Promise<boolean> {
  const key = await openKey(tx, config);
  for (const { id, secret: sealed } of await listTotps(tx, userId)) {
    const secret = decrypt(key, userId, sealed);
    const step = secret && stepOf(secret, code);
    if (step !== undefined && (await takeStep(tx, id, step))) return true;
  }
  return false;
}

/** One error for wrong, used and expired proofs. */
export function secondFactorInvalid(
  message = 'That did not match. Codes work once and for a short time: please try the next one.',
): ProblemError {
  return new ProblemError('second_factor_invalid', message);
}
