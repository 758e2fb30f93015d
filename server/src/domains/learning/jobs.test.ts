import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '#jobs/queue.ts';
import { startApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { settleJobs } from '#test/jobs.ts';

let gyan: TestApp;
beforeAll(async () => {
  gyan = await startApp();
});
afterAll(() => gyan.close());

const partitions = async () => {
  const rows = await gyan.db.query<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reviews'::regclass order by name`);
  return rows.map(({ name }) => name);
};

const monthsAhead = (count: number) => {
  const date = new Date();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  return `reviews_${date.toISOString().slice(0, 7).replace('-', '_')}`;
};

it('keeps a partition of reviews for each month, and leaves a month alone whose reviews are elsewhere', async () => {
  const all = await partitions();
  expect(all).toContain(monthsAhead(-13));
  expect(all).toContain(monthsAhead(3));
  const [lost, taken] = [monthsAhead(2), monthsAhead(3)];
  await gyan.db.query(sql`drop table ${raw(lost)}, ${raw(taken)}`);
  const userId = await makeUser(gyan.db);
  await gyan.db.query(sql`
    insert into reviews (user_id, id, card_id, grade, reviewed_at, zone, took_ms)
    values (${userId}, ${randomUUID()}, 1, 3, date_trunc('month', now() at time zone 'UTC') + interval '3 months 1 day', 'UTC', 1)`);
  await enqueue(gyan.db, 'learning.partitions', {});
  await settleJobs(gyan.deps);
  expect(await partitions()).toEqual(all.filter((name) => name !== taken));
});
