import { readFile } from 'node:fs/promises';
import { Failure, main } from './lib/failure.js';
import { brokenImports, checkedFolders, filesWithImports } from './lib/imports.js';
import { at } from './lib/paths.js';

await main(async () => {
  const { broken, checked } = await brokenImports(at(), checkedFolders);
  const overlooked = (await filesWithImports(at(), checkedFolders, readFile)).filter(
    (file) => !checked.includes(file),
  );
  if (overlooked.length > 0) {
    throw new Failure(`The import check missed ${overlooked.length} files, for example ${overlooked[0]}.`);
  }
  for (const sentence of broken) console.log(sentence);
  console.log(`${checked.length} files, ${broken.length} imports that break a rule`);
  return broken.length === 0 ? 0 : 1;
});
