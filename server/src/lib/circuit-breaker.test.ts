import { expect, it } from 'vitest';
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts';

function startBreaker() {
  const clock = { ms: 1_000_000 };
  return { clock, breaker: createCircuitBreaker({ failures: 3, openMs: 10_000, now: () => clock.ms }) };
}

it('opens after failures in a row, and only then', () => {
  const { breaker } = startBreaker();
  breaker.enter().failed();
  breaker.enter().failed();
  breaker.enter().succeeded();
  breaker.enter().failed();
  breaker.enter().failed();
  breaker.enter().abandoned();
  breaker.enter().failed();
  expect(() => breaker.enter()).toThrow(CircuitOpenError);
});

it('allows one trial call after a while, and opens again if it fails', () => {
  const { breaker, clock } = startBreaker();
  for (let n = 0; n < 3; n += 1) breaker.enter().failed();
  clock.ms += 9_999;
  expect(() => breaker.enter()).toThrow('Not asked again for 1 s.');
  clock.ms += 1;
  const first = breaker.enter();
  expect(() => breaker.enter()).toThrow(CircuitOpenError);
  first.failed();
  expect(() => breaker.enter()).toThrow('Not asked again for 10 s.');
  clock.ms += 10_000;
  breaker.enter().succeeded();
  breaker.enter().failed();
  breaker.enter().succeeded();
});

it('allows another trial call if the first was cancelled', () => {
  const { breaker, clock } = startBreaker();
  for (let n = 0; n < 3; n += 1) breaker.enter().failed();
  clock.ms += 10_000;
  breaker.enter().abandoned();
  breaker.enter().succeeded();
  expect(() => breaker.enter().failed()).not.toThrow();
});

it('counts the outcome of a call once', () => {
  const { breaker } = startBreaker();
  const attempt = breaker.enter();
  for (let n = 0; n < 5; n += 1) attempt.failed();
  attempt.succeeded();
  breaker.enter().failed();
  expect(() => breaker.enter()).not.toThrow();
});
