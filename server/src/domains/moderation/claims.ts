import type { Database } from '#db/pool.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { auditTarget, checkClaim, foundCase } from './acts.ts';
import { findObject } from './object-queries.ts';
import { type CaseRow, findCase, lockCase, updateClaim } from './queries.ts';

/** Shows other admins who is handling the case. Claiming again extends it. */
export async function claimCase(
  db: Database,
  viewer: Viewer,
  { caseId, claimed }: { caseId: number; claimed: boolean },
): Promise<CaseRow> {
  return db.transaction(async (tx) => {
    const before = await lockCase(tx, caseId);
    if (before) {
      if (before.ownerId === viewer.userId) {
        throw new ProblemError('forbidden', 'Another admin has to decide this.');
      }
      checkClaim(viewer, before);
      await updateClaim(tx, caseId, claimed ? viewer.userId : null);
      const target = auditTarget(before, await findObject(tx, before));
      const action = claimed ? 'case.claim' : 'case.release';
      if (target) await recordAudit(tx, { actorId: viewer.userId, action, target });
    }
    return foundCase(await findCase(tx, caseId));
  });
}
