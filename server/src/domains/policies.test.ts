import { License } from '@gyan/contract/licenses.ts';
import { describe, expect, it } from 'vitest';
import {
  canListLatest,
  canManageCard,
  canPostAs,
  canPublish,
  canRemix,
  cardCan,
} from '#domains/cards/policy.ts';
import { canManageCollection, canPublishCollection, collectionCan } from '#domains/collections/policy.ts';
import { canDeleteComment, canEditComment } from '#domains/comments/policy.ts';
import { canAct, canDecide } from '#domains/moderation/policy.ts';
import { canSeeRetired } from '#domains/topics/policy.ts';
import { canArrangeLists } from '#domains/users/policy.ts';
import { canRead, checkHidden, readable } from '#domains/visibility/policy.ts';
import type { Role } from '#http/viewer.ts';

const roles: Role[] = ['kRegular', 'kCreator', 'kAdmin', 'kSuperAdmin'];
const isAdmin = (role: Role) => role === 'kAdmin' || role === 'kSuperAdmin';

describe.each(roles)('%s', (role) => {
  const viewer = { userId: 1, role };
  const admin = isAdmin(role);
  const creator = role !== 'kRegular';

  it('manages what is their own, and an admin everything', () => {
    for (const manages of [canManageCard, canManageCollection]) {
      expect(manages(viewer, { ownerId: 1 })).toBe(true);
      expect(manages(viewer, { ownerId: 2 })).toBe(admin);
    }
    expect(canArrangeLists(viewer, { id: 1 })).toBe(true);
    expect(canArrangeLists(viewer, { id: 2 })).toBe(admin);
  });

  it('edits a card while it is not locked; only admins lock and rate', () => {
    const rights = (ownerId: number, locked: boolean) =>
      Object.entries(cardCan).flatMap(([name, rule]) =>
        rule.allows(viewer, { ownerId, locked, license: 'all-rights' }) ? name : [],
      );
    const remix = creator ? ['remix'] : [];
    const always = [...(admin ? ['lock', 'rate'] : []), 'comment', 'like'];
    expect(rights(1, false)).toEqual(['edit', 'delete', ...always, ...remix]);
    expect(rights(2, false)).toEqual([...(admin ? ['edit', 'delete'] : []), ...always]);
    expect(rights(1, true)).toEqual([...always, ...remix]);
    expect(rights(2, true)).toEqual(always);
  });

  it('copies their own cards, and those whose licence allows it, as a creator', () => {
    for (const license of License.options) {
      expect(canRemix(viewer, { ownerId: 1, license })).toBe(creator);
      expect(canRemix(viewer, { ownerId: 2, license })).toBe(creator && license !== 'all-rights');
    }
  });

  it('rates chains and subjects only as an admin', () => {
    expect(collectionCan.rate.allows(viewer, { ownerId: 1 })).toBe(admin);
    expect(collectionCan.like.allows(viewer, { ownerId: 2 })).toBe(true);
  });

  it('edits what they wrote below a card, and deletes it, also below their own', () => {
    expect(canEditComment(viewer, { ownerId: 1 })).toBe(true);
    expect(canEditComment(viewer, { ownerId: 2 })).toBe(false);
    expect(canDeleteComment(viewer, { ownerId: 1, cardOwnerId: 2 })).toBe(true);
    expect(canDeleteComment(viewer, { ownerId: 2, cardOwnerId: 1 })).toBe(true);
    expect(canDeleteComment(viewer, { ownerId: 2, cardOwnerId: 3 })).toBe(admin);
  });

  it.each(roles)('posts as themselves, and an admin as %s if that one may create', (other) => {
    expect(canPostAs(viewer, { id: 1, role: other })).toBe(true);
    expect(canPostAs(viewer, { id: 2, role: other })).toBe(admin && other !== 'kRegular');
  });

  it('opens drafts of their own, and an admin all; everybody opens what is published', () => {
    expect(readable.allows(viewer, { ownerId: 1, visibility: 'draft' })).toBe(true);
    expect(readable.allows(viewer, { ownerId: 2, visibility: 'draft' })).toBe(admin);
    for (const visibility of ['unlisted', 'public'])
      expect(readable.allows(viewer, { ownerId: 2, visibility })).toBe(true);
  });

  it('opens what an admin has hidden only if it is their own, and an admin all', () => {
    for (const visibility of ['draft', 'unlisted', 'public']) {
      expect(canRead(viewer, { visibility, hidden: true, ownerId: 1 })).toBe(true);
      expect(canRead(viewer, { visibility, hidden: true, ownerId: 2 })).toBe(admin);
      expect(canRead(viewer, { visibility, hidden: false, ownerId: 2 })).toBe(
        admin || visibility !== 'draft',
      );
      expect(readable.allows(viewer, { visibility: 'hidden', ownerId: 2 })).toBe(admin);
    }
  });

  it('publishes as a creator or an admin', () => {
    for (const may of [canPublish, canPublishCollection]) expect(may(viewer)).toBe(role !== 'kRegular');
  });

  it('as an admin leaves decisions in their own favour to another one, and decides alone as the only super admin', () => {
    const isSuper = role === 'kSuperAdmin';
    for (const act of ['dismiss', 'restore', 'unlock', 'lift'] as const) {
      expect(canAct(viewer, act, { ownerId: 2, ownerRole: 'kSuperAdmin' }, 1)).toBe(true);
      expect(canAct(viewer, act, { ownerId: 1, ownerRole: role }, 1)).toBe(false);
      expect(canAct(viewer, act, { ownerId: 1, ownerRole: role }, 0)).toBe(isSuper);
    }
    expect(canDecide(viewer, { adminId: 1, ownerId: 2 }, 0)).toBe(isSuper);
    expect(canDecide(viewer, { adminId: 2, ownerId: 1 }, 0)).toBe(false);
  });

  it('sees the latest cards and retired topics only as an admin', () => {
    expect(canListLatest(viewer)).toBe(admin);
    expect(canSeeRetired(viewer)).toBe(admin);
  });
});

it('hidden content does not become a draft, and a hidden draft stays one', () => {
  const hide = (before: string, after: string, hidden = true) =>
    checkHidden({ visibility: before, hidden }, after);
  const refusal = expect.objectContaining({
    fields: [{ field: 'visibility', message: 'What an admin has hidden cannot become a draft' }],
  });
  for (const before of ['public', 'unlisted']) expect(() => hide(before, 'draft')).toThrow(refusal);
  expect(() => hide('draft', 'draft')).not.toThrow();
  expect(() => hide('public', 'unlisted')).not.toThrow();
  expect(() => hide('draft', 'public')).not.toThrow();
  expect(() => hide('public', 'draft', false)).not.toThrow();
});
