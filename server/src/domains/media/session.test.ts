import { writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { letOwnSessionStepBack } from './session.ts';

vi.mock('node:fs', { spy: true });
afterEach(() => void vi.useRealTimers());

const refuse = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

it.skipIf(process.platform !== 'linux')('tries again while other sessions were first, and only then', () => {
  vi.useFakeTimers();
  const write = vi.mocked(writeFileSync);
  write
    .mockImplementationOnce(refuse('EAGAIN'))
    .mockImplementationOnce(refuse('EAGAIN'))
    .mockReturnValueOnce();
  letOwnSessionStepBack();
  expect(write).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(300);
  expect(write).toHaveBeenCalledTimes(2);
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(3);

  write.mockClear().mockImplementationOnce(refuse('ENOENT'));
  letOwnSessionStepBack();
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(1);
});
