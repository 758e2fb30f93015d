import { expect, test } from 'vitest';
import { changedFields, changesBetween, readableValue } from './card-changes.ts';

test('only fields that both have and that differ are changes', () => {
  const changes = changesBetween(
    { title: 'Dew', text: 'Water on grass', tagsText: null, altText: '' },
    { title: 'Dew', text: 'Water on leaves', tagsText: '#water', altText: null, source: 'A book' },
  );
  expect(changes).toEqual([
    { field: 'text', before: 'Water on grass', after: 'Water on leaves' },
    { field: 'tagsText', before: null, after: '#water' },
  ]);
  expect(changedFields(changes)).toBe('Description, Tags');
});

test('rich text is shown as lines of text', () => {
  expect(
    readableValue('htmlDesc', '<h2>Dew</h2><ul><li>Water &amp; air</li><li>Night<br>Cold</li></ul>'),
  ).toBe('Dew\nWater & air\nNight\nCold');
});

test('a licence is shown by its name', () => {
  expect(readableValue('license', 'cc-by-sa')).toBe('Attribution, share alike');
});
