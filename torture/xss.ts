import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figures, prove } from './support/proof.ts';

// Puts every hostile text into cards, plain and rich, and into comments, some into titles, names and descriptions of pictures, and reads the pages
// in a real browser: none may run, load or leave.
// Usage: node torture/xss.ts

const script = fileURLToPath(new URL('../scripts/test.js', import.meta.url));

await prove({ promise: '13', name: 'xss' }, async (stage) => {
  const figures = join(stage.folder, 'figures.json');
  const journey = spawn(process.execPath, [script, 'e2e', 'hostile-text'], {
    env: { ...process.env, NODE_ENV: undefined, XSS_FIGURES: figures },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => journey.once('close', resolve));
  stage.check(code === 0, `the journey ended with ${code}`);
  return JSON.parse(await readFile(figures, 'utf8')) as Figures;
});
