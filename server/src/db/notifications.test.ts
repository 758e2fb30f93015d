import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DbNotification, openNotifications } from './notifications.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('handlers hear what is sent, and after a broken connection that they may have missed something', async () => {
  const notifications = await openNotifications(database.directUrl, pino({ level: 'silent' }));
  const received: DbNotification[] = [];
  const silence = notifications.on('cards', (notification) => received.push(notification));
  const send = (payload: string) => database.db.query(sql`select pg_notify('cards', ${payload})`);

  await expect.poll(() => received).toEqual([{ missed: true }]);
  await send('one');
  await expect.poll(() => received.at(-1)).toEqual({ missed: false, payload: 'one' });

  await database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'gyan notifications' and datname = current_database()`);
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(3);
  expect(received.at(-1)).toEqual({ missed: true });
  await send('two');
  await expect.poll(() => received.at(-1)).toEqual({ missed: false, payload: 'two' });

  silence();
  const another: DbNotification[] = [];
  notifications.on('cards', (notification) => another.push(notification));
  await send('three');
  await expect.poll(() => another.at(-1)).toEqual({ missed: false, payload: 'three' });
  expect(received).toHaveLength(4);
  await notifications.close();
});

test('a handler that throws does not keep the others from hearing', async () => {
  const notifications = await openNotifications(database.directUrl, pino({ level: 'silent' }));
  const received: string[] = [];
  notifications.on('chains', () => {
    throw new Error('careless');
  });
  notifications.on('chains', (notification) =>
    received.push(notification.missed ? 'missed' : notification.payload),
  );
  await expect.poll(() => received).toContain('missed');
  await database.db.query(sql`select pg_notify('chains', 'still here')`);
  await expect.poll(() => received).toContain('still here');
  await notifications.close();
});
