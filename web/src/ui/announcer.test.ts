import { expect, test } from 'vitest';
import { announce, announcer } from './announcer.ts';

test('a sentence said twice changes the region twice, so that it is heard twice', () => {
  const heard: string[] = [];
  const leave = announcer.subscribe(() => heard.push(announcer.spoken().polite));
  announce('Saved');
  announce('Saved');
  announce('Saved');
  leave();
  announce('Unheard');
  expect(heard.map((text) => text.trim())).toEqual(['Saved', 'Saved', 'Saved']);
  expect(heard[0]).not.toBe(heard[1]);
  expect(heard[1]).not.toBe(heard[2]);
});

test('an urgent sentence leaves the polite one alone', () => {
  announce('Calm');
  announce('Fire', 'assertive');
  expect(announcer.spoken()).toEqual({ polite: 'Calm', assertive: 'Fire' });
});
