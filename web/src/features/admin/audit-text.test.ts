import { describe, expect, it } from 'vitest';
import { detailOf, verbOf } from './audit-text.ts';

describe('what admins did, in words', () => {
  it('has a sentence for the acts it knows and shows the name of others', () => {
    expect(verbOf('role.set')).toBe('changed the role of');
    expect(verbOf('card.lock_all')).toBe('did “card lock all” to');
  });

  it('calls roles by their names and leaves other words alone', () => {
    expect(detailOf({ detail: 'was: kRegular, role: kCreator' })).toBe('from Regular to Creator');
    expect(detailOf({ detail: 'was: kSuperAdmin, why: age' })).toBe('was: Super admin, why: age');
    expect(detailOf({ detail: 'why: kVideo, kindly' })).toBe('why: kVideo, kindly');
    expect(detailOf({})).toBeUndefined();
  });
});
