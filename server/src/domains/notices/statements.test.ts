import { expect, it } from 'vitest';
import { noticeStatements } from './queries.ts';

it.each(Object.entries(noticeStatements))('%s is the statement in its file', async (name, text) => {
  await expect(`${text.trim()}\n`).toMatchFileSnapshot(`statements/${name}.sql`);
});
