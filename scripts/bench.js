import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.js';
import { findChromium } from './lib/chromium.js';
import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

/** Whether bench/main.ts will measure what needs a browser. */
function opensPages(args) {
  const options = { only: { type: 'string' }, scale: { type: 'boolean' } };
  const { only, scale } = parseArgs({ args, options, strict: false }).values;
  return (
    !scale &&
    (only === undefined ||
      String(only)
        .split(',')
        .some((part) => 'loading'.includes(part) || 'drawing'.includes(part)))
  );
}

// npm run bench [-- --quick] [--only feed] [--times 0.05] [--scale]
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const given = process.argv.slice(2);
  return runInForeground(projectNode, [at('bench', 'main.ts'), ...given], {
    ...process.env,
    NODE_ENV: 'production',
    ...(opensPages(given) ? { CHROMIUM_PATH: await findChromium() } : {}),
  });
});
