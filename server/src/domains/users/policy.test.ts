import { describe, expect, it } from 'vitest';
import type { Role } from '#http/viewer.ts';
import { canEdit, canSee, canSetRole } from './policy.ts';

const roles: Role[] = ['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin'];
const pairs = roles.flatMap((viewer) => roles.map((person) => [viewer, person] as const));

describe('giving a role', () => {
  it.each(pairs)('%s to %s', (viewer, person) => {
    const isAllowed = ['kAdmin', 'kSuperAdmin'].includes(viewer) && person !== 'kSuperAdmin';
    expect(canSetRole({ userId: 1, role: viewer }, { id: 2, role: person })).toBe(isAllowed);
  });

  it.each(roles)('is nothing %s does to themselves', (role) => {
    expect(canSetRole({ userId: 1, role }, { id: 1, role })).toBe(false);
  });
});

describe('editing a profile', () => {
  it.each(roles)('is for its owner, not for %s', (role) => {
    expect(canEdit({ userId: 1, role }, { id: 1 })).toBe(true);
    expect(canEdit({ userId: 1, role }, { id: 2 })).toBe(false);
  });
});

describe('seeing somebody', () => {
  const verified = { id: 2, email_verified_at: new Date(), leaving_at: null };
  const unverified = { ...verified, email_verified_at: null };
  const leaving = { ...verified, leaving_at: new Date() };

  it.each([
    ['kRegular', false],
    ['kCreator', false],
    ['kAdmin', true],
    ['kSuperAdmin', true],
  ] as const)('as %s', (role, seesUnverified) => {
    const viewer = { userId: 1, role };
    expect(canSee(viewer, verified)).toBe(true);
    expect(canSee(viewer, unverified)).toBe(seesUnverified);
    expect(canSee(viewer, leaving)).toBe(false);
    expect(canSee({ userId: 2, role }, leaving)).toBe(true);
  });
});
