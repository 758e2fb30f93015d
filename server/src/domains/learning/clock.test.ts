import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#test/app.ts';
import { graded, idsIn, learningCalls } from '#test/learning.ts';
import { addDays, learningDay, startOfDay } from './days.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => gyan.close());

describe.each(['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'])('in %s', (zone) => {
  const today = learningDay(new Date(), zone);
  /** Moves the server's clock to that time of the clock there, so many days after today. */
  function moveClock(days: number, time: string) {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const four = startOfDay(addDays(today, days), zone).getTime();
    vi.useFakeTimers({ toFake: ['Date'], now: four + ((hours - 4) * 60 + minutes) * 60_000 });
  }

  it('a learner who goes on past midnight stays in the same day until four', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 2);
    await learn.put('/r/learning_settings', person.token, { zone });
    const lastDay = async () => (await learn.overview(person.token)).dayVec.at(-1);
    moveClock(0, '23:30');
    await learn.store(person.token, graded(cardIds[0], 4, 0, { zone }));
    expect(await lastDay()).toEqual({ day: today, reviews: 1 });
    moveClock(1, '00:30');
    await learn.store(person.token, graded(cardIds[1], 4, 0, { zone }));
    expect(await lastDay()).toEqual({ day: today, reviews: 2 });
    moveClock(1, '03:59');
    expect(await lastDay()).toEqual({ day: today, reviews: 2 });
    moveClock(1, '04:00');
    expect(await lastDay()).toEqual({ day: addDays(today, 1), reviews: 0 });
  });

  it('cards come back from four in the morning of their day on, not from midnight', async () => {
    const person = await gyan.signedIn();
    const { cardIds } = await learn.studiedChain(person, 2);
    await learn.put('/r/learning_settings', person.token, { zone });
    moveClock(0, '23:30');
    await learn.store(person.token, graded(cardIds[0], 4, 0, { zone }));
    moveClock(1, '00:30');
    await learn.store(person.token, graded(cardIds[1], 4, 0, { zone }));
    for (const [days, time] of [
      [1, '04:00'],
      [8, '00:00'],
      [8, '03:59'],
    ] as const) {
      moveClock(days, time);
      expect(await learn.session(person.token)).toMatchObject({ reviewItemVec: [], done: true });
      expect((await learn.overview(person.token)).dueMinutes).toBe(0);
    }
    moveClock(8, '04:00');
    expect(idsIn(await learn.session(person.token))).toEqual(cardIds);
    expect((await learn.overview(person.token)).dueMinutes).toBe(1);
  });
});
