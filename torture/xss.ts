import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { storableXss } from '../server/test/xss-corpus.ts';
import { prove } from './support/proof.ts';

// Puts every hostile text into every field a person can fill, and reads the pages in a real browser: none may run, load or leave.
// Usage: node torture/xss.ts

const script = fileURLToPath(new URL('../scripts/test.js', import.meta.url));

await prove({ promise: '13', name: 'xss' }, async (stage) => {
  const journey = spawn(process.execPath, [script, 'e2e', 'hostile-text'], {
    env: { ...process.env, NODE_ENV: undefined },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => journey.once('close', resolve));
  stage.check(code === 0, `the journey ended with ${code}`);
  return { texts: storableXss.length, fields: 6 };
});
