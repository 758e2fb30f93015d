import { expect, test } from 'vitest';
import { contentOfEdit, type Edit, mergeFields } from './edit-merge.ts';

const base: Edit = { title: 'Dew', statusText: 'Water', htmlDesc: '', tagsText: '#dew', altText: '' };

test('what only the other editor changed is taken, and what I changed stays mine', () => {
  const mine = { ...base, statusText: 'Water at night' };
  const theirs = { ...base, title: 'Morning dew', statusText: 'Water on grass', tagsText: '' };
  expect(mergeFields(base, mine, theirs)).toEqual({
    ...base,
    title: 'Morning dew',
    statusText: 'Water at night',
    tagsText: '',
  });
});

test('an unchanged picture is not compared, a removed one is', () => {
  expect(contentOfEdit(base, false, undefined)).not.toHaveProperty('photo');
  expect(contentOfEdit(base, false, '')).toMatchObject({ text: 'Water', photo: '' });
  expect(contentOfEdit(base, true, undefined)).not.toHaveProperty('text');
});
