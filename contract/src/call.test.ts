import { expect, test } from 'vitest';
import { defineCalls } from './call.ts';
import { mergeCalls } from './merge.ts';
import { Done } from './scalars.ts';

const call = { summary: 'Something', tag: 'Things', answer: Done } as const;

test('a call that does not say who may make it does not compile', () => {
  // @ts-expect-error -- `who` is missing
  expect(defineCalls({ 'GET /thing': call })).toBeDefined();
  // @ts-expect-error -- no such value of `who`
  expect(defineCalls({ 'GET /thing': { ...call, who: 'everyone' } })).toBeDefined();
  expect(defineCalls({ 'GET /thing': { ...call, who: 'anyone' } })).toBeDefined();
});

test('a call with a method or a field that does not exist does not compile', () => {
  // @ts-expect-error -- not a method
  expect(defineCalls({ 'FETCH /thing': { ...call, who: 'anyone' } })).toBeDefined();
  // @ts-expect-error -- misspelt
  expect(defineCalls({ 'GET /thing': { ...call, who: 'anyone', chace: 'public' } })).toBeDefined();
});

test('a call that two nouns declare is refused', () => {
  const one = defineCalls({ 'GET /thing': { ...call, who: 'anyone' } });
  const other = defineCalls({ 'GET /other': { ...call, who: 'anyone' } });
  expect(Object.keys(mergeCalls(one, other))).toEqual(['GET /thing', 'GET /other']);
  expect(() => mergeCalls(one, other, one)).toThrow('GET /thing is declared twice');
});
