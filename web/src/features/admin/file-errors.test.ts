import { expect, it } from 'vitest';
import { fileErrors } from './file-errors.ts';

it('faults in a file are told by their lines', () => {
  expect(
    fileErrors([
      { field: 'objectName', message: 'line 12: chains[0].title: Title needs to be specified' },
      { field: 'objectName', message: 'line 3, column 8: A comma is missing' },
    ]),
  ).toEqual([
    { place: 'Line 12', message: 'chains[0].title: Title needs to be specified' },
    { place: 'Line 3, column 8', message: 'A comma is missing' },
  ]);
});

it('a wrong name is no fault in the file', () => {
  expect(fileErrors([{ field: 'objectName', message: 'Object name needs to be specified' }])).toEqual([]);
});

it('what has another place keeps it', () => {
  expect(fileErrors([{ field: 'chains.0', message: 'Too long' }])).toEqual([
    { place: 'chains.0', message: 'Too long' },
  ]);
});
