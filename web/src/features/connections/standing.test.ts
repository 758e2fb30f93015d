import { expect, it } from 'vitest';
import { factsOf, type Standing, standingOf } from './standing.ts';

const standings: Standing[] = ['none', 'sent', 'received', 'connected', 'blocked'];

it.each(standings)('a person who stands as %s is read back as that', (standing) => {
  expect(standingOf({ userId: 1, ...factsOf(standing, 7) })).toBe(standing);
});

it('keeps the number of a request only while there is one', () => {
  expect(factsOf('sent', 7).connectionReqId).toBe(7);
  expect(factsOf('connected', 7).connectionReqId).toBeNull();
});

it('takes a model that says nothing for a stranger', () => {
  expect(standingOf({ userId: 1 })).toBe('none');
});
