import { expect, it } from 'vitest';
import { createBreaker, RestingError } from './breaker.ts';

function startBreaker() {
  const clock = { ms: 1_000_000 };
  return { clock, breaker: createBreaker({ failures: 3, restMs: 10_000, now: () => clock.ms }) };
}

it('rests after failures in a row, and only then', () => {
  const { breaker } = startBreaker();
  breaker.enter().failed();
  breaker.enter().failed();
  breaker.enter().succeeded();
  breaker.enter().failed();
  breaker.enter().failed();
  breaker.enter().abandoned();
  breaker.enter().failed();
  expect(() => breaker.enter()).toThrow(RestingError);
});

it('lets one call go first after the rest, and rests again when that fails', () => {
  const { breaker, clock } = startBreaker();
  for (let n = 0; n < 3; n += 1) breaker.enter().failed();
  clock.ms += 9_999;
  expect(() => breaker.enter()).toThrow('Not asked again for 1 s.');
  clock.ms += 1;
  const first = breaker.enter();
  expect(() => breaker.enter()).toThrow(RestingError);
  first.failed();
  expect(() => breaker.enter()).toThrow('Not asked again for 10 s.');
  clock.ms += 10_000;
  breaker.enter().succeeded();
  breaker.enter().failed();
  breaker.enter().succeeded();
});

it('tries again when the one that went first was called back', () => {
  const { breaker, clock } = startBreaker();
  for (let n = 0; n < 3; n += 1) breaker.enter().failed();
  clock.ms += 10_000;
  breaker.enter().abandoned();
  breaker.enter().succeeded();
  expect(() => breaker.enter().failed()).not.toThrow();
});

it('counts what became of a call once', () => {
  const { breaker } = startBreaker();
  const passage = breaker.enter();
  for (let n = 0; n < 5; n += 1) passage.failed();
  passage.succeeded();
  breaker.enter().failed();
  expect(() => breaker.enter()).not.toThrow();
});
