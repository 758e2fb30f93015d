import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

// npm run backup -- <folder>
await main(async () => {
  await ensureInstalled({ withTestTools: false });
  return runInForeground(
    projectNode,
    [at('server', 'src', 'backup.ts'), ...process.argv.slice(2)],
    process.env,
  );
});
