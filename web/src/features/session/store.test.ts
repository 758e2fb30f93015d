import { afterEach, describe, expect, it, vi } from 'vitest';
import { onViewerChange } from '#lib/viewer-change.ts';
import {
  currentSession,
  isAdmin,
  isCreator,
  parseSession,
  roleGroup,
  sessionKey,
  startSession,
  updateUser,
} from './store.ts';

const user = { userId: 7, firstName: 'Asha', lastName: 'Rao' };

describe('parseSession', () => {
  it('reads the record a sign-in left', () => {
    const record = { authdata: 'secret', userModel: user };
    expect(parseSession(JSON.stringify(record))).toEqual(record);
  });

  it('leaves out what it does not know', () => {
    const text = JSON.stringify({ authdata: 'secret', userModel: user, extra: 1 });
    expect(parseSession(text)).toEqual({ authdata: 'secret', userModel: user });
  });

  it.each([
    null,
    '',
    'null',
    '7',
    '"text"',
    '{',
    '{}',
    JSON.stringify({ authdata: '', userModel: user }),
    JSON.stringify({ authdata: 7, userModel: user }),
    JSON.stringify({ authdata: 'secret' }),
    JSON.stringify({ authdata: 'secret', userModel: null }),
    JSON.stringify({ authdata: 'secret', userModel: { userId: '7' } }),
  ])('takes %s for nobody', (text) => {
    expect(parseSession(text)).toBeUndefined();
  });
});

describe('roles', () => {
  it.each([
    ['kRegular', false, false, 'regular'],
    ['kCreator', true, false, 'creator'],
    ['kAdmin', true, true, 'admin'],
    ['kSuperAdmin', true, true, 'admin'],
    [undefined, false, false, 'regular'],
  ] as const)('%s', (userRole, creator, admin, mark) => {
    const person = { ...user, userRole };
    expect(isCreator(person)).toBe(creator);
    expect(isAdmin(person)).toBe(admin);
    expect(roleGroup(person)).toBe(mark);
  });
});

describe('a viewer change', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is announced for another user, not for news of the user who was signed in at the start', () => {
    const stored = new Map([[sessionKey, JSON.stringify({ authdata: 'secret', userModel: user })]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    const announced = vi.fn();
    onViewerChange(announced);

    expect(currentSession()?.userModel).toEqual(user);
    updateUser({ ...user, firstName: 'Usha' });
    expect(currentSession()?.userModel.firstName).toBe('Usha');
    expect(announced).not.toHaveBeenCalled();

    startSession({ authdata: 'other', userModel: { ...user, userId: 8 } });
    expect(announced).toHaveBeenCalledOnce();
  });
});
