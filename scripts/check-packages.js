import { readFile } from 'node:fs/promises';
import { main } from './lib/failure.js';
import { licenceProblems } from './lib/licences.js';
import { lockProblems } from './lib/lock-file.js';
import { at } from './lib/paths.js';

await main(async () => {
  const read = async (file) => JSON.parse(await readFile(at(file), 'utf8'));
  const lock = await read('package-lock.json');
  const { workspaces } = await read('package.json');
  const found = [...lockProblems(lock, workspaces), ...licenceProblems(lock, at())];
  for (const sentence of found) console.log(sentence);
  console.log(
    `${Object.keys(lock.packages).length} packages, ${found.length} that are not as they should be`,
  );
  return found.length === 0 ? 0 : 1;
});
