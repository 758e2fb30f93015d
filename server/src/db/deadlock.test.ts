import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { joinTransaction, type Transaction } from './pool.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.db.query(sql`create table things (id bigint primary key, touched int not null default 0)`);
});
beforeEach(async () => {
  await test.db.query(sql`insert into things values (1), (2) on conflict (id) do update set touched = 0`);
});
afterAll(() => test.drop());

const touch = (tx: Transaction, id: number) =>
  tx.query(sql`update things set touched = touched + 1 where id = ${id}`);

/** A barrier: in the first attempt both lock their first row before either locks its second. */
function createBarrier() {
  let here = 0;
  const met = Promise.withResolvers<void>();
  return async () => {
    here += 1;
    if (here >= 2) met.resolve();
    await met.promise;
  };
}

const touched = () => test.db.query<{ touched: number }>(sql`select touched from things order by id`);

it('lets two transactions that wait for each other both end well, each once', async () => {
  const barrier = createBarrier();
  let begun = 0;
  const both = (ids: [number, number]) =>
    test.db.transaction(async (tx) => {
      begun += 1;
      await touch(tx, ids[0]);
      await barrier();
      await touch(tx, ids[1]);
    });
  await Promise.all([both([1, 2]), both([2, 1])]);
  // One is aborted at least once. Its retry may lock a row before the other one wakes up, and be aborted again.
  expect(begun).toBeGreaterThan(2);
  expect(await touched()).toEqual([{ touched: 2 }, { touched: 2 }]);
});

it('repeats a joined transaction together with the one it joined', async () => {
  const barrier = createBarrier();
  const both = (ids: [number, number]) =>
    test.db.transaction(async (outer) => {
      await touch(outer, ids[0]);
      await joinTransaction(outer).transaction(async (tx) => {
        await barrier();
        await touch(tx, ids[1]);
      });
    });
  await Promise.all([both([1, 2]), both([2, 1])]);
  expect(await touched()).toEqual([{ touched: 2 }, { touched: 2 }]);
});

it('says so when it does not end', async () => {
  let begun = 0;
  const never = test.db.transaction(async (tx) => {
    begun += 1;
    await tx.query(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`);
  });
  await expect(never).rejects.toMatchObject({ code: '40P01' });
  expect(begun).toBe(5);
});
