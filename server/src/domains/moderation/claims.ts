import type { Database } from '#db/pool.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { auditTarget, foundCase } from './acts.ts';
import { type CaseRow, findCase, lockCase, updateClaim } from './queries.ts';
import { findThing } from './thing-queries.ts';

/** A claim tells other admins that somebody works on the case. Claiming again makes it last longer. */
export async function claimCase(
  db: Database,
  viewer: Viewer,
  { caseId, claimed }: { caseId: number; claimed: boolean },
): Promise<CaseRow> {
  return db.transaction(async (tx) => {
    const before = await lockCase(tx, caseId);
    if (before && before.claimedBy !== null && before.claimedBy !== viewer.userId) {
      throw new ProblemError('conflict', 'Another admin is working on this case.');
    }
    if (before) {
      await updateClaim(tx, caseId, claimed ? viewer.userId : null);
      const target = auditTarget(before, await findThing(tx, before));
      const action = claimed ? 'case.claim' : 'case.release';
      if (target) await recordAudit(tx, { actorId: viewer.userId, action, target });
    }
    return foundCase(await findCase(tx, caseId));
  });
}
