import { expect, it } from 'vitest';
import { type ConnectionState, connectionFields, connectionStateOf } from './connection-state.ts';

const states: ConnectionState[] = ['none', 'sent', 'received', 'connected', 'blocked'];

it.each(states)('a person who stands as %s is read back as that', (state) => {
  expect(connectionStateOf({ userId: 1, ...connectionFields(state, 7) })).toBe(state);
});

it('keeps the number of a request only while there is one', () => {
  expect(connectionFields('sent', 7).connectionReqId).toBe(7);
  expect(connectionFields('connected', 7).connectionReqId).toBeNull();
});

it('takes a model that says nothing for a stranger', () => {
  expect(connectionStateOf({ userId: 1 })).toBe('none');
});
