import { readFile } from 'node:fs/promises';
import { main } from './lib/failure.js';
import { at } from './lib/paths.js';
import { styleProblems } from './lib/styles.js';
import { trackedFiles } from './lib/tracked.js';

const isSheet = /^web\/src\/.*\.css$/;
/** The contract names the classes of written text. */
const isComponent = /^(?:web\/src\/.*\.tsx?|contract\/src\/rich-text\.ts)$/;
const isTest = /\.test\.tsx?$/;

const read = (names) =>
  Promise.all(names.map(async (name) => ({ name, text: await readFile(at(name), 'utf8') })));

await main(async () => {
  const files = await trackedFiles();
  const sheets = await read(files.filter((file) => isSheet.test(file)));
  const components = await read(files.filter((file) => isComponent.test(file) && !isTest.test(file)));
  const problems = styleProblems({ sheets, components });
  for (const problem of problems) console.log(problem);
  console.log(`${sheets.length} style sheets, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
});
