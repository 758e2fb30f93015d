import { readFile } from 'node:fs/promises';
import { slowExpressions } from './lib/expressions.js';
import { Failure, main } from './lib/failure.js';
import { at } from './lib/paths.js';
import { trackedFiles } from './lib/tracked.js';

/** Shipped code; expressions of tests are not checked. */
const shipped = /^(?:contract|server|web)\/src\/.*\.tsx?$/;
const isTest = /\.test\.tsx?$/;

await main(async () => {
  const files = (await trackedFiles()).filter((file) => shipped.test(file) && !isTest.test(file));
  let count = 0;
  const slow = [];
  for (const file of files) {
    const found = slowExpressions(file, await readFile(at(file), 'utf8'));
    count += found.checked;
    slow.push(...found.slow);
  }
  if (count < 100)
    throw new Failure(`Only ${count} regular expressions were found: the check overlooks some.`);
  for (const sentence of slow) console.log(sentence);
  console.log(`${count} regular expressions, ${slow.length} that can be slow`);
  return slow.length === 0 ? 0 : 1;
});
