import { readFile } from 'node:fs/promises';
import { Failure, main } from './lib/failure.js';
import { brokenImports, filesWithImports, ruledFolders } from './lib/imports.js';
import { at } from './lib/paths.js';

await main(async () => {
  const { broken, seen } = await brokenImports(at(), ruledFolders);
  const overlooked = (await filesWithImports(at(), ruledFolders, readFile)).filter(
    (file) => !seen.includes(file),
  );
  if (overlooked.length > 0) {
    throw new Failure(`The import check overlooked ${overlooked.length} files, ${overlooked[0]} among them.`);
  }
  for (const sentence of broken) console.log(sentence);
  console.log(`${seen.length} files, ${broken.length} imports that break a rule`);
  return broken.length === 0 ? 0 : 1;
});
