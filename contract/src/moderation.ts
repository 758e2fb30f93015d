import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { Email } from './credentials.ts';
import { lengths } from './limits.ts';
import { ReportReason } from './moderated.ts';
import { acts } from './moderation-acts.ts';
import { PageQuery, pageAnswer } from './page.ts';
import { PhotoModel } from './photos.ts';
import { Count, Flag, Id, IdInput, Nanoseconds, OptionalIdInput } from './scalars.ts';
import { optionalText, requiredText } from './text.ts';
import { UserModel } from './users.ts';

export const reportedKinds = ['post', 'chapter', 'subject', 'comment', 'user'] as const;
export const ReportedKind = z.enum(reportedKinds, 'Kind must be post, chapter, subject, comment or user');
export type ReportedKind = z.infer<typeof ReportedKind>;

const reportText = optionalText({ label: 'Report', max: lengths.desc, lines: 'many' });
const reportFields = { kind: ReportedKind, id: IdInput, reason: ReportReason, text: reportText };

export const ReportForm = z.object(reportFields);
/** Visitors leave an address, so that they can be told what became of it. */
export const VisitorReportForm = z.object({ ...reportFields, emailId: Email });

export const CaseState = z.enum(['open', 'closed', 'appealed'], 'State must be open, closed or appealed');
export type CaseState = z.infer<typeof CaseState>;

/** All reports on one object. */
export const CaseModel = z.object({
  caseId: Id,
  kind: ReportedKind,
  id: Id,
  title: z.string(),
  state: CaseState,
  reportCount: Count,
  createdAt: Nanoseconds,
  ownerModel: z.nullable(UserModel),
  /** The admin who is working on it; a claim ends by itself after ten minutes. */
  claimedBy: z.nullish(UserModel),
  /** The reasons given, most frequent first. */
  reasonVec: z.array(ReportReason),
});
export type CaseModel = z.infer<typeof CaseModel>;

export const ReportModel = z.object({
  reportId: Id,
  reason: ReportReason,
  text: z.nullish(z.string()),
  createdAt: Nanoseconds,
  /** Null for visitors. */
  userModel: z.nullable(UserModel),
});
export type ReportModel = z.infer<typeof ReportModel>;

export const Act = z.enum(acts, `Act must be one of ${acts.join(', ')}`);
export type Act = z.infer<typeof Act>;

export const AppealModel = z.object({
  appealId: Id,
  actId: Id,
  text: z.string(),
  state: z.enum(['open', 'upheld', 'declined']),
  answer: z.nullish(z.string()),
});
export type AppealModel = z.infer<typeof AppealModel>;

const actFields = {
  actId: Id,
  act: Act,
  rule: z.nullish(ReportReason),
  text: z.nullish(z.string()),
  /** End of a suspension in milliseconds; null for good. */
  until: z.nullish(z.number()),
  automated: z.boolean(),
  createdAt: Nanoseconds,
  appealModel: z.nullable(AppealModel),
};

export const ActModel = z.object({ ...actFields, adminModel: z.nullable(UserModel) });
export type ActModel = z.infer<typeof ActModel>;

export const ModeratedObject = z.object({
  kind: ReportedKind,
  id: Id,
  title: z.string(),
  /** Leads to the object as readers see it; absent after it was deleted. */
  href: z.nullish(z.string()),
  /** For admins: what it says and shows. */
  text: z.nullish(z.string()),
  photoModel: z.nullish(PhotoModel),
  hidden: z.optional(z.boolean()),
  locked: z.optional(z.boolean()),
  aiMarked: z.optional(z.boolean()),
  /** Of the person concerned, in milliseconds; null for good. */
  suspendedUntil: z.nullish(z.number()),
  suspended: z.optional(z.boolean()),
});
export type ModeratedObject = z.infer<typeof ModeratedObject>;

/** The statement of reasons that the person concerned reads. */
export const StatementModel = z.object({
  ...actFields,
  object: ModeratedObject,
  /** How far the act reaches, in one sentence. */
  scope: z.string(),
});
export type StatementModel = z.infer<typeof StatementModel>;

const actText = { label: 'Reason', max: lengths.desc, lines: 'many' } as const;
const until = z.nullish(z.int('Until must be milliseconds since 1970'));

/** An act on a case, or on an object without one. */
export const CaseActForm = z.object({
  caseId: OptionalIdInput,
  kind: z.optional(ReportedKind),
  id: OptionalIdInput,
  act: Act,
  rule: z.optional(ReportReason),
  text: optionalText(actText),
  until,
});

const tag = 'Moderation';
const appealText = requiredText({ ...actText, label: 'Text', missing: 'Text needs to be specified' });

/** An act in a list about several objects. */
export const ActOnObjectModel = z.extend(ActModel, { object: ModeratedObject });

/** A report, for the member who made it. */
export const OwnReportModel = z.extend(ReportModel, {
  object: ModeratedObject,
  state: CaseState,
  outcome: z.nullish(Act),
});

/** What admins write about a user for each other. */
export const UserNote = z.object({
  noteId: Id,
  text: z.string(),
  createdAt: Nanoseconds,
  adminModel: z.nullable(UserModel),
});
export type UserNote = z.infer<typeof UserNote>;

const noteText = requiredText({ ...actText, label: 'Note', missing: 'Note needs to be specified' });

export const moderationCalls = defineCalls({
  'POST /report': {
    summary: 'Report content, a comment or a user without signing in',
    tag,
    who: 'anyone',
    body: VisitorReportForm,
    answer: z.object({ reportId: Id }),
    errors: ['not_found'],
    limit: 'visitorReports',
  },
  'POST /r/report': {
    summary: 'Report content, a comment or a user',
    tag,
    who: 'verified',
    body: ReportForm,
    answer: z.object({ reportId: Id }),
    errors: ['not_found'],
    limit: 'reports',
  },
  'GET /r/my_reports': {
    summary: 'What became of my reports',
    tag,
    who: 'verified',
    query: PageQuery,
    answer: z.object({
      reportModelVec: z.array(OwnReportModel),
      ...pageAnswer,
    }),
  },
  'GET /r/cases': {
    summary: 'Cases, newest harm first',
    tag,
    who: 'admin',
    query: z.extend(PageQuery, { state: z.optional(CaseState) }),
    answer: z.object({ caseModelVec: z.array(CaseModel), ...pageAnswer }),
  },
  'GET /r/case': {
    summary: 'A case with its reports, acts and the object itself',
    tag,
    who: 'admin',
    query: z.object({ caseId: IdInput }),
    answer: z.object({
      caseModel: CaseModel,
      reportModelVec: z.array(ReportModel),
      actModelVec: z.array(ActModel),
      object: ModeratedObject,
      /** Acts against the same person on other objects. */
      ownerActVec: z.array(ActOnObjectModel),
      /** Open cases of the same person. */
      similarCaseVec: z.array(CaseModel),
    }),
    errors: ['not_found'],
  },
  'PUT /r/case_claim': {
    summary: 'Claim a case for ten minutes, or release it',
    tag,
    who: 'admin',
    body: z.object({ caseId: IdInput, claimed: Flag }),
    answer: z.object({ caseModel: CaseModel }),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'POST /r/case_act': {
    summary: 'Act on a case or an object',
    tag,
    who: 'admin',
    body: CaseActForm,
    answer: z.object({ caseModel: CaseModel }),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'GET /r/my_statements': {
    summary: 'Acts that concern me, with their reasons',
    tag,
    who: 'signed-in',
    whileSuspended: true,
    query: PageQuery,
    answer: z.object({
      statementModelVec: z.array(StatementModel),
      /** The viewer's account is suspended now. */
      suspended: z.boolean(),
      ...pageAnswer,
    }),
  },
  'POST /r/appeal': {
    summary: 'Appeal against an act, once',
    tag,
    who: 'signed-in',
    whileSuspended: true,
    body: z.object({ actId: IdInput, text: appealText }),
    answer: z.object({ appealModel: AppealModel }),
    errors: ['not_found', 'conflict'],
  },
  'PUT /r/appeal': {
    summary: 'Decide an appeal; upheld undoes the act',
    tag,
    who: 'admin',
    body: z.object({ appealId: IdInput, upheld: Flag, text: appealText }),
    answer: z.object({ appealModel: AppealModel }),
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'GET /r/user_record': {
    summary: 'What admins know about a user',
    tag,
    who: 'admin',
    query: z.object({ userId: IdInput }),
    answer: z.object({
      userModel: UserModel,
      createdAt: Nanoseconds,
      sessionCount: Count,
      /** Reports on objects of the user, and by the user. */
      reportCount: Count,
      reportedCount: Count,
      suspended: z.boolean(),
      suspendedUntil: z.nullish(z.number()),
      isNew: z.boolean(),
      actModelVec: z.array(ActOnObjectModel),
      caseModelVec: z.array(CaseModel),
      noteVec: z.array(UserNote),
    }),
    errors: ['not_found'],
  },
  'POST /r/user_note': {
    summary: 'Write a note about a user, for admins',
    tag,
    who: 'admin',
    body: z.object({ userId: IdInput, text: noteText }),
    answer: z.object({ note: UserNote }),
    errors: ['not_found'],
  },
});
