import { afterEach, beforeEach } from 'vitest';

const original = console.error;
let said = [];

beforeEach(() => {
  said = [];
  console.error = (...words) => {
    said.push(words.map(String).join(' '));
    original(...words);
  };
});

/** A test that expects console.error replaces it; any other call fails the test. */
afterEach(() => {
  console.error = original;
  if (said.length > 0) throw new Error(`Unexpected console.error: ${said.join('\n')}`);
});
