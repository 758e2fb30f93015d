import { ensureBuilt } from './lib/build.js';
import { findChromium } from './lib/chromium.js';
import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

// npm run topology [-- --faults] [--journeys [name…]]
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const args = process.argv.slice(2);
  return runInForeground(projectNode, [at('deploy', 'topology', 'main.ts'), ...args], {
    ...process.env,
    ...(args.includes('--journeys') ? { CHROMIUM_PATH: await findChromium() } : {}),
    NODE_ENV: 'production',
  });
});
