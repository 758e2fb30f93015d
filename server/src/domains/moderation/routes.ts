import { decodeCursor, pageOf, pageSize } from '#db/page.ts';
import type { Database } from '#db/pool.ts';
import { accountKey } from '#domains/auth/actions.ts';
import { getPersonForViewer } from '#domains/users/actions.ts';
import { userModel } from '#domains/users/view.ts';
import type { Limiter } from '#http/limits.ts';
import { type Binding, bind, bindKeyed } from '#http/serve.ts';
import { actOnCase, foundCase } from './acts.ts';
import { answerAppeal, appeal } from './appeals.ts';
import { claimCase } from './claims.ts';
import { objectKinds } from './kinds.ts';
import type { MailConfig } from './notifications.ts';
import { findObject } from './object-queries.ts';
import {
  findCase,
  firstCase,
  listActsOfCase,
  listActsOn,
  listCases,
  listCasesOf,
  listReports,
  listReportsBy,
  newestFirst,
} from './queries.ts';
import { takeReport } from './reports.ts';
import { getUserRecord, writeNote } from './user-records.ts';
import {
  actModel,
  actOnObject,
  caseModel,
  caseObject,
  ownReportModel,
  reportModel,
  statementModel,
} from './view.ts';

interface ModerationDeps {
  db: Database;
  limiter: Limiter;
  config: MailConfig;
}

export function moderationRoutes(deps: ModerationDeps): Binding[] {
  return [...reportRoutes(deps), ...caseRoutes(deps), ...statementRoutes(deps), ...recordRoutes(deps)];
}

function reportRoutes({ db, limiter, config }: ModerationDeps): Binding[] {
  return [
    bind('POST /report', async ({ body }) => {
      const { kind, id, reason, text, emailId: email } = body;
      await limiter.consume('visitorReports', 'account', accountKey(email));
      const object = { kind: objectKinds[kind], id };
      return { reportId: await takeReport(db, config, { object, reason, text, reporterId: null, email }) };
    }),
    bindKeyed('POST /r/report', {
      async write(db, { body: { kind, id, reason, text }, viewer: { userId: reporterId } }) {
        const object = { kind: objectKinds[kind], id };
        return { reportId: await takeReport(db, config, { object, reason, text, reporterId, email: null }) };
      },
    }),
    bind('GET /r/my_reports', async ({ query, viewer }) => {
      const limit = pageSize(query);
      const after = decodeCursor(query.cursor, newestFirst);
      const { rows, nextCursor } = pageOf(await listReportsBy(db, viewer.userId, { limit, after }), limit);
      return { reportModelVec: rows.map(ownReportModel), nextCursor };
    }),
  ];
}

function caseRoutes({ db, config }: ModerationDeps): Binding[] {
  return [
    bind('GET /r/cases', async ({ query }) => {
      const limit = pageSize(query);
      const after = decodeCursor(query.cursor, firstCase);
      const { rows, nextCursor } = pageOf(await listCases(db, { limit, after, state: query.state }), limit);
      return { caseModelVec: rows.map(caseModel), nextCursor };
    }),
    bind('GET /r/case', async ({ query: { caseId } }) => {
      const row = foundCase(await findCase(db, caseId));
      const { ownerId } = row;
      const [object, reports, acts, others, similar] = await Promise.all([
        findObject(db, { kind: row.kind, id: row.objectId }),
        listReports(db, caseId),
        listActsOfCase(db, caseId),
        ownerId === null ? [] : listActsOn(db, ownerId, { limit: 20, exceptCase: caseId }),
        ownerId === null ? [] : listCasesOf(db, ownerId, { exceptId: caseId, onlyOpen: true }),
      ]);
      return {
        caseModel: caseModel(row),
        reportModelVec: reports.map(reportModel),
        actModelVec: acts.map(actModel),
        object: caseObject(row, object),
        ownerActVec: others.map(actOnObject),
        similarCaseVec: similar.map(caseModel),
      };
    }),
    bind('PUT /r/case_claim', async ({ body, viewer }) => ({
      caseModel: caseModel(await claimCase(db, viewer, body)),
    })),
    bindKeyed('POST /r/case_act', {
      write: async (db, { body, viewer }) => ({
        caseModel: caseModel(await actOnCase(db, config, viewer, body)),
      }),
    }),
  ];
}

function statementRoutes({ db, config }: ModerationDeps): Binding[] {
  return [
    bind('GET /r/my_statements', async ({ query, viewer }) => {
      const limit = pageSize(query);
      const after = decodeCursor(query.cursor, newestFirst);
      const { rows, nextCursor } = pageOf(await listActsOn(db, viewer.userId, { limit, after }), limit);
      return {
        statementModelVec: rows.map(statementModel),
        suspended: viewer.suspended === true,
        nextCursor,
      };
    }),
    bindKeyed('POST /r/appeal', {
      write: async (db, { body, viewer }) => ({ appealModel: await appeal(db, viewer, body) }),
    }),
    bind('PUT /r/appeal', async ({ body, viewer }) => ({
      appealModel: await answerAppeal(db, config, viewer, body),
    })),
  ];
}

function recordRoutes({ db }: ModerationDeps): Binding[] {
  return [
    bind('GET /r/user_record', async ({ query, viewer }) => {
      const person = await getPersonForViewer(db, viewer, query.userId);
      const { record, acts, cases, notes } = await getUserRecord(db, query.userId);
      return {
        userModel: userModel(viewer, person),
        ...record,
        actModelVec: acts.map(actOnObject),
        caseModelVec: cases.map(caseModel),
        noteVec: notes,
      };
    }),
    bindKeyed('POST /r/user_note', {
      write: async (db, { body, viewer }) => ({ note: await writeNote(db, viewer, body) }),
    }),
  ];
}
