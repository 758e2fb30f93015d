import { expect, test } from 'vitest';
import { listFormErrors } from './form-errors.ts';

test('a form library’s errors become a list, nested ones by their path', () => {
  const errors = {
    email: { type: 'custom', message: 'Invalid email address' },
    owner: { name: { type: 'required', message: 'First name is required' } },
    silent: { type: 'custom', message: '' },
    missing: undefined,
  };
  expect(listFormErrors(errors)).toEqual([
    { field: 'email', message: 'Invalid email address' },
    { field: 'owner.name', message: 'First name is required' },
  ]);
});

test('errors of the whole form have no field', () => {
  expect(listFormErrors({ root: { message: 'Too many tries' } })).toEqual([{ message: 'Too many tries' }]);
  expect(listFormErrors({ root: { server: { message: 'Try later' } } })).toEqual([{ message: 'Try later' }]);
});
