import type { Call, CallKey, Who } from '@gyan/contract/call.ts';
import { type CallName, calls } from '@gyan/contract/calls.ts';
import { Problem } from '@gyan/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { issueToken } from '#domains/auth/actions.ts';
import { startAi, type TestAi } from '#test/ai.ts';
import { startApp, type TestApp, type TestResponse } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import {
  type Caller,
  type Case,
  type CaseContext,
  type CaseRequest,
  callers,
  type Outcome,
} from '#test/permissions/cases.ts';
import { contentCases } from '#test/permissions/content-cases.ts';
import { fileCases } from '#test/permissions/file-cases.ts';
import { openFootprint } from '#test/permissions/footprint.ts';
import { learningCases } from '#test/permissions/learning-cases.ts';
import { moderationCases } from '#test/permissions/moderation-cases.ts';
import { noticeCases } from '#test/permissions/notice-cases.ts';
import { knownAddress, knownPassword, peopleCases } from '#test/permissions/people-cases.ts';
import { revisionCases } from '#test/permissions/revision-cases.ts';
import { startYoutube, type TestYoutube } from '#test/youtube.ts';

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
let ai: TestAi;
let youtube: TestYoutube;
let footprint: () => Promise<string>;

beforeAll(async () => {
  ai = await startAi();
  youtube = await startYoutube();
  youtube.videos.set('dQw4w9WgXcQ', { title: 'A video' });
  gyan = await startApp({
    ai: { baseUrl: ai.url, apiKey: 'secret-key', model: 'some-model' },
    youtube: {
      apiUrl: `${youtube.url}/youtube/v3`,
      oembedUrl: `${youtube.url}/oembed`,
      thumbnailUrl: `${youtube.url}/vi`,
      apiKey: undefined,
    },
  });
  await makeUser(gyan.db, { email: knownAddress, password: knownPassword });
  footprint = await openFootprint(gyan);
});
afterAll(async () => {
  await gyan.close();
  await ai.stop();
  await youtube.stop();
});

/** The refusal that the contract's `who` implies; undefined if the handler decides. */
function refusal(who: Who, caller: Caller): Outcome | undefined {
  if (who === 'anyone') return undefined;
  if (caller === 'visitor') return 'unauthenticated';
  if (who === 'signed-in') return undefined;
  if (caller === 'unverified') return 'email_unverified';
  const admins: Caller[] = ['admin', 'super admin'];
  const creators: Caller[] = ['creator', 'other creator', ...admins];
  if (who === 'creator' && !creators.includes(caller)) return 'forbidden';
  return who === 'admin' && !admins.includes(caller) ? 'forbidden' : undefined;
}

/** A new user for every request: some calls end the session or delete the account. */
async function createContext(caller: Caller, isOwn: boolean): Promise<CaseContext> {
  const fields = callers[caller] ?? {};
  const callerId = await makeUser(gyan.db, fields);
  // The other user of a creator is a former creator; that of all others is a creator.
  const other = { role: caller === 'creator' ? 'kRegular' : 'kCreator' } as const;
  return {
    gyan,
    caller,
    callerId,
    ownerId: isOwn ? callerId : await makeUser(gyan.db, other),
    isOwn,
    isAdmin: caller === 'admin' || caller === 'super admin',
    token: caller === 'visitor' ? '' : await issueToken(gyan.db, callerId, 'the walk'),
  };
}

function send(key: CallKey, { query = {}, body, form }: CaseRequest, token: string): Promise<TestResponse> {
  const [method = '', path = ''] = key.split(' ');
  const search = new URLSearchParams(texts(query));
  return gyan.request(`${path}?${search.toString()}`, {
    method,
    token: token || undefined,
    ...(body ? { body } : {}),
    ...(form ? { form: texts(form) } : {}),
  });
}

const texts = (fields: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

interface Operation {
  security?: object[];
  'x-who': Who;
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

async function published(): Promise<Map<CallKey, Operation>> {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = (
    await gyan.request('/openapi.json')
  ).body;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace('/api/v1', '')}` as CallKey,
        operation,
      ]),
    ),
  );
}

/** The outcome of a request, and whatever the OpenAPI document does not declare about it. */
function checkAnswer(
  call: Call,
  operation: Operation | undefined,
  answer: TestResponse,
): { outcome: string; violations: string[] } {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const documented = operation?.responses[answer.status];
  const violations = documented?.content[type] ? [] : [`${answer.status} as ${type} is not documented`];
  if (answer.status !== 200) {
    const { code } = Problem.parse(answer.body);
    if (!documented?.description.includes(`${code}:`)) violations.push(`${code} is not documented`);
    return { outcome: code, violations };
  }
  const parsed = z.safeParse(call.answer, answer.body);
  if (type === 'application/json' && !parsed.success) violations.push(z.prettifyError(parsed.error));
  return { outcome: 'done', violations };
}

interface Attempt {
  name: string;
  expected: Outcome;
  /** The deviations of the answer. */
  run: () => Promise<string[]>;
}

/** One request with all the rows it is about. */
async function prepare(
  [key, call]: (typeof table)[number],
  each: Case,
  { caller, isOwn, operation }: { caller: Caller; isOwn: boolean; operation: Operation | undefined },
): Promise<Attempt> {
  const context = await createContext(caller, isOwn);
  const request = await each.request(context);
  note(key, request);
  const expected = refusal(call.who, caller) ?? each.outcome(context);
  const name = `${key} (${each.when}, ${isOwn ? 'own' : 'another’s'})`;
  return {
    name,
    expected,
    run: async () => {
      const answer = await send(key, request, context.token);
      const { outcome, violations } = checkAnswer(call, operation, answer);
      if (outcome !== expected) {
        violations.push(`${outcome} instead of ${expected}: ${answer.text.slice(0, 200)}`);
      }
      return violations.map((what) => `${name}: ${what}`);
    },
  };
}

/** Runs the requests that must be refused, then those that must be done. */
async function runAll(attempts: Attempt[]): Promise<string[]> {
  const refused = attempts.filter(({ expected }) => expected !== 'done');
  const before = await footprint();
  const deviations = await runInOrder(refused);
  if ((await footprint()) !== before) deviations.push(...(await findWriters(refused)));
  deviations.push(...(await runInOrder(attempts.filter(({ expected }) => expected === 'done'))));
  return deviations;
}

async function runInOrder(attempts: Attempt[]): Promise<string[]> {
  const deviations: string[] = [];
  for (const { run } of attempts) deviations.push(...(await run()));
  return deviations;
}

/** Repeats refused requests one by one to name those that write. */
async function findWriters(refused: Attempt[]): Promise<string[]> {
  const writers: string[] = [];
  for (const { name, run } of refused) {
    const before = await footprint();
    await run();
    if ((await footprint()) !== before) writers.push(`${name}: refused, and yet something was written`);
  }
  return writers.length > 0 ? writers : ['a refused request wrote something, once'];
}

const totals = { requests: 0, named: new Map<CallKey, Set<string>>() };

function note(key: CallKey, { query, body, form }: CaseRequest): void {
  totals.requests += 1;
  const names = totals.named.get(key) ?? new Set();
  for (const name of Object.keys({ ...query, ...body, ...form })) names.add(name);
  totals.named.set(key, names);
}

describe('a walk through every call, by everybody, about their own and others’', () => {
  it.each(Object.keys(callers) as Caller[])(
    'finds that %s may do what is said of them, and that a refusal writes nothing',
    async (caller) => {
      const document = await published();
      const attempts: Attempt[] = [];
      for (const row of table) {
        const [key, { who }] = row;
        const operation = document.get(key);
        // Refused before the handler runs, so that one case stands for all.
        const relevant = refusal(who, caller) ? cases[key].slice(0, 1) : cases[key];
        for (const each of relevant) {
          const whose = each.about === 'own and others' ? [true, false] : [true];
          for (const isOwn of whose) attempts.push(await prepare(row, each, { caller, isOwn, operation }));
        }
      }
      expect(await runAll(attempts)).toEqual([]);
    },
    240_000,
  );

  it('leaves out no call, and no id that a call takes', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const [key, call] of table) {
      const missed = idsOf(call).filter((name) => !totals.named.get(key)?.has(name));
      expect([key, missed]).toEqual([key, []]);
    }
    expect(totals.requests).toBeGreaterThan(1_000);
  });

  it('agrees with the published document on who needs a session or an API token', async () => {
    const document = await published();
    expect([...document.keys()].toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const [key, call] of table) {
      const operation = document.get(key);
      const statuses = Object.keys(operation?.responses ?? {});
      const open = call.who === 'anyone';
      const reads = key.startsWith('GET ');
      expect([key, operation?.['x-who'], operation?.security]).toEqual([
        key,
        call.who,
        open ? [] : call.onlySession ? [{ session: [] }] : [{ session: [] }, { token: [] }],
      ]);
      expect([key, statuses.includes('401')]).toEqual([key, !open]);
      // An open write is refused where the cross-site check fails; other calls also while the account is suspended.
      const isForAll = open || (call.who === 'signed-in' && call.whileSuspended === true);
      expect([key, statuses.includes('403')]).toEqual([key, !reads || !isForAll]);
    }
  });
});

/** The id fields of a call: each is tested with an id of another user. */
function idsOf({ query, body }: Call): string[] {
  return [query, body].flatMap((schema) =>
    schema instanceof z.ZodMiniObject
      ? Object.keys(schema.shape).filter((name) => /^id$|Id$/.test(name) && name !== 'emailId')
      : [],
  );
}
