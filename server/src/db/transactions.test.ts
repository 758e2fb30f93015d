import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a transaction that hides a failed statement is not reported as committed', async () => {
  const work = database.db.transaction(async (tx) => {
    await tx.query(sql`select 1 / 0`).catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('The transaction was rolled back.');
  expect(await database.db.transaction(async () => 'done')).toBe('done');
});
