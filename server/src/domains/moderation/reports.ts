import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { Transaction, TransactionalDb } from '#db/pool.ts';
import { isNewAccount } from '#domains/users/queries.ts';
import { invalidField } from '#http/problems.ts';
import { applyAct } from './acts.ts';
import { harmOf, type ObjectKey } from './kinds.ts';
import type { MailConfig } from './notifications.ts';
import { lockObject, notHere, type ObjectRow } from './object-queries.ts';
import {
  countEstablished,
  findMainReason,
  insertReport,
  type LockedCase,
  lockCaseOf,
  openCase,
} from './queries.ts';

interface Report {
  object: ObjectKey;
  reason: ReportReason;
  text: string | undefined;
  /** A member, or the address of a visitor. */
  reporterId: number | null;
  email: string | null;
}

/** So many reports of established members hide an object of a new account until an admin looks. */
const enoughToHide = 3;

/** Stores a report. Everybody may report what everybody may open; a block does not count. */
export async function takeReport(db: TransactionalDb, config: MailConfig, report: Report): Promise<number> {
  return db.transaction(async (tx) => {
    const object = await lockObject(tx, report.object);
    if (!object?.open) throw notHere();
    if (object.ownerId === report.reporterId) throw invalidField('id', 'This is yours');
    const openedCase = await lockCaseOf(tx, report.object, object.ownerId);
    const reportId = await insertReport(tx, {
      caseId: openedCase.caseId,
      reporterId: report.reporterId,
      email: report.email,
      reason: report.reason,
      text: report.text ?? null,
    });
    await openCase(tx, openedCase.caseId, harmOf[report.reason]);
    if (report.reporterId !== null) await hideIfReportedOften(tx, config, object, openedCase);
    return reportId;
  });
}

async function hideIfReportedOften(
  tx: Transaction,
  config: MailConfig,
  object: ObjectRow,
  openedCase: LockedCase,
): Promise<void> {
  if (openedCase.kind === 'user' || object.ownerRole === 'kSuperAdmin') return;
  if (!(await isNewAccount(tx, object.ownerId))) return;
  if ((await countEstablished(tx, openedCase.caseId)) < enoughToHide) return;
  await applyAct(tx, config, object, {
    caseId: openedCase.caseId,
    kind: openedCase.kind,
    id: openedCase.id,
    ownerId: object.ownerId,
    act: 'hide',
    rule: await findMainReason(tx, openedCase.caseId),
    text: 'Several members have reported it. It is hidden until an admin has looked at it.',
    until: null,
    adminId: null,
    title: object.title,
  });
}
