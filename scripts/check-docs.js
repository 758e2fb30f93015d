import { readFile } from 'node:fs/promises';
import { docProblems } from './lib/docs.js';
import { main } from './lib/failure.js';
import { at } from './lib/paths.js';
import { trackedFiles } from './lib/tracked.js';

await main(async () => {
  const files = (await trackedFiles()).filter((file) => file.endsWith('.md'));
  const problems = [];
  for (const file of files) problems.push(...docProblems(file, await readFile(at(file), 'utf8'), files));
  for (const problem of problems) console.log(problem);
  console.log(`${files.length} documents, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
});
