import { actsAgainstSomebody } from '@gyan/contract/acts.ts';
import type { ParsedBody } from '@gyan/contract/calls.ts';
import type { Act } from '@gyan/contract/moderation.ts';
import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { updateLock } from '#domains/cards/write-queries.ts';
import { type AuditEntry, recordAudit } from '#domains/users/audit.ts';
import { invalidField, ProblemError } from '#http/problems.ts';
import type { Viewer } from '#http/viewer.ts';
import { type ThingId, thingKinds } from './kinds.ts';
import { type MailConfig, tellPerson, tellReporters } from './letters.ts';
import { canActAgainst } from './policy.ts';
import {
  type CaseRow,
  closeCase,
  findAct,
  findCase,
  findThingOfCase,
  insertAct,
  listReporters,
  lockCaseOf,
  type NewAct,
} from './queries.ts';
import { notHere } from './refusals.ts';
import { lockThing, setAiMarked, setHidden, setSuspended, type ThingRow } from './thing-queries.ts';

type ActForm = ParsedBody<'POST /r/case_act'>;

/** An admin acts on a case, or on a thing. Things are locked before cases, and cases before the users they concern. */
export async function actOnCase(
  db: TransactionalDb,
  config: MailConfig,
  viewer: Viewer,
  form: ActForm,
): Promise<CaseRow> {
  checkForm(form);
  return db.transaction(async (tx) => {
    const id = await findTarget(tx, form);
    const thing = await lockThing(tx, id);
    if (!thing && (form.caseId === undefined || form.act !== 'dismiss')) throw notHere();
    const ofThing = await lockCaseOf(tx, id, thing?.ownerId ?? null);
    if (ofThing.claimedBy !== null && ofThing.claimedBy !== viewer.userId) {
      throw new ProblemError('conflict', 'Another admin is working on this case.');
    }
    const act: NewAct = {
      ...id,
      caseId: ofThing.caseId,
      ownerId: thing?.ownerId ?? ofThing.ownerId,
      act: form.act,
      rule: form.rule ?? null,
      text: form.text ?? null,
      until: form.until == null ? null : new Date(form.until),
      adminId: viewer.userId,
      title: thing?.title ?? '',
    };
    const reporters = await listReporters(tx, ofThing.caseId);
    if (thing) {
      checkAct(viewer, act, thing);
      await applyAct(tx, config, thing, act);
    } else {
      await insertAct(tx, act);
    }
    await closeCase(tx, ofThing.caseId);
    await auditAct(tx, act, thing);
    if (answersReports.has(form.act)) await tellReporters(tx, config, reporters, form.act !== 'dismiss');
    return foundCase(await findCase(tx, ofThing.caseId));
  });
}

/** Restoring, unlocking and lifting are no answer to a report. */
const answersReports: ReadonlySet<Act> = new Set<Act>([...actsAgainstSomebody, 'dismiss']);

function checkForm({ act, rule, text, until, caseId, kind, id }: ActForm, now = Date.now()): void {
  if (caseId === undefined && (kind === undefined || id === undefined)) {
    throw invalidField('caseId', 'Case, or kind and id, need to be specified');
  }
  if (actsAgainstSomebody.has(act)) {
    if (rule === undefined) throw invalidField('rule', 'Rule needs to be specified');
    if (text == null) throw invalidField('text', 'Reason needs to be specified');
  }
  if (until == null) return;
  if (act !== 'suspend') throw invalidField('until', 'Only a suspension has an end');
  if (until <= now) throw invalidField('until', 'Please choose a time in the future');
  if (until > now + furthestMs) throw invalidField('until', 'Please choose a time within ten years');
}

const furthestMs = 10 * 366 * 24 * 3600 * 1000;

async function findTarget(tx: Transaction, { caseId, kind, id }: ActForm): Promise<ThingId> {
  if (caseId === undefined) {
    if (kind === undefined || id === undefined) throw notHere();
    return { kind: thingKinds[kind], id };
  }
  const thing = await findThingOfCase(tx, caseId);
  if (!thing) throw notHere();
  return thing;
}

function checkAct(viewer: Viewer, { act, kind }: NewAct, thing: ThingRow): void {
  if (kind === 'user' && (act === 'hide' || act === 'restore')) {
    throw invalidField('act', 'A person cannot be hidden; suspend them instead');
  }
  if (kind !== 'card' && (act === 'lock' || act === 'unlock' || act === 'mark_ai')) {
    throw invalidField('act', 'This can be done with cards only');
  }
  if (act === 'hide' && thing.draft) throw invalidField('act', 'Only its owner sees a draft');
  if (!canActAgainst(viewer, act, thing)) {
    throw new ProblemError(
      'forbidden',
      thing.ownerRole === 'kSuperAdmin'
        ? 'Nobody acts against a super admin.'
        : 'Nobody can warn or suspend themselves.',
    );
  }
}

const conflict = (detail: string) => new ProblemError('conflict', detail);

/** Does it, writes it into the log and tells the person. Throws if there is nothing to do. */
export async function applyAct(
  tx: Transaction,
  config: MailConfig,
  thing: ThingRow,
  act: NewAct,
): Promise<number> {
  const isAutomatic = await isHiddenAutomatically(tx, thing);
  checkState(thing, act, isAutomatic);
  const actId = await insertAct(tx, act);
  await changeThing(tx, thing, { ...act, actId }, isAutomatic);
  await tellPerson(tx, config, { ...act, actId });
  return actId;
}

async function isHiddenAutomatically(tx: Transaction, { hiddenBy }: ThingRow): Promise<boolean> {
  if (hiddenBy === null) return false;
  return (await findAct(tx, hiddenBy))?.automated ?? false;
}

function checkState(thing: ThingRow, { act, adminId }: NewAct, isAutomatic: boolean): void {
  const isHidden = thing.hiddenBy !== null;
  if (act === 'hide' && isHidden && !(isAutomatic && adminId !== null)) {
    throw conflict('This is hidden already.');
  }
  if (act === 'restore' && !isHidden && !thing.aiMarked) throw conflict('This is not hidden.');
  if (act === 'lock' && thing.locked) throw conflict('This card is locked already.');
  if (act === 'unlock' && !thing.locked) throw conflict('This card is not locked.');
  if (act === 'mark_ai' && thing.aiMarked) throw conflict('This card is marked already.');
  if (act === 'lift' && !thing.suspended) throw conflict('This person is not suspended.');
}

async function changeThing(
  tx: Transaction,
  thing: ThingRow,
  act: NewAct & { actId: number },
  isAutomatic: boolean,
): Promise<void> {
  switch (act.act) {
    case 'dismiss':
      if (isAutomatic) await setHidden(tx, act, null);
      break;
    case 'hide':
      await setHidden(tx, act, act.actId);
      break;
    case 'restore':
      if (thing.hiddenBy === null) await setAiMarked(tx, act.id, false);
      else await setHidden(tx, act, null);
      break;
    case 'lock':
    case 'unlock':
      await updateLock(tx, act.id, act.act === 'lock');
      break;
    case 'mark_ai':
      await setAiMarked(tx, act.id, true);
      break;
    case 'suspend':
      await setSuspended(tx, thing.ownerId, act.until ?? 'infinity');
      break;
    case 'lift':
      await setSuspended(tx, thing.ownerId, null);
      break;
    case 'warn':
      break;
  }
}

/** The log of all admins names each act too, without its words. */
async function auditAct(tx: Transaction, act: NewAct, thing: ThingRow | undefined): Promise<void> {
  const target = auditTarget(act, thing);
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
  { kind, id }: ThingId,
  thing: ThingRow | undefined,
): AuditEntry['target'] | undefined {
  if (kind !== 'comment') return { kind, id };
  return thing?.cardId == null ? undefined : { kind: 'card', id: thing.cardId };
}

export function foundCase(row: CaseRow | undefined): CaseRow {
  if (!row) throw new ProblemError('not_found', 'This case is not here, or not any more.');
  return row;
}
