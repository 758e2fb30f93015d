import type { Act, AppealModel } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import type { Database, Transaction, TransactionalDb } from '#db/pool.ts';
import { recordAudit } from '#domains/users/audit.ts';
import { ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { checkClaim, endEffect } from './acts.ts';
import { type MailConfig, tellOfAppeal } from './notifications.ts';
import { findObject, lockObject, type ObjectRow } from './object-queries.ts';
import { canDecide } from './policy.ts';
import {
  type ActRow,
  countOtherAdmins,
  decideAppeal,
  findAct,
  findActOfAppeal,
  findLatestAct,
  insertAct,
  insertAppeal,
  lockAppeal,
  lockCase,
  setAppealed,
  settleCase,
} from './queries.ts';

/** The person concerned appeals, once for each act. */
export async function appeal(
  db: TransactionalDb,
  viewer: Viewer,
  { actId, text }: { actId: number; text: string },
): Promise<AppealModel> {
  return db.transaction(async (tx) => {
    const act = await findAct(tx, actId);
    if (act?.ownerId !== viewer.userId || !appealableActs.has(act.act)) {
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
    const object = await lockObject(tx, act);
    const openedCase = await lockCase(tx, act.caseId);
    const before = await lockAppeal(tx, appealId);
    await checkDecider(tx, viewer, act);
    if (before?.state !== 'open') throw new ProblemError('conflict', 'This appeal has been decided.');
    if (openedCase) checkClaim(viewer, openedCase);
    const target = object ?? (await findSuspended(tx, act));
    const replaced = upheld && target !== undefined && (await undo(tx, viewer, act, target, answer));
    const state = upheld ? 'upheld' : 'declined';
    const decided = await decideAppeal(tx, { appealId, state, answer, adminId: viewer.userId });
    await settleCase(tx, act.caseId);
    if (act.ownerId !== null) {
      await recordAudit(tx, {
        actorId: viewer.userId,
        action: upheld ? 'appeal.uphold' : 'appeal.decline',
        target: { kind: 'user', id: act.ownerId },
        detail: { actId: act.actId },
      });
      await tellOfAppeal(tx, config, { ownerId: act.ownerId, actId: act.actId, upheld, replaced, answer });
    }
    return decided;
  });
}

/** The owner of a deleted object, who may still be suspended because of it. */
async function findSuspended(tx: Transaction, { act, ownerId }: ActRow): Promise<ObjectRow | undefined> {
  return act === 'suspend' && ownerId !== null ? findObject(tx, { kind: 'user', id: ownerId }) : undefined;
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

/** Undoes an act while it holds. Returns whether a later act of the same kind has replaced it and still holds. */
async function undo(
  tx: Transaction,
  viewer: Viewer,
  before: ActRow,
  object: ObjectRow,
  text: string,
): Promise<boolean> {
  const act = opposites[before.act];
  if (act === undefined || !hasEffect(before.act, object)) return false;
  const latest = before.act === 'hide' ? object.hiddenBy : await findLatestAct(tx, before);
  if (latest !== before.actId) return true;
  const { caseId, kind, id, ownerId, title } = before;
  const { userId: adminId } = viewer;
  await insertAct(tx, { caseId, kind, id, ownerId, act, rule: null, text, until: null, adminId, title });
  await endEffect(tx, object, before);
  return false;
}

function hasEffect(act: Act, object: ObjectRow): boolean {
  if (act === 'hide') return object.hiddenBy !== null;
  if (act === 'mark_ai') return object.aiMarked;
  return act === 'lock' ? object.locked : object.suspended;
}
