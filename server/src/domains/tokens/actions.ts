import type { ParsedBody } from '@gyan/contract/calls.ts';
import { mostTokens } from '@gyan/contract/limits.ts';
import type { TokenScope } from '@gyan/contract/tokens.ts';
import { consumePoint } from '#db/budget.ts';
import type { Database, Transaction } from '#db/pool.ts';
import { confirmIdentity } from '#domains/auth/reauthentication.ts';
import { recordAudit } from '#domains/users/audit.ts';
import type { Limiter } from '#http/limits.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { hashToken, newApiToken } from '#lib/tokens.ts';
import { deleteToken, insertToken, lockTokensOf } from './queries.ts';

/** The only time the token itself is known; the model is JSON text. */
export async function createToken(
  deps: { db: Database; limiter: Limiter },
  viewer: Viewer,
  { name, scope, currentPasswd }: ParsedBody<'POST /r/tokens'>,
): Promise<{ token: string; model: string }> {
  await confirmIdentity(deps, viewer, { currentPasswd });
  const { userId } = viewer;
  return deps.db.transaction(async (tx) => {
    const count = await lockTokensOf(tx, viewer);
    if (count === undefined) throw new ProblemError('unauthenticated');
    if (count >= mostTokens) {
      throw new ProblemError(
        'conflict',
        `You can have at most ${mostTokens} API tokens. Please delete one first.`,
      );
    }
    const token = newApiToken();
    const model = await insertToken(tx, { userId, tokenHash: hashToken(token), name, scope });
    await recordToken(tx, userId, 'token.created', scope);
    return { token, model };
  });
}

export async function removeToken(db: Database, { userId }: Viewer, tokenId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const scope = await deleteToken(tx, userId, tokenId);
    if (!scope) throw new ProblemError('not_found', 'This API token is not here, or not any more.');
    await recordToken(tx, userId, 'token.deleted', scope);
  });
}

/** Audit rows are never deleted, so a flood must not fill the table. */
const rowsPerHour = { points: 60, seconds: 3600 };

async function recordToken(
  tx: Transaction,
  userId: number,
  action: 'token.created' | 'token.deleted',
  scope: TokenScope,
): Promise<void> {
  if (!(await consumePoint(tx, `audit:tokens:${userId}`, rowsPerHour))) return;
  await recordAudit(tx, { actorId: userId, action, target: { kind: 'user', id: userId }, detail: { scope } });
}
