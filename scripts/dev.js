import { main } from './lib/failure.js';
import { ensureInstalled } from './lib/install.js';
import { at, projectNode } from './lib/paths.js';
import { runInForeground } from './lib/process.js';

// The server restarts when its own files or the contract change; Vite, inside it, replaces the web app's modules.
const watched = ['server/src', 'server/migrations', 'contract/src'].map(
  (folder) => `--watch-path=${at(folder)}`,
);

await main(async () => {
  await ensureInstalled();
  const args = [...watched, '--watch-preserve-output', at('server', 'src', 'main.ts'), '--dev'];
  return runInForeground(projectNode, [...args, ...process.argv.slice(2)], {
    ...process.env,
    NODE_ENV: 'development',
  });
});
