import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { isNewAccount } from '#domains/users/queries.ts';
import { invalidField } from '#http/problems.ts';
import { applyAct } from './acts.ts';
import { harmOf, type ThingId } from './kinds.ts';
import type { MailConfig } from './notifications.ts';
import {
  countEstablished,
  findMainReason,
  insertReport,
  type LockedCase,
  lockCaseOf,
  openCase,
} from './queries.ts';
import { lockThing, notHere, type ThingRow } from './thing-queries.ts';

interface Report {
  thing: ThingId;
  reason: ReportReason;
  text: string | undefined;
  /** A member, or the address of a visitor. */
  reporterId: number | null;
  email: string | null;
}

/** So many reports of established members hide a thing of a new account until an admin looks. */
const enoughToHide = 3;

/** Stores a report. Everybody may report what everybody may open; a block does not count. */
export async function takeReport(db: TransactionalDb, config: MailConfig, report: Report): Promise<number> {
  return db.transaction(async (tx) => {
    const thing = await lockThing(tx, report.thing);
    if (!thing?.open) throw notHere();
    if (thing.ownerId === report.reporterId) throw invalidField('id', 'This is yours');
    const openedCase = await lockCaseOf(tx, report.thing, thing.ownerId);
    const reportId = await insertReport(tx, {
      caseId: openedCase.caseId,
      reporterId: report.reporterId,
      email: report.email,
      reason: report.reason,
      text: report.text ?? null,
    });
    await openCase(tx, openedCase.caseId, harmOf[report.reason]);
    if (report.reporterId !== null) await hideIfReportedOften(tx, config, thing, openedCase);
    return reportId;
  });
}

async function hideIfReportedOften(
  tx: Transaction,
  config: MailConfig,
  thing: ThingRow,
  openedCase: LockedCase,
): Promise<void> {
  if (openedCase.kind === 'user' || thing.ownerRole === 'kSuperAdmin') return;
  if (!(await isNewAccount(tx, thing.ownerId))) return;
  if ((await countEstablished(tx, openedCase.caseId)) < enoughToHide) return;
  await applyAct(tx, config, thing, {
    caseId: openedCase.caseId,
    kind: openedCase.kind,
    id: openedCase.id,
    ownerId: thing.ownerId,
    act: 'hide',
    rule: await findMainReason(tx, openedCase.caseId),
    text: 'Several members have reported it. It is hidden until an admin has looked at it.',
    until: null,
    adminId: null,
    title: thing.title,
  });
}
