import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollWhileVisible } from './poll-while-visible.ts';

const minute = 60_000;
let page: EventTarget & { visibilityState: string };
let browserWindow: EventTarget;
let stop: () => void;
const ask = vi.fn<(signal: AbortSignal) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  browserWindow = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', browserWindow.addEventListener.bind(browserWindow));
  ask.mockReset().mockResolvedValue(undefined);
  stop = pollWhileVisible(ask, minute);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

it('asks at once and then every minute', async () => {
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(ask).toHaveBeenCalledTimes(4);
});

it('pauses while the page is hidden and asks once when it is back', async () => {
  show('hidden');
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(ask).toHaveBeenCalledTimes(1);
  show('visible');
  browserWindow.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('asks when the window gets the focus, and a minute after that', async () => {
  await vi.advanceTimersByTimeAsync(minute / 2);
  browserWindow.dispatchEvent(new Event('focus'));
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(3);
});

it('does not ask again while an answer is awaited, and goes on after a failure', async () => {
  stop();
  let fail = (_error: Error) => {};
  ask.mockReset().mockReturnValueOnce(
    new Promise((_resolve, reject) => {
      fail = reject;
    }),
  );
  stop = pollWhileVisible(ask, minute);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(ask).toHaveBeenCalledTimes(1);
  fail(new Error('offline'));
  ask.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(minute);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('stops, and aborts what is under way', async () => {
  const [signal] = ask.mock.calls[0] ?? [];
  stop();
  await vi.advanceTimersByTimeAsync(3 * minute);
  browserWindow.dispatchEvent(new Event('focus'));
  show('visible');
  expect(ask).toHaveBeenCalledTimes(1);
  expect(signal?.aborted).toBe(true);
});
