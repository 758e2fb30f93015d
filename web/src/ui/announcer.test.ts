import { expect, test } from 'vitest';
import { announce, announcer } from './announcer.ts';

test('a sentence said twice changes the region twice, so that it is heard twice', () => {
  const announced: string[] = [];
  const unsubscribe = announcer.subscribe(() => announced.push(announcer.messages().polite));
  announce('Saved');
  announce('Saved');
  announce('Saved');
  unsubscribe();
  announce('Unheard');
  expect(announced.map((text) => text.trim())).toEqual(['Saved', 'Saved', 'Saved']);
  expect(announced[0]).not.toBe(announced[1]);
  expect(announced[1]).not.toBe(announced[2]);
});

test('an urgent sentence leaves the polite one alone', () => {
  announce('Calm');
  announce('Fire', 'assertive');
  expect(announcer.messages()).toEqual({ polite: 'Calm', assertive: 'Fire' });
});
