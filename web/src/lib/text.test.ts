import { describe, expect, it } from 'vitest';
import { displayName, plainText, treeLabel } from './text.ts';

describe('treeLabel', () => {
  it('labels a card in the outline with eighty characters', () => {
    expect(treeLabel('a'.repeat(80))).toBe('a'.repeat(80));
    expect(treeLabel('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`);
    expect(treeLabel('🪔'.repeat(81))).toBe(`${'🪔'.repeat(80)}…`);
  });

  it('ends at a word and without punctuation', () => {
    const start = 'a'.repeat(70);
    expect(treeLabel(`${start} bright, shining`)).toBe(`${start} bright…`);
    expect(treeLabel(`${start} shines on`)).toBe(`${start} shines on`);
    expect(treeLabel(`${start} shines: brightly`)).toBe(`${start} shines…`);
    expect(treeLabel(`${start} shinings and more`)).toBe(`${start} shinings…`);
  });
});

describe('displayName', () => {
  it.each([
    [{ firstName: 'Asha', lastName: 'Rao' }, 'Asha Rao'],
    [{ firstName: 'Asha', lastName: null }, 'Asha'],
    [{ lastName: 'Rao' }, 'Rao'],
    [{}, 'Unknown'],
    [null, 'Unknown'],
  ])('of %o is %s', (user, name) => {
    expect(displayName(user)).toBe(name);
  });
});

describe('plainText', () => {
  it('keeps words apart that blocks kept apart, and joined what inline tags joined', () => {
    expect(plainText('<p>One</p><p>t<b>w</b>o<br>three</p>')).toBe('One two three');
  });

  it('reads character references once', () => {
    expect(plainText('&lt;b&gt; &amp;amp; &#2325; &#x1fa94; &unknown; &#99999999;')).toBe(
      '<b> &amp; क 🪔 &unknown; &#99999999;',
    );
  });
});
