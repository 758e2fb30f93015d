import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { settleJobs } from '#test/jobs.ts';
import { learningCalls } from '#test/learning.ts';
import { noticeCalls } from '#test/notices.ts';
import { addDays, learningDay, startOfDay } from './days.ts';

let gyan: TestApp;
let learn: ReturnType<typeof learningCalls>;
let notices: ReturnType<typeof noticeCalls>;
beforeAll(async () => {
  gyan = await startApp();
  learn = learningCalls(gyan);
  notices = noticeCalls(gyan);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => gyan.close());

/** Runs the job at that time of the clock in the zone, so many days after today. */
async function runAt(zone: string, days: number, hours: number): Promise<void> {
  const four = startOfDay(addDays(learningDay(new Date(), zone), days), zone).getTime();
  vi.useFakeTimers({ toFake: ['Date'], now: four + (hours - 4) * 3_600_000 });
  await enqueue(gyan.db, 'learning.tellDue', {});
  await settleJobs(gyan.deps);
  vi.useRealTimers();
}

it.each(['Asia/Kolkata', 'America/Los_Angeles'])(
  'a learner in %s who asks for it is told from seven on that cards are due, once a day',
  async (zone) => {
    const person = await gyan.signedIn();
    const idle = await gyan.signedIn();
    const silent = await gyan.signedIn();
    for (const one of [person, silent]) await learn.studiedChain(one, 2);
    for (const one of [person, idle]) {
      await learn.put('/r/learning_settings', one.token, { zone });
      await notices.put('/r/notice_settings', one, { kinds: { review_due: { app: true } } });
    }
    const rows = async () =>
      (
        await gyan.db.query<{ at: Date }>(sql`
        select moved_at as at from notices where user_id = ${person.userId} order by moved_at`)
      ).length;
    await runAt(zone, 1, 6.9);
    expect(await rows()).toBe(0);
    await runAt(zone, 1, 7.1);
    await runAt(zone, 1, 9);
    expect((await notices.list(person)).noticeModelVec).toMatchObject([
      { kind: 'review_due', text: 'Cards are waiting for your review', href: '/learn/review', actorVec: [] },
    ]);
    await notices.seeAll(person);
    await runAt(zone, 1, 23);
    expect(await rows()).toBe(1);
    await runAt(zone, 2, 7.1);
    expect(await rows()).toBe(2);
    expect([await notices.count(idle), await notices.count(silent)]).toEqual([0, 0]);
  },
);
