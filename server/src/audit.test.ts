import type { Call, CallKey } from '@gyan/contract/call.ts';
import { type CallName, calls } from '@gyan/contract/calls.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueToken } from '#domains/auth/actions.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { type Case, type CaseContext, type CaseRequest, seesDraft } from '#test/permissions/cases.ts';
import { contentCases } from '#test/permissions/content-cases.ts';
import { fileCases } from '#test/permissions/file-cases.ts';
import { learningCases } from '#test/permissions/learning-cases.ts';
import { moderationCases } from '#test/permissions/moderation-cases.ts';
import { noticeCases } from '#test/permissions/notice-cases.ts';
import { peopleCases } from '#test/permissions/people-cases.ts';
import { revisionCases } from '#test/permissions/revision-cases.ts';

const cases: Record<CallName, Case[]> = {
  ...contentCases,
  ...revisionCases,
  ...learningCases,
  ...fileCases,
  ...noticeCases,
  ...peopleCases,
  ...moderationCases,
};
const table = Object.entries(calls) as [CallName & CallKey, Call][];

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

async function createContext(key: CallKey): Promise<CaseContext> {
  const callerId = await makeUser(gyan.db, { role: 'kAdmin' });
  return {
    gyan,
    caller: 'admin',
    callerId,
    // Admins can post as creators, and make other users creators.
    ownerId: await makeUser(gyan.db, { role: key === 'PUT /r/updateuserrole' ? 'kRegular' : 'kCreator' }),
    isOwn: false,
    isAdmin: true,
    token: await issueToken(gyan.db, callerId, 'the audit'),
  };
}

/** Calls that only admins may make, or that creators may not make. Seeing more than others is not audited. */
function needsAnAdmin({ who }: Call, each: Case, context: CaseContext): boolean {
  const seesMore = each.when.includes('blocked the caller') || each.when.includes(seesDraft);
  if (each.outcome(context) !== 'done' || seesMore) return false;
  const creator = { ...context, caller: 'creator', isAdmin: false } as const;
  return who === 'admin' || each.outcome(creator) !== 'done';
}

function send(key: CallKey, { query = {}, body, form }: CaseRequest, token: string) {
  const [method = '', path = ''] = key.split(' ');
  const search = new URLSearchParams(texts(query));
  return gyan.request(`${path}?${search.toString()}`, {
    method,
    token,
    ...(body ? { body } : {}),
    ...(form ? { form: texts(form) } : {}),
  });
}

const texts = (fields: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

it('whatever only an admin may do leaves a row that names them', async () => {
  const silent: string[] = [];
  let checked = 0;
  for (const [key, call] of table.filter(([name]) => !name.startsWith('GET '))) {
    for (const each of cases[key]) {
      const context = await createContext(key);
      if (!needsAnAdmin(call, each, context)) continue;
      const { status } = await send(key, await each.request(context), context.token);
      const rows = await gyan.db.query(sql`select from audit where actor_id = ${context.callerId}`);
      checked += 1;
      if (status !== 200 || rows.length !== 1)
        silent.push(`${key} (${each.when}): ${status}, ${rows.length} rows`);
    }
  }
  expect(silent).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});
