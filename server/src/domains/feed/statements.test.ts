import { expect, it } from 'vitest';
import { hydrationStatements } from './hydration.ts';
import { otherActorStatements } from './other-actors.ts';
import { entryStatements } from './private-entries.ts';
import { publicStatements } from './queries.ts';

const privateStatements = { ...entryStatements, ...otherActorStatements, ...hydrationStatements };
const oneScreen = 65;

it.each(Object.entries({ ...privateStatements, ...publicStatements }))(
  '%s is the statement that was reviewed',
  async (name, text) => {
    await expect(`${text.trim()}\n`).toMatchFileSnapshot(`statements/${name}.sql`);
  },
);

it.each(Object.entries(privateStatements))('%s fits on one screen', (_, text) => {
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(oneScreen);
});
