import { actsAgainstSomebody } from '@gyan/contract/acts.ts';
import type { Act, AppealModel } from '@gyan/contract/moderation.ts';
import type { Database, Transaction, TransactionalDb } from '#db/pool.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { applyAct } from './acts.ts';
import { type MailConfig, tellOfAppeal } from './letters.ts';
import { canDecide } from './policy.ts';
import {
  type ActRow,
  closeCase,
  countOtherAdmins,
  decideAppeal,
  findAct,
  findActOfAppeal,
  findLatestSuspension,
  insertAppeal,
  lockAppeal,
  lockCase,
  setAppealed,
} from './queries.ts';
import { lockThing, type ThingRow } from './thing-queries.ts';

/** The person concerned appeals, once for each act. */
export async function appeal(
  db: TransactionalDb,
  viewer: Viewer,
  { actId, text }: { actId: number; text: string },
): Promise<AppealModel> {
  return db.transaction(async (tx) => {
    const act = await findAct(tx, actId);
    if (act?.ownerId !== viewer.userId || !actsAgainstSomebody.has(act.act)) {
      throw new ProblemError('not_found', 'There is no such decision about you.');
    }
    await lockCase(tx, act.caseId);
    const written = await insertAppeal(tx, actId, text);
    if (!written) throw new ProblemError('conflict', 'You have appealed against this already.');
    await setAppealed(tx, act.caseId);
    return written;
  });
}

/** Another admin decides. An appeal that is upheld undoes the act at once. */
export async function answerAppeal(
  db: Database,
  config: MailConfig,
  viewer: Viewer,
  { appealId, upheld, text: answer }: { appealId: number; upheld: boolean; text: string },
): Promise<AppealModel> {
  return db.transaction(async (tx) => {
    const actId = await findActOfAppeal(tx, appealId);
    const act = actId === undefined ? undefined : await findAct(tx, actId);
    if (!act) throw new ProblemError('not_found', 'This appeal is not here, or not any more.');
    const thing = await lockThing(tx, act);
    await lockCase(tx, act.caseId);
    const before = await lockAppeal(tx, appealId);
    await checkDecider(tx, viewer, act);
    if (before?.state !== 'open') throw new ProblemError('conflict', 'This appeal has been decided.');
    if (upheld && thing) await undo(tx, config, viewer, act, thing, answer);
    const state = upheld ? 'upheld' : 'declined';
    const decided = await decideAppeal(tx, { appealId, state, answer, adminId: viewer.userId });
    await closeCase(tx, act.caseId);
    if (act.ownerId !== null) {
      await recordAudit(tx, {
        actorId: viewer.userId,
        action: upheld ? 'appeal.uphold' : 'appeal.decline',
        target: { kind: 'user', id: act.ownerId },
        detail: { actId: act.actId },
      });
      await tellOfAppeal(tx, config, { ownerId: act.ownerId, actId: act.actId, upheld, answer });
    }
    return decided;
  });
}

async function checkDecider(tx: Transaction, viewer: Viewer, act: ActRow): Promise<void> {
  const others = await countOtherAdmins(
    tx,
    [viewer.userId, act.ownerId].filter((id) => id !== null),
  );
  if (!canDecide(viewer, act, others)) {
    throw new ProblemError('forbidden', 'Another admin has to decide this appeal.');
  }
}

const opposites: Partial<Record<Act, Act>> = {
  hide: 'restore',
  mark_ai: 'restore',
  lock: 'unlock',
  suspend: 'lift',
};

/** Undoes an act that still holds. A later act of the same kind stays. */
async function undo(
  tx: Transaction,
  config: MailConfig,
  viewer: Viewer,
  before: ActRow,
  thing: ThingRow,
  text: string,
): Promise<void> {
  const act = opposites[before.act];
  if (act === undefined || !(await stillHolds(tx, before, thing))) return;
  await applyAct(tx, config, thing, {
    caseId: before.caseId,
    kind: before.kind,
    id: before.id,
    ownerId: before.ownerId,
    act,
    rule: null,
    text,
    until: null,
    adminId: viewer.userId,
    title: thing.title,
  });
}

async function stillHolds(tx: Transaction, { act, actId }: ActRow, thing: ThingRow): Promise<boolean> {
  switch (act) {
    case 'hide':
      return thing.hiddenBy === actId;
    case 'mark_ai':
      return thing.aiMarked && thing.hiddenBy === null;
    case 'lock':
      return thing.locked;
    case 'suspend':
      return thing.suspended && (await findLatestSuspension(tx, thing.ownerId)) === actId;
    default:
      return false;
  }
}
