import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { Act } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { updateLock } from '#domains/cards/write-queries.ts';
import { type AuditEntry, recordAudit } from '#domains/users/audit.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { type ObjectKey, objectKinds } from './kinds.ts';
import { type MailConfig, tellOwner, tellReporters } from './notifications.ts';
import {
  lockObject,
  notHere,
  type ObjectRow,
  setAiMarked,
  setHidden,
  setSuspended,
} from './object-queries.ts';
import { type ActedOn, canAct } from './policy.ts';
import {
  answeringActs,
  type CaseRow,
  countOtherAdmins,
  findAct,
  findCase,
  findObjectOfCase,
  insertAct,
  type LockedCase,
  listReporters,
  lockCaseOf,
  type NewAct,
  settleCase,
} from './queries.ts';

type ActForm = ParsedBody<'POST /r/case_act'>;

/** An admin acts on a case or an object. Objects are locked before cases, and cases before the users they concern. */
export async function actOnCase(
  db: TransactionalDb,
  config: MailConfig,
  viewer: Viewer,
  form: ActForm,
): Promise<CaseRow> {
  checkForm(form);
  return db.transaction(async (tx) => {
    const id = await findTarget(tx, form);
    const object = await lockObject(tx, id);
    if (!object && (form.caseId === undefined || form.act !== 'dismiss')) throw notHere();
    const openedCase = await lockCaseOf(tx, id, object?.ownerId ?? null);
    checkClaim(viewer, openedCase);
    const act: NewAct = {
      ...id,
      caseId: openedCase.caseId,
      ownerId: object?.ownerId ?? openedCase.ownerId,
      act: form.act,
      rule: form.rule ?? null,
      text: form.text ?? null,
      until: form.until == null ? null : new Date(form.until),
      adminId: viewer.userId,
      title: object?.title ?? '',
    };
    const reporters = await listReporters(tx, openedCase.caseId);
    if (object) checkAct(act, object);
    await checkActor(tx, viewer, form.act, object ?? { ownerId: openedCase.ownerId, ownerRole: null });
    if (object) {
      await applyAct(tx, config, object, act);
    } else {
      await insertAct(tx, act);
    }
    await settleCase(tx, openedCase.caseId);
    await auditAct(tx, act, object);
    if (answeringActs.has(form.act)) await tellReporters(tx, config, reporters, form.act !== 'dismiss');
    return foundCase(await findCase(tx, openedCase.caseId));
  });
}

/** Throws while another admin has claimed the case. */
export function checkClaim({ userId }: Viewer, { claimedBy }: LockedCase): void {
  if (claimedBy !== null && claimedBy !== userId) throw conflict('Another admin is working on this case.');
}

function checkForm({ act, rule, text, until, caseId, kind, id }: ActForm): void {
  if (caseId === undefined && (kind === undefined || id === undefined)) {
    throw invalidField('caseId', 'Case, or kind and id, need to be specified');
  }
  if (appealableActs.has(act)) {
    if (rule === undefined) throw invalidField('rule', 'Rule needs to be specified');
    if (text == null) throw invalidField('text', 'Reason needs to be specified');
  }
  if (until == null) return;
  if (act !== 'suspend') throw invalidField('until', 'Only a suspension has an end');
  const now = Date.now();
  if (until <= now) throw invalidField('until', 'Please choose a time in the future');
  if (until > now + furthestMs) throw invalidField('until', 'Please choose a time within ten years');
}

const furthestMs = 10 * 366 * 24 * 3600 * 1000;

async function findTarget(tx: Transaction, { caseId, kind, id }: ActForm): Promise<ObjectKey> {
  if (caseId === undefined) {
    if (kind === undefined || id === undefined) throw notHere();
    return { kind: objectKinds[kind], id };
  }
  const object = await findObjectOfCase(tx, caseId);
  if (!object) throw notHere();
  return object;
}

function checkAct({ act, kind }: NewAct, object: ObjectRow): void {
  if (kind === 'user' && (act === 'hide' || act === 'restore')) {
    throw invalidField('act', 'A person cannot be hidden; suspend them instead');
  }
  if (kind !== 'card' && (act === 'lock' || act === 'unlock' || act === 'mark_ai')) {
    throw invalidField('act', 'This can be done with cards only');
  }
  if (act === 'hide' && object.draft) throw invalidField('act', 'Only its owner sees a draft');
}

async function checkActor(tx: Transaction, viewer: Viewer, act: Act, person: ActedOn): Promise<void> {
  if (canAct(viewer, act, person, await countOtherAdmins(tx, [viewer.userId]))) return;
  const isAgainstSuperAdmin = appealableActs.has(act) && person.ownerRole === 'kSuperAdmin';
  throw new ProblemError(
    'forbidden',
    isAgainstSuperAdmin ? 'Nobody acts against a super admin.' : 'Another admin has to decide this.',
  );
}

const conflict = (detail: string) => new ProblemError('conflict', detail);

/** Applies the decision, logs it and notifies the owner. Throws if there is nothing to do. */
export async function applyAct(
  tx: Transaction,
  config: MailConfig,
  object: ObjectRow,
  act: NewAct,
): Promise<void> {
  const isAutomatic = await isHiddenAutomatically(tx, object);
  checkState(object, act, isAutomatic);
  const actId = await insertAct(tx, act);
  await changeObject(tx, object, { ...act, actId });
  await tellOwner(tx, config, { ...act, actId });
  // The owner has a statement that it is hidden until an admin looks at it.
  if (act.act === 'dismiss' && isAutomatic)
    await applyAct(tx, config, object, { ...act, act: 'restore', rule: null, text: null });
}

async function isHiddenAutomatically(tx: Transaction, { hiddenBy }: ObjectRow): Promise<boolean> {
  if (hiddenBy === null) return false;
  return (await findAct(tx, hiddenBy))?.automated ?? false;
}

function checkState(object: ObjectRow, { act, adminId }: NewAct, isAutomatic: boolean): void {
  const isHidden = object.hiddenBy !== null;
  if (act === 'hide' && isHidden && !(isAutomatic && adminId !== null)) {
    throw conflict('This is hidden already.');
  }
  if (act === 'restore' && !isHidden && !object.aiMarked) throw conflict('This is not hidden.');
  if (act === 'lock' && object.locked) throw conflict('This card is locked already.');
  if (act === 'unlock' && !object.locked) throw conflict('This card is not locked.');
  if (act === 'mark_ai' && object.aiMarked) throw conflict('This card is marked already.');
  if (act === 'lift' && !object.suspended) throw conflict('This person is not suspended.');
}

async function changeObject(
  tx: Transaction,
  object: ObjectRow,
  act: NewAct & { actId: number },
): Promise<void> {
  switch (act.act) {
    case 'hide':
      return setHidden(tx, act, act.actId);
    case 'restore':
      return endEffect(tx, object, { ...act, act: object.hiddenBy === null ? 'mark_ai' : 'hide' });
    case 'lock':
      return updateLock(tx, act.id, true);
    case 'unlock':
      return endEffect(tx, object, { ...act, act: 'lock' });
    case 'mark_ai':
      return setAiMarked(tx, act.id, true);
    case 'suspend':
      return setSuspended(tx, object.ownerId, act.until ?? 'infinity');
    case 'lift':
      return endEffect(tx, object, { ...act, act: 'suspend' });
    case 'dismiss':
    case 'warn':
      return undefined;
  }
}

/** Ends what an act did to the object or its owner. */
export async function endEffect(
  tx: Transaction,
  object: ObjectRow,
  { act, kind, id }: Pick<NewAct, 'act' | 'kind' | 'id'>,
): Promise<void> {
  if (act === 'hide') await setHidden(tx, { kind, id }, null);
  if (act === 'mark_ai') await setAiMarked(tx, id, false);
  if (act === 'lock') await updateLock(tx, id, false);
  if (act === 'suspend') await setSuspended(tx, object.ownerId, null);
}

/** The log of all admins names each act too, without its words. */
async function auditAct(tx: Transaction, act: NewAct, object: ObjectRow | undefined): Promise<void> {
  const target = auditTarget(act, object);
  if (act.adminId === null || !target) return;
  await recordAudit(tx, {
    actorId: act.adminId,
    action: `moderation.${act.act}`,
    target,
    detail: {
      ...(act.kind === 'comment' ? { commentId: act.id } : {}),
      ...(act.rule === null ? {} : { rule: act.rule }),
    },
  });
}

/** The log names the card of a comment; a deleted comment has none any more. */
export function auditTarget(
  { kind, id }: ObjectKey,
  object: ObjectRow | undefined,
): AuditEntry['target'] | undefined {
  if (kind !== 'comment') return { kind, id };
  return object?.cardId == null ? undefined : { kind: 'card', id: object.cardId };
}

export function foundCase(row: CaseRow | undefined): CaseRow {
  if (!row) throw new ProblemError('not_found', 'This case is not here, or not any more.');
  return row;
}
