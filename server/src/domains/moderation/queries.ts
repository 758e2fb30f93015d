import type { ReportReason } from '@gyan/contract/moderated.ts';
import type { Act, AppealModel, CaseState } from '@gyan/contract/moderation.ts';
import { appealableActs } from '@gyan/contract/moderation-acts.ts';
import type { UserModel } from '@gyan/contract/users.ts';
import sql, { raw } from 'sql-template-tag';
import { jsonObject, nanoseconds } from '#db/json.ts';
import { type CursorValues, cursorSql } from '#db/page.ts';
import type { Db, Transaction } from '#db/pool.ts';
import { personJson } from '#domains/users/view.ts';
import type { ObjectKey, ObjectKind } from './kinds.ts';
import { hrefOf, openTitleOf, suspendedUntil, titleOf } from './object-queries.ts';

/** SQL for a joined user, or null. */
const person = (user: string) =>
  `case when ${user}.id is not null then json_strip_nulls(${personJson(user, `${user}_photo`)}) end`;
const joinPerson = (user: string, column: string) =>
  `left join users as ${user} on ${user}.id = ${column} and ${user}.leaving_at is null
   left join photos as ${user}_photo on ${user}_photo.id = ${user}.photo_id`;

const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

export interface CaseRow {
  caseId: number;
  kind: ObjectKind;
  objectId: number;
  ownerId: number | null;
  title: string;
  state: CaseState;
  reportCount: number;
  createdAt: number;
  ownerModel: UserModel | null;
  claimedBy: UserModel | null;
  reasonVec: ReportReason[];
}

const selectCases = `
  select item.id as "caseId", item.kind, item.thing_id as "objectId", item.owner_id as "ownerId",
    coalesce(${titleOf('item')},
      (select title from moderation_acts where case_id = item.id order by id desc limit 1), '') as title,
    item.state, item.report_count as "reportCount", ${nanoseconds('item.created_at')} as "createdAt",
    ${person('owner')} as "ownerModel", ${person('claimer')} as "claimedBy",
    array(select reason from reports where case_id = item.id group by reason order by count(*) desc, reason) as "reasonVec",
    ${cursorSql('item.harm', micros('item.moved_at'), 'item.id')} as cursor
  from cases as item ${joinPerson('owner', 'item.owner_id')}
  ${joinPerson('claimer', 'case when item.claimed_until > now() then item.claimed_by end')}`;

/** The cursor before the first case of the queue. */
export const firstCase: CursorValues = ['32767', '9007199254740991', '9007199254740991'];

/** The highest harm first; of equal harm, what was reported last. */
export function listCases(
  db: Db,
  page: { limit: number; after: CursorValues; state: CaseState | undefined },
): Promise<(CaseRow & { cursor: string })[]> {
  const [harm, moved, id] = page.after;
  return db.query(sql`
    ${raw(selectCases)}
    where (${page.state ?? null}::text is null or item.state = ${page.state ?? null})
      and (item.harm, ${raw(micros('item.moved_at'))}, item.id) < (${harm}::integer, ${moved}::bigint, ${id}::bigint)
    order by item.harm desc, item.moved_at desc, item.id desc
    limit ${page.limit + 1}`);
}

export async function findCase(db: Db, caseId: number): Promise<CaseRow | undefined> {
  const [row] = await db.query<CaseRow>(sql`${raw(selectCases)} where item.id = ${caseId}`);
  return row;
}

/** Cases about a person and their objects, the latest first. */
export function listCasesOf(
  db: Db,
  ownerId: number,
  { exceptId = 0, onlyOpen }: { exceptId?: number; onlyOpen: boolean },
): Promise<CaseRow[]> {
  return db.query<CaseRow>(sql`
    ${raw(selectCases)}
    where item.owner_id = ${ownerId} and item.id <> ${exceptId} and (not ${onlyOpen} or item.state <> 'closed')
    order by item.moved_at desc, item.id desc
    limit 20`);
}

export interface LockedCase extends ObjectKey {
  caseId: number;
  ownerId: number | null;
  state: CaseState;
  /** While the claim lasts. */
  claimedBy: number | null;
}

const lockedColumns =
  raw(`cases.id as "caseId", cases.kind, cases.thing_id as id, cases.owner_id as "ownerId", cases.state,
  case when cases.claimed_until > now() then cases.claimed_by end as "claimedBy"`);

/** The case of an object, made if there is none, and locked. */
export async function lockCaseOf(
  tx: Transaction,
  { kind, id }: ObjectKey,
  ownerId: number | null,
): Promise<LockedCase> {
  const [row] = await tx.query<LockedCase>(sql`
    insert into cases (kind, thing_id, owner_id, state) values (${kind}, ${id}, ${ownerId}, 'closed')
    on conflict (kind, thing_id) do update set owner_id = coalesce(cases.owner_id, excluded.owner_id)
    returning ${lockedColumns}`);
  if (!row) throw new Error('The case was not written.');
  return row;
}

export async function lockCase(tx: Transaction, caseId: number): Promise<LockedCase | undefined> {
  const [row] = await tx.query<LockedCase>(
    sql`select ${lockedColumns} from cases where id = ${caseId} for no key update`,
  );
  return row;
}

/** What a case is about; it never changes. */
export async function findObjectOfCase(db: Db, caseId: number): Promise<ObjectKey | undefined> {
  const [row] = await db.query<ObjectKey>(sql`select kind, thing_id as id from cases where id = ${caseId}`);
  return row;
}

export async function updateClaim(tx: Transaction, caseId: number, adminId: number | null): Promise<void> {
  await tx.query(sql`
    update cases
    set claimed_by = ${adminId}::bigint,
      claimed_until = case when ${adminId}::bigint is not null then now() + interval '10 minutes' end
    where id = ${caseId}`);
}

/** Ends the claim. A case stays open while a report on it has no answer, and appealed while an appeal has none. */
export async function settleCase(tx: Transaction, caseId: number): Promise<void> {
  await tx.query(sql`
    update cases set claimed_by = null, claimed_until = null,
      state = case
        when exists (
          select from appeals join moderation_acts as act on act.id = act_id
          where act.case_id = ${caseId} and appeals.state = 'open'
        ) then 'appealed'
        when exists (select from reports as report where ${isWaiting(caseId)}) then 'open'
        else 'closed'
      end
    where id = ${caseId}`);
}

export async function setAppealed(tx: Transaction, caseId: number): Promise<void> {
  await tx.query(sql`update cases set state = 'appealed', moved_at = now() where id = ${caseId}`);
}

export interface NewReport {
  caseId: number;
  reporterId: number | null;
  email: string | null;
  reason: ReportReason;
  text: string | null;
}

/** A member reports an object once; reporting it again replaces the reason. */
export async function insertReport(tx: Transaction, report: NewReport): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into reports (case_id, reporter_id, email, reason, text)
    values (${report.caseId}, ${report.reporterId}, ${report.email}, ${report.reason}, ${report.text})
    on conflict (case_id, reporter_id) where reporter_id is not null
    do update set reason = excluded.reason, text = excluded.text, created_at = clock_timestamp()
    returning id`);
  if (!row) throw new Error('The report was not written.');
  return row.id;
}

/** Puts a case with a new report into the queue. */
export async function openCase(tx: Transaction, caseId: number, harm: number): Promise<void> {
  await tx.query(sql`
    update cases
    set report_count = (select count(*) from reports where case_id = ${caseId}), moved_at = now(),
      harm = greatest(case when state = 'closed' then 0 else harm end, ${harm}),
      state = case when state = 'closed' then 'open' else state end
    where id = ${caseId}`);
}

/** Acts of admins that answer reports. Restoring, unlocking and lifting are no answer. */
export const answeringActs: ReadonlySet<Act> = new Set<Act>([...appealableActs, 'dismiss']);
const isAnswer = raw(
  `act.admin_id is not null and act.act in (${[...answeringActs].map((act) => `'${act}'`).join(', ')})`,
);

/** Reports that no admin has answered yet. */
const isWaiting = (caseId: number) => sql`
  report.case_id = ${caseId} and report.created_at > coalesce(
    (select max(created_at) from moderation_acts as act where case_id = ${caseId} and ${isAnswer}), '-infinity')`;

/** How many established members have reported it since an admin last looked. */
export async function countEstablished(tx: Transaction, caseId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(distinct reporter_id)::integer as count from reports as report
    where ${isWaiting(caseId)} and reporter_id is not null and not is_new_account(reporter_id)`);
  return row?.count ?? 0;
}

/** The reason given most often. */
export async function findMainReason(tx: Transaction, caseId: number): Promise<ReportReason> {
  const [row] = await tx.query<{ reason: ReportReason }>(sql`
    select reason from reports as report where ${isWaiting(caseId)}
    group by reason order by count(*) desc, reason limit 1`);
  return row?.reason ?? 'other';
}

/** Those who wait for an answer. */
export function listReporters(
  tx: Transaction,
  caseId: number,
): Promise<{ id: number; reporterId: number | null; email: string | null }[]> {
  return tx.query(sql`
    select report.id, reporter_id as "reporterId", email from reports as report
    where ${isWaiting(caseId)} and (reporter_id is not null or email is not null)`);
}

export interface ReportRow {
  reportId: number;
  reason: ReportReason;
  text: string | null;
  createdAt: number;
  userModel: UserModel | null;
}

const reportColumns = raw(`report.id as "reportId", report.reason, report.text,
  ${nanoseconds('report.created_at')} as "createdAt", ${person('reporter')} as "userModel"`);
const joinReporter = raw(joinPerson('reporter', 'report.reporter_id'));

export function listReports(db: Db, caseId: number): Promise<ReportRow[]> {
  return db.query<ReportRow>(sql`
    select ${reportColumns} from reports as report ${joinReporter}
    where report.case_id = ${caseId} order by report.id desc limit 200`);
}

export const newestFirst: CursorValues = ['9007199254740991'];

export interface OwnReportRow extends ReportRow, ObjectKey {
  title: string | null;
  state: CaseState;
  outcome: Act | null;
  cursor: string;
}

/** A member's reports with what became of them. */
export function listReportsBy(
  db: Db,
  userId: number,
  page: { limit: number; after: CursorValues },
): Promise<OwnReportRow[]> {
  return db.query<OwnReportRow>(sql`
    select ${reportColumns}, item.kind, item.thing_id as id, ${raw(openTitleOf('item'))} as title, item.state, (
        select act.act from moderation_acts as act
        where act.case_id = item.id and ${isAnswer} and act.created_at > report.created_at order by act.id limit 1
      ) as outcome, ${raw(cursorSql('report.id'))} as cursor
    from reports as report join cases as item on item.id = report.case_id ${joinReporter}
    where report.reporter_id = ${userId} and report.id < ${page.after[0]}::bigint
    order by report.id desc limit ${page.limit + 1}`);
}

export interface NewAct extends ObjectKey {
  caseId: number;
  ownerId: number | null;
  act: Act;
  rule: ReportReason | null;
  text: string | null;
  until: Date | null;
  adminId: number | null;
  title: string;
}

export async function insertAct(tx: Transaction, act: NewAct): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into moderation_acts (case_id, kind, thing_id, owner_id, act, rule, text, until, automated, admin_id, title)
    values (${act.caseId}, ${act.kind}, ${act.id}, ${act.ownerId}, ${act.act}, ${act.rule}, ${act.text}, ${act.until},
      ${act.adminId === null}, ${act.adminId}, ${act.title})
    returning id`);
  if (!row) throw new Error('The act was not written.');
  return row.id;
}

export interface ActRow extends ObjectKey {
  actId: number;
  caseId: number;
  ownerId: number | null;
  adminId: number | null;
  act: Act;
  rule: ReportReason | null;
  text: string | null;
  until: number | null;
  automated: boolean;
  createdAt: number;
  title: string;
  href: string | null;
  adminModel: UserModel | null;
  appealModel: AppealModel | null;
}

const appealJson = jsonObject({
  appealId: 'appeal.id',
  actId: 'appeal.act_id',
  text: 'appeal.text',
  state: 'appeal.state',
  answer: 'appeal.answer',
});

const selectActs = `
  select act.id as "actId", act.case_id as "caseId", act.kind, act.thing_id as id, act.owner_id as "ownerId",
    act.admin_id as "adminId", act.act, act.rule, act.text, (extract(epoch from act.until) * 1000)::bigint as until,
    act.automated, ${nanoseconds('act.created_at')} as "createdAt", act.title, ${hrefOf('act')} as href,
    ${person('admin')} as "adminModel",
    case when appeal.id is not null then ${appealJson} end as "appealModel", ${cursorSql('act.id')} as cursor
  from moderation_acts as act left join appeals as appeal on appeal.act_id = act.id
  ${joinPerson('admin', 'act.admin_id')}`;

export function listActsOfCase(db: Db, caseId: number): Promise<ActRow[]> {
  return db.query<ActRow>(
    sql`${raw(selectActs)} where act.case_id = ${caseId} order by act.id desc limit 100`,
  );
}

/** Acts that concern a user, the latest first; `exceptCase` leaves out those of one case. */
export function listActsOn(
  db: Db,
  ownerId: number,
  {
    limit,
    after = newestFirst,
    exceptCase = 0,
  }: { limit: number; after?: CursorValues; exceptCase?: number },
): Promise<(ActRow & { cursor: string })[]> {
  return db.query(sql`
    ${raw(selectActs)}
    where act.owner_id = ${ownerId} and act.act <> 'dismiss' and act.case_id <> ${exceptCase}
      and act.id < ${after[0]}::bigint
    order by act.id desc limit ${limit + 1}`);
}

export async function findAct(db: Db, actId: number): Promise<ActRow | undefined> {
  const [row] = await db.query<ActRow>(sql`${raw(selectActs)} where act.id = ${actId}`);
  return row;
}

/** The latest act of this name on the object; for a suspension, on any object of the owner. */
export async function findLatestAct(
  tx: Transaction,
  { act, kind, id, ownerId }: Pick<ActRow, 'act' | 'kind' | 'id' | 'ownerId'>,
): Promise<number | undefined> {
  const isSame =
    act === 'suspend'
      ? sql`owner_id = ${ownerId}`
      : sql`case_id = (select id from cases where kind = ${kind} and thing_id = ${id})`;
  const [row] = await tx.query<{ id: number }>(sql`
    select id from moderation_acts where ${isSame} and act = ${act} order by id desc limit 1`);
  return row?.id;
}

/** Undefined if there is one already. */
export async function insertAppeal(
  tx: Transaction,
  actId: number,
  text: string,
): Promise<AppealModel | undefined> {
  const [row] = await tx.query<{ appeal: AppealModel }>(sql`
    insert into appeals as appeal (act_id, text) values (${actId}, ${text})
    on conflict on constraint appeals_once_per_act do nothing
    returning ${raw(appealJson)} as appeal`);
  return row?.appeal;
}

export async function lockAppeal(
  tx: Transaction,
  appealId: number,
): Promise<{ actId: number; state: AppealModel['state'] } | undefined> {
  const [row] = await tx.query<{ actId: number; state: AppealModel['state'] }>(
    sql`select act_id as "actId", state from appeals where id = ${appealId} for no key update`,
  );
  return row;
}

export async function findActOfAppeal(db: Db, appealId: number): Promise<number | undefined> {
  const [row] = await db.query<{ actId: number }>(
    sql`select act_id as "actId" from appeals where id = ${appealId}`,
  );
  return row?.actId;
}

export async function decideAppeal(
  tx: Transaction,
  { appealId, state, answer, adminId }: { appealId: number; state: string; answer: string; adminId: number },
): Promise<AppealModel> {
  const [row] = await tx.query<{ appeal: AppealModel }>(sql`
    update appeals as appeal
    set state = ${state}, answer = ${answer}, decided_by = ${adminId}, decided_at = now()
    where id = ${appealId}
    returning ${raw(appealJson)} as appeal`);
  if (!row) throw new Error('The appeal was not written.');
  return row.appeal;
}

/** Admins who could decide, without these. */
export async function countOtherAdmins(tx: Transaction, exceptIds: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from users
    where role in ('kAdmin', 'kSuperAdmin') and email_verified_at is not null and leaving_at is null
      and coalesce(suspended_until <= now(), true) and id <> all (${exceptIds})`);
  return row?.count ?? 0;
}

/** Whom an e-mail about a user goes to. */
export async function findRecipient(
  db: Db,
  userId: number,
): Promise<{ email: string; firstName: string } | undefined> {
  const [row] = await db.query<{ email: string; firstName: string }>(sql`
    select email, first_name as "firstName" from users where id = ${userId} and leaving_at is null`);
  return row;
}

export interface UserRecord {
  createdAt: number;
  sessionCount: number;
  reportCount: number;
  reportedCount: number;
  suspended: boolean;
  suspendedUntil: number | null;
  isNew: boolean;
}

export async function findUserRecord(db: Db, userId: number): Promise<UserRecord | undefined> {
  const [row] = await db.query<UserRecord>(sql`
    select ${raw(nanoseconds('users.created_at'))} as "createdAt",
      (select count(*)::integer from sessions where user_id = users.id and expires_at > now()) as "sessionCount",
      (
        select count(*)::integer from reports join cases on cases.id = case_id where cases.owner_id = users.id
      ) as "reportCount",
      (select count(*)::integer from reports where reporter_id = users.id) as "reportedCount",
      coalesce(suspended_until > now(), false) as suspended, ${raw(suspendedUntil('users'))} as "suspendedUntil",
      is_new_account(users.id) as "isNew"
    from users where id = ${userId}`);
  return row;
}

export interface NoteRow {
  noteId: number;
  text: string;
  createdAt: number;
  adminModel: UserModel | null;
}

const selectNotes = raw(`
  select note.id as "noteId", note.text, ${nanoseconds('note.created_at')} as "createdAt", ${person('admin')} as "adminModel"
  from user_notes as note ${joinPerson('admin', 'note.admin_id')}`);

export function listNotes(db: Db, userId: number): Promise<NoteRow[]> {
  return db.query<NoteRow>(
    sql`${selectNotes} where note.user_id = ${userId} order by note.id desc limit 100`,
  );
}

export async function insertNote(
  tx: Transaction,
  note: { userId: number; adminId: number; text: string },
): Promise<NoteRow> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into user_notes (user_id, admin_id, text) values (${note.userId}, ${note.adminId}, ${note.text}) returning id`);
  const [written] = row ? await tx.query<NoteRow>(sql`${selectNotes} where note.id = ${row.id}`) : [];
  if (!written) throw new Error('The note was not written.');
  return written;
}
