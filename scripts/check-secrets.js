import { readFile } from 'node:fs/promises';
import { main } from './lib/failure.js';
import { at } from './lib/paths.js';
import { secretsIn } from './lib/secrets.js';
import { trackedFiles } from './lib/tracked.js';

/** Hashes and published passwords. */
const known = new Set(['package-lock.json', 'server/src/domains/auth/common-passwords.txt']);
/** False positives. */
const harmless = [
  ['server/src/domains/auth/google.test.ts', 'jHkWEdUXMU1B', 'an example of the OpenID specification'],
  ['server/src/domains/auth/passwords.ts', 'Uwe4K4yNR6EL', 'compared with when there is no account'],
  ['server/test/xss-corpus.ts', 'PHNjcmlwdD5h', 'a script in base64'],
  ['web/src/features/auth/nonce.ts', 'ABCDEFGHIJKL', 'an alphabet'],
];

await main(async () => {
  const files = (await trackedFiles()).filter((file) => !known.has(file));
  let count = 0;
  for (const file of files) {
    const bytes = await readFile(at(file));
    if (bytes.includes(0)) continue;
    for (const { at: line, what } of secretsIn(bytes.toString())) {
      if (harmless.some(([where, start]) => where === file && what.includes(start))) continue;
      console.log(`${file}:${line}: ${what} looks like a secret`);
      count += 1;
    }
  }
  console.log(`${files.length} files, ${count} that look like they hold a secret`);
  return count === 0 ? 0 : 1;
});
