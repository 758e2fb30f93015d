import { describe, expect, it } from 'vitest';
import { restoreFields } from './form-draft.ts';

const empty = { title: '', statusText: '' };

describe('a draft', () => {
  it('comes back as it was left', () => {
    expect(restoreFields(empty, { title: 'Light', statusText: 'bends' })).toEqual({
      title: 'Light',
      statusText: 'bends',
    });
  });

  it.each([undefined, null, 'Light', 7, [], { title: 7, colour: 'red' }])(
    'of %j brings nothing strange into the form',
    (found) => expect(restoreFields(empty, found)).toEqual(empty),
  );
});
