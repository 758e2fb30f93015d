import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openNotifications } from './notifications.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('handlers hear what is sent, and after a broken connection that they may have missed something', async () => {
  const notifications = await openNotifications(database.directUrl, pino({ level: 'silent' }));
  let calls = 0;
  notifications.on('cards', () => {
    calls += 1;
  });
  const send = () => database.db.query(sql`select pg_notify('cards', '')`);

  await expect.poll(() => calls).toBe(1);
  await send();
  await expect.poll(() => calls).toBe(2);

  await database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'gyan notifications' and datname = current_database()`);
  await expect.poll(() => calls, { timeout: 5_000 }).toBe(3);
  await send();
  await expect.poll(() => calls).toBe(4);

  let callsOfAnother = 0;
  notifications.on('cards', () => {
    callsOfAnother += 1;
  });
  await expect.poll(() => callsOfAnother).toBe(1);
  await send();
  await expect.poll(() => [calls, callsOfAnother]).toEqual([5, 2]);
  await notifications.close();
});

test('a handler that throws does not keep the others from hearing', async () => {
  const notifications = await openNotifications(database.directUrl, pino({ level: 'silent' }));
  let calls = 0;
  notifications.on('chains', () => {
    throw new Error('careless');
  });
  notifications.on('chains', () => {
    calls += 1;
  });
  await expect.poll(() => calls).toBe(1);
  await database.db.query(sql`select pg_notify('chains', '')`);
  await expect.poll(() => calls).toBe(2);
  await notifications.close();
});
