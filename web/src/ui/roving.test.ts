import { expect, test } from 'vitest';
import { rovingTarget, typeaheadTarget } from './roving.ts';

test('arrows step and go round, Home and End jump', () => {
  expect(rovingTarget('ArrowDown', 2, 3, 'vertical')).toBe(0);
  expect(rovingTarget('ArrowUp', 0, 3, 'vertical')).toBe(2);
  expect(rovingTarget('ArrowUp', -1, 3, 'vertical')).toBe(2);
  expect(rovingTarget('ArrowRight', 0, 3, 'horizontal')).toBe(1);
  expect(rovingTarget('Home', 2, 3, 'vertical')).toBe(0);
  expect(rovingTarget('End', 0, 3, 'vertical')).toBe(2);
});

test('the other axis, other keys and empty lists lead nowhere', () => {
  expect(rovingTarget('ArrowRight', 0, 3, 'vertical')).toBeUndefined();
  expect(rovingTarget('x', 0, 3, 'vertical')).toBeUndefined();
  expect(rovingTarget('ArrowDown', -1, 0, 'vertical')).toBeUndefined();
});

const labels = ['Settings', 'Search', 'Share', 'Logout'];

test('one letter goes to the next entry that starts with it, and round again', () => {
  expect(typeaheadTarget(labels, 's', -1)).toBe(0);
  expect(typeaheadTarget(labels, 's', 0)).toBe(1);
  expect(typeaheadTarget(labels, 'S', 2)).toBe(0);
});

test('more letters narrow the choice and may stay', () => {
  expect(typeaheadTarget(labels, 'se', 1)).toBe(1);
  expect(typeaheadTarget(labels, 'sh', 0)).toBe(2);
  expect(typeaheadTarget(labels, 'zz', 0)).toBeUndefined();
});
