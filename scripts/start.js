import { ensureBuilt } from './lib/build.js';
import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

await main(async () => {
  await ensureInstalled({ withTestTools: false });
  await ensureBuilt();
  // The same as in `server/src/lib/memory-flags.ts`, which is for child processes.
  const args = [
    '--max-semi-space-size=16',
    '--heap-growing-percent=50',
    '--v8-pool-size=1',
    at('server', 'src', 'main.ts'),
    ...process.argv.slice(2),
  ];
  return runInForeground(projectNode, args, {
    ...process.env,
    NODE_ENV: 'production',
    // Halves the time to load the server's files.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('.cache', 'compiled'),
  });
});
