import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figures, runTortureScript } from './support/torture-script.ts';

// Puts hostile texts into cards, comments, titles, names and picture descriptions and opens the pages in a browser: no
// script may run, no resource may load, no navigation may happen. Usage: node torture/xss.ts

const script = fileURLToPath(new URL('../scripts/test.js', import.meta.url));

await runTortureScript({ promise: '13', name: 'xss' }, async (context) => {
  const figures = join(context.folder, 'figures.json');
  const journey = spawn(process.execPath, [script, 'e2e', 'hostile-text'], {
    env: { ...process.env, NODE_ENV: undefined, XSS_FIGURES: figures },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => journey.once('close', resolve));
  context.check(code === 0, `the journey ended with ${code}`);
  return JSON.parse(await readFile(figures, 'utf8')) as Figures;
});
