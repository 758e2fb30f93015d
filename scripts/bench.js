import { ensureBuilt } from './lib/build.js';
import { findChromium } from './lib/chromium.js';
import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

// npm run bench [-- --quick] [--only feed] [--times 0.05] [--scale]
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return runInForeground(projectNode, [at('bench', 'main.ts'), ...process.argv.slice(2)], {
    ...process.env,
    NODE_ENV: 'production',
    CHROMIUM_PATH: await findChromium(),
  });
});
