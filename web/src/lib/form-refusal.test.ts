import { expect, test } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { hideRefusal, messagesIn, nextRefusal, noRefusal, serverRefusal } from './form-refusal.ts';

test('the alert says what is wrong with every field, nested ones too', () => {
  const errors = {
    email: { type: 'custom', message: 'Invalid email address' },
    owner: { name: { type: 'required', message: 'First name is required' } },
    missing: undefined,
  };
  expect(messagesIn(errors)).toEqual(['Invalid email address', 'First name is required']);
});

test('a message is said once, and a field that is only marked is left out', () => {
  const first = nextRefusal(['Too long', '', 'Too long'])(noRefusal);
  expect(first).toEqual({ count: 1, messages: ['Too long'] });
  expect(nextRefusal([''])(hideRefusal(first))).toEqual({ count: 2, messages: [] });
});

test('a refusal of the server names its fields, else the whole form', () => {
  const fields = [
    { field: 'title', message: 'Title needs to be specified' },
    { field: 'photoBase64', message: 'Image needs to be uploaded' },
  ];
  const named = new ApiProblem({
    status: 400,
    code: 'invalid_input',
    detail: fields[0]?.message ?? '',
    fields,
  });
  const messages = fields.map(({ message }) => message);
  expect(serverRefusal(named, () => true)).toEqual({ named: fields, messages });
  expect(serverRefusal(named, (name) => name === 'photoBase64').messages).toEqual(messages.slice(1));
  expect(serverRefusal(named, () => false)).toEqual({ named: [], messages: messages.slice(0, 1) });
  const whole = new ApiProblem({ status: 409, code: 'conflict', detail: 'There is one already.' });
  expect(serverRefusal(whole, () => true)).toEqual({ named: [], messages: ['There is one already.'] });
  const [unknown] = serverRefusal(new Error('bug'), () => true).messages;
  expect(unknown).toBe('Something went wrong. Please try again.');
});
