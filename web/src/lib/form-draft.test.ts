import { describe, expect, it } from 'vitest';
import { changedFields, restoreFields } from './form-draft.ts';

const empty = { title: '', statusText: '' };

describe('a draft', () => {
  it('comes back as it was left', () => {
    expect(restoreFields(empty, { title: 'Light', statusText: 'bends' })).toEqual({
      title: 'Light',
      statusText: 'bends',
    });
  });

  it('leaves alone what was changed elsewhere meanwhile', () => {
    const opened = { title: 'Light', statusText: 'bents', tagsText: 'physics' };
    const stored = changedFields({ ...opened, statusText: 'bends', tagsText: '' }, opened);
    expect(stored).toEqual({ statusText: 'bends', tagsText: '' });
    expect(restoreFields({ ...opened, title: 'Light in water' }, stored)).toEqual({
      title: 'Light in water',
      statusText: 'bends',
      tagsText: '',
    });
  });

  it('of an empty form has only what was typed', () => {
    expect(changedFields({ title: 'Light', statusText: '' })).toEqual({ title: 'Light' });
  });

  it.each([undefined, null, 'Light', 7, [], { title: 7, colour: 'red' }])(
    'of %j brings nothing strange into the form',
    (found) => expect(restoreFields(empty, found)).toEqual(empty),
  );
});
