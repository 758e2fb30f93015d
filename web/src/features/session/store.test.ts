import { describe, expect, it } from 'vitest';
import { isAdmin, isCreator, parseSession, roleGroup } from './store.ts';

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
