import type { Call, CallKey, Who } from '@gyan/contract/call.ts';
import { calls } from '@gyan/contract/calls.ts';
import { Problem } from '@gyan/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#domains/auth/actions.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { refuseUndeclaredRoutes } from './serve.ts';
import { createHttpServer } from './server.ts';

const table = Object.entries(calls) as [CallKey, Call][];

describe('the table of calls', () => {
  let gyan: TestApp;
  const people: Record<string, number | undefined> = {};

  beforeAll(async () => {
    gyan = await startApp();
    people.unverified = await makeUser(gyan.db, { verified: false });
    people.regular = await makeUser(gyan.db);
    people.creator = await makeUser(gyan.db, { role: 'kCreator' });
    people.admin = await makeUser(gyan.db, { role: 'kAdmin' });
    people.superAdmin = await makeUser(gyan.db, { role: 'kSuperAdmin' });
    // The only one could not leave.
    await makeUser(gyan.db, { role: 'kSuperAdmin' });
  });
  afterAll(() => gyan.close());

  /** What the table alone decides: a refusal, or `undefined` where the call itself goes on. */
  const refusals: Record<string, Record<Who, string | undefined>> = {
    nobody: {
      anyone: undefined,
      'signed-in': 'unauthenticated',
      verified: 'unauthenticated',
      creator: 'unauthenticated',
      admin: 'unauthenticated',
    },
    unverified: {
      anyone: undefined,
      'signed-in': undefined,
      verified: 'email_unverified',
      creator: 'email_unverified',
      admin: 'email_unverified',
    },
    regular: {
      anyone: undefined,
      'signed-in': undefined,
      verified: undefined,
      creator: 'forbidden',
      admin: 'forbidden',
    },
    creator: {
      anyone: undefined,
      'signed-in': undefined,
      verified: undefined,
      creator: undefined,
      admin: 'forbidden',
    },
    admin: {
      anyone: undefined,
      'signed-in': undefined,
      verified: undefined,
      creator: undefined,
      admin: undefined,
    },
    superAdmin: {
      anyone: undefined,
      'signed-in': undefined,
      verified: undefined,
      creator: undefined,
      admin: undefined,
    },
  };

  it.each(Object.keys(refusals))('admits %s to what it says, and to nothing else', async (person) => {
    for (const [key, call] of table) {
      const [method = '', path = ''] = key.split(' ');
      // A session of its own for every call: some of them end it.
      const userId = people[person];
      const token = userId === undefined ? undefined : await openSession(gyan.db, userId, 'test');
      const answer = await gyan.ask(path, { method, token });
      const expected = refusals[person]?.[call.who];
      if (expected) {
        expect({ key, ...Problem.parse(answer.body) }).toMatchObject({ key, code: expected });
      } else {
        expect([401, 403], key).not.toContain(answer.status);
        expect(answer.status === 500, `${key} ${answer.text}`).toBe(false);
      }
    }
  });

  it('is what the published document describes', async () => {
    const document: { openapi: string; paths: Record<string, Record<string, unknown>> } = (
      await gyan.ask('/openapi.json')
    ).body;
    const published = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    );
    expect(document.openapi).toBe('3.1.0');
    expect(published.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('cannot be bypassed by a route of one’s own', async () => {
    const app = await createHttpServer({ log: gyan.deps.log, trustedProxies: [], shedsLoad: false });
    refuseUndeclaredRoutes(app);
    expect(() => app.get('/api/v1/everything', async () => ({}))).toThrow(/not declared in the contract/);
    expect(() => app.get('/api/v1/r/user', async () => ({}))).toThrow(/not declared in the contract/);
  });
});
