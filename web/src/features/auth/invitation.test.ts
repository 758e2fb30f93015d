import { expect, it } from 'vitest';
import { invitationIn } from './invitation.ts';

it.each([
  ['/aei?t=abc-_1', 'abc-_1'],
  ['/aei?x=1&t=abc', 'abc'],
  ['/aei?t=', undefined],
  ['/aei', undefined],
  ['/acr?t=abc', undefined],
  ['//elsewhere.example/aei?t=abc', undefined],
  [null, undefined],
])('%s carries %s', (returnUrl, token) => {
  expect(invitationIn(returnUrl)).toBe(token);
});
