import { afterEach, beforeEach } from 'vitest';

const original = console.error;
let messages = [];

beforeEach(() => {
  messages = [];
  console.error = (...words) => {
    messages.push(words.map(String).join(' '));
    original(...words);
  };
});

/** A test that expects console.error replaces it; any other call fails the test. */
afterEach(() => {
  console.error = original;
  if (messages.length > 0) throw new Error(`Unexpected console.error: ${messages.join('\n')}`);
});
