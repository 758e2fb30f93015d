import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Db } from '#db/pool.ts';
import { withDeadline } from './deadline.ts';

const answering = (query: () => Promise<unknown>): Db => ({ query: query as Db['query'] });
const late = { code: 'unavailable', retryAfter: 2 };

it('passes answers and errors on', async () => {
  const ask = (query: () => Promise<unknown>) => withDeadline(answering(query), 10_000).query(sql`select`);
  expect(await ask(async () => [{ id: 1 }])).toEqual([{ id: 1 }]);
  await expect(ask(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('ends a statement at the deadline, and begins none after it', async () => {
  let begun = 0;
  const never = answering(() => {
    begun += 1;
    return new Promise(() => {});
  });
  const db = withDeadline(never, 5);
  await expect(db.query(sql`select`)).rejects.toMatchObject(late);
  await expect(db.query(sql`select`)).rejects.toMatchObject(late);
  expect(begun).toBe(1);
});
