import type { Act, ActModel, CaseModel, ModeratedObject, StatementModel } from '@gyan/contract/moderation.ts';
import { wireKinds } from './kinds.ts';
import type { ObjectRow } from './object-queries.ts';
import type { ActRow, CaseRow, OwnReportRow, ReportRow } from './queries.ts';

export function caseModel(row: CaseRow): CaseModel {
  return {
    caseId: row.caseId,
    kind: wireKinds[row.kind],
    id: row.objectId,
    title: row.title,
    state: row.state,
    reportCount: row.reportCount,
    createdAt: row.createdAt,
    ownerModel: row.ownerModel,
    claimedBy: row.claimedBy,
    reasonVec: row.reasonVec,
  };
}

export function reportModel({ reportId, reason, text, createdAt, userModel }: ReportRow) {
  return { reportId, reason, text, createdAt, userModel };
}

/** What a member reported. The title is empty while they cannot open it. */
export function ownReportModel(row: OwnReportRow) {
  const object: ModeratedObject = { kind: wireKinds[row.kind], id: row.id, title: row.title ?? '' };
  return { ...reportModel(row), object, state: row.state, outcome: row.outcome };
}

function actFields(row: ActRow) {
  const { actId, act, rule, text, until, automated, createdAt, appealModel } = row;
  return { actId, act, rule, text, until, automated, createdAt, appealModel };
}

export function actModel(row: ActRow): ActModel {
  return { ...actFields(row), adminModel: row.adminModel };
}

export function actOnObject(row: ActRow): ActModel & { object: ModeratedObject } {
  return { ...actModel(row), object: objectOf(row) };
}

function objectOf(row: ActRow): ModeratedObject {
  return { kind: wireKinds[row.kind], id: row.id, title: row.title, href: row.href && encodeURI(row.href) };
}

export function statementModel(row: ActRow): StatementModel {
  return { ...actFields(row), object: objectOf(row), scope: scopeOf(row.act, row.until) };
}

/** The object of a case, as admins see it; only its title is left after it was deleted. */
export function caseObject(row: CaseRow, object: ObjectRow | undefined): ModeratedObject {
  const identity = { kind: wireKinds[row.kind], id: row.objectId, title: row.title };
  if (!object) return identity;
  return {
    ...identity,
    href: encodeURI(object.href),
    text: object.text,
    photoModel: object.photoModel,
    hidden: object.hiddenBy !== null,
    locked: object.locked,
    aiMarked: object.aiMarked,
    suspended: object.suspended,
    suspendedUntil: object.suspendedUntil,
  };
}

const scopes: Record<Act, string> = {
  dismiss: 'Nothing changes.',
  hide: 'Only you and the admins can see it.',
  restore: 'An earlier decision about it was taken back.',
  lock: 'It stays visible, but only admins can change or delete it.',
  unlock: 'You can change and delete it again.',
  mark_ai: 'It stays visible with the label that AI made it.',
  warn: 'Nothing else changes.',
  suspend: 'You can sign in only to read this, to appeal, and to export or delete your account.',
  lift: 'You can use your account again.',
};

/** How far an act reaches. */
export function scopeOf(act: Act, until: number | null): string {
  if (act !== 'suspend') return scopes[act];
  const end = until === null ? 'There is no end.' : `It ends on ${longDate(new Date(until))}.`;
  return `${scopes.suspend} ${end}`;
}

function longDate(date: Date): string {
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
