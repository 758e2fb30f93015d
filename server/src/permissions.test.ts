import type { Call, CallKey, Who } from '@gyan/contract/call.ts';
import { type CallName, calls } from '@gyan/contract/calls.ts';
import { Problem } from '@gyan/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSession } from '#domains/auth/actions.ts';
import { startAi, type TestAi } from '#test/ai.ts';
import { type Answered, startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import {
  type Asker,
  type Asking,
  type Case,
  type Outcome,
  people,
  type Situation,
} from '#test/permissions/cases.ts';
import { contentCases } from '#test/permissions/content-cases.ts';
import { openFootprint } from '#test/permissions/footprint.ts';
import { learningCases } from '#test/permissions/learning-cases.ts';
import { knownAddress, knownPassword, peopleCases } from '#test/permissions/people-cases.ts';
import { startYoutube, type TestYoutube } from '#test/youtube.ts';

const cases: Record<CallName, Case[]> = { ...contentCases, ...learningCases, ...peopleCases };
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
function refusal(who: Who, asker: Asker): Outcome | undefined {
  if (who === 'anyone') return undefined;
  if (asker === 'nobody') return 'unauthenticated';
  if (who === 'signed-in') return undefined;
  if (asker === 'unverified') return 'email_unverified';
  const admins: Asker[] = ['admin', 'super admin'];
  const creators: Asker[] = ['creator', 'other creator', ...admins];
  if (who === 'creator' && !creators.includes(asker)) return 'forbidden';
  return who === 'admin' && !admins.includes(asker) ? 'forbidden' : undefined;
}

/** A new user for every request: some calls end the session or delete the account. */
async function situate(asker: Asker, isOwn: boolean): Promise<Situation> {
  const traits = people[asker] ?? {};
  const callerId = await makeUser(gyan.db, traits);
  // The other user of a creator is a former creator; that of all others is a creator.
  const other = { role: asker === 'creator' ? 'kRegular' : 'kCreator' } as const;
  return {
    gyan,
    asker,
    callerId,
    ownerId: isOwn ? callerId : await makeUser(gyan.db, other),
    isOwn,
    isAdmin: asker === 'admin' || asker === 'super admin',
    token: asker === 'nobody' ? '' : await openSession(gyan.db, callerId, 'the walk'),
  };
}

function ask(key: CallKey, { query = {}, body, form }: Asking, token: string): Promise<Answered> {
  const [method = '', path = ''] = key.split(' ');
  const search = new URLSearchParams(texts(query));
  return gyan.ask(`${path}?${search.toString()}`, {
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
  const { paths }: { paths: Record<string, Record<string, Operation>> } = (await gyan.ask('/openapi.json'))
    .body;
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
function judge(
  call: Call,
  operation: Operation | undefined,
  answer: Answered,
): { outcome: string; surprises: string[] } {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const documented = operation?.responses[answer.status];
  const surprises = documented?.content[type] ? [] : [`${answer.status} as ${type} is not documented`];
  if (answer.status !== 200) {
    const { code } = Problem.parse(answer.body);
    if (!documented?.description.includes(`${code}:`)) surprises.push(`${code} is not documented`);
    return { outcome: code, surprises };
  }
  const parsed = z.safeParse(call.answer, answer.body);
  if (type === 'application/json' && !parsed.success) surprises.push(z.prettifyError(parsed.error));
  return { outcome: 'done', surprises };
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
  { asker, isOwn, operation }: { asker: Asker; isOwn: boolean; operation: Operation | undefined },
): Promise<Attempt> {
  const situation = await situate(asker, isOwn);
  const asking = await each.asks(situation);
  note(key, asking);
  const expected = refusal(call.who, asker) ?? each.outcome(situation);
  const name = `${key} (${each.when}, ${isOwn ? 'own' : 'another’s'})`;
  return {
    name,
    expected,
    run: async () => {
      const answer = await ask(key, asking, situation.token);
      const { outcome, surprises } = judge(call, operation, answer);
      if (outcome !== expected) {
        surprises.push(`${outcome} instead of ${expected}: ${answer.text.slice(0, 200)}`);
      }
      return surprises.map((what) => `${name}: ${what}`);
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

const walked = { requests: 0, named: new Map<CallKey, Set<string>>() };

function note(key: CallKey, { query, body, form }: Asking): void {
  walked.requests += 1;
  const names = walked.named.get(key) ?? new Set();
  for (const name of Object.keys({ ...query, ...body, ...form })) names.add(name);
  walked.named.set(key, names);
}

describe('a walk through every call, by everybody, about their own and others’', () => {
  it.each(Object.keys(people) as Asker[])(
    'finds that %s may do what is said of them, and that a refusal writes nothing',
    async (asker) => {
      const document = await published();
      const attempts: Attempt[] = [];
      for (const row of table) {
        const operation = document.get(row[0]);
        for (const each of cases[row[0]]) {
          const whose = each.about === 'own and others' ? [true, false] : [true];
          for (const isOwn of whose) attempts.push(await prepare(row, each, { asker, isOwn, operation }));
        }
      }
      expect(await runAll(attempts)).toEqual([]);
    },
    240_000,
  );

  it('leaves out no call, and no id that a call takes', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(calls).toSorted());
    for (const [key, call] of table) {
      const missed = idsOf(call).filter((name) => !walked.named.get(key)?.has(name));
      expect([key, missed]).toEqual([key, []]);
    }
    expect(walked.requests).toBeGreaterThan(1_000);
  });

  it('agrees with the published document on who needs a session', async () => {
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
        open ? undefined : [{ session: [] }],
      ]);
      expect([key, statuses.includes('401')]).toEqual([key, !open]);
      // An open write is refused where the cross-site check fails.
      expect([key, statuses.includes('403')]).toEqual([key, !reads || !open]);
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
