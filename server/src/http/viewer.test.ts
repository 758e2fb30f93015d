import type { Who } from '@gyan/contract/call.ts';
import { describe, expect, it } from 'vitest';
import { ProblemError } from './problems.ts';
import {
  bearerToken,
  checkAccess,
  checkToken,
  isAdmin,
  isCreator,
  type Role,
  type Viewer,
} from './viewer.ts';

const viewerOf = (role: Role, emailVerified = true): Viewer => ({
  userId: 1,
  role,
  emailVerified,
  sessionId: 1,
  signedInAt: new Date(),
});

const outcome = (
  who: Exclude<Who, 'anyone'>,
  viewer: Viewer | undefined,
  options?: Parameters<typeof checkAccess>[2],
) => {
  try {
    return checkAccess(who, viewer, options) === viewer ? 'admitted' : 'another viewer';
  } catch (error) {
    return error instanceof ProblemError ? error.code : error;
  }
};

describe('who is admitted', () => {
  it.each([
    ['kRegular', 'admitted', 'forbidden', 'forbidden'],
    ['kCreator', 'admitted', 'admitted', 'forbidden'],
    ['kAdmin', 'admitted', 'admitted', 'admitted'],
    ['kSuperAdmin', 'admitted', 'admitted', 'admitted'],
  ] as const)('%s', (role, verified, creator, admin) => {
    expect(outcome('signed-in', viewerOf(role))).toBe('admitted');
    expect(outcome('verified', viewerOf(role))).toBe(verified);
    expect(outcome('creator', viewerOf(role))).toBe(creator);
    expect(outcome('admin', viewerOf(role))).toBe(admin);
    expect([isCreator(role), isAdmin(role)]).toEqual([creator === 'admitted', admin === 'admitted']);
  });

  it('nobody without a session, and only to leave or to ask for the e-mail again before the address is verified', () => {
    for (const who of ['signed-in', 'verified', 'creator', 'admin'] as const) {
      expect(outcome(who, undefined)).toBe('unauthenticated');
      expect(outcome(who, viewerOf('kSuperAdmin', false))).toBe(
        who === 'signed-in' ? 'admitted' : 'email_unverified',
      );
    }
  });
});

describe('a suspended user', () => {
  const suspended = { ...viewerOf('kSuperAdmin'), suspended: true };

  it('makes only the calls that are open while suspended', () => {
    for (const who of ['signed-in', 'verified', 'creator', 'admin'] as const) {
      expect(outcome(who, suspended)).toBe('suspended');
      expect(outcome(who, suspended, { whileSuspended: true })).toBe('admitted');
    }
    expect(() => checkAccess('signed-in', suspended)).toThrow(/suspended.*statements/);
  });
});

describe('where admins need a second factor', () => {
  const needed = { adminsNeedFactor: true };

  it('one without it makes the calls of others only', () => {
    expect(outcome('admin', viewerOf('kAdmin'), needed)).toBe('second_factor_required');
    expect(outcome('admin', { ...viewerOf('kAdmin'), isAdminWithFactor: true }, needed)).toBe('admitted');
    for (const who of ['signed-in', 'verified', 'creator'] as const) {
      expect(outcome(who, viewerOf('kAdmin'), needed)).toBe('admitted');
    }
    expect(() => checkAccess('admin', viewerOf('kAdmin'), needed)).toThrow(/second factor.*Security/);
  });
});

describe('what an API token may call', () => {
  it('and the reason of a refusal', () => {
    const reader = { ...viewerOf('kCreator'), tokenScope: 'read' } as const;
    expect(() => checkToken('PUT /a', {}, reader)).toThrow(/can only read/);
    expect(() => checkToken('GET /a', { onlySession: true }, reader)).toThrow(/sign in to the site/);
  });

  it.each([
    ['a session', undefined, 'done', 'done', 'done', 'done'],
    ['a token to read', 'read', 'done', 'forbidden', 'reauth_required', 'reauth_required'],
    ['a token to write', 'write', 'done', 'done', 'reauth_required', 'reauth_required'],
  ] as const)('%s', (_who, tokenScope, read, write, ownRead, ownWrite) => {
    const viewer = { ...viewerOf('kCreator'), ...(tokenScope && { tokenScope }) };
    const called = (key: 'GET /a' | 'PUT /a', call: { onlySession?: true }) => {
      try {
        checkToken(key, call, viewer);
        return 'done';
      } catch (error) {
        return error instanceof ProblemError ? error.code : error;
      }
    };
    expect([called('GET /a', {}), called('PUT /a', {})]).toEqual([read, write]);
    const onlySession = { onlySession: true } as const;
    expect([called('GET /a', onlySession), called('PUT /a', onlySession)]).toEqual([ownRead, ownWrite]);
  });
});

describe('the token of a request', () => {
  const token = 'abcdefghijklmnopqrst';
  const read = (authorization: string | undefined) => bearerToken({ headers: { authorization } } as never);

  it('is what follows the word, whatever its case', () => {
    expect(read(`Bearer ${token}`)).toBe(token);
    expect(read(`bearer ${token}`)).toBe(token);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    token,
    'Bearer short',
    `Bearer ${token} x`,
    `Bearer ${'x'.repeat(201)}`,
    `Bearer ${token}'`,
  ])('is none in %s', (header) => {
    expect(read(header)).toBeUndefined();
  });
});
