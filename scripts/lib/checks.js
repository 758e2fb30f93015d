import { runScript, runTool } from './tools.js';

const types = (folder) => ({ name: `types of ${folder}`, run: () => runTool('tsc', ['-p', folder]) });

/** Static checks; each resolves to an exit code and its output. */
export const checks = [
  { name: 'format', run: () => runTool('biome', ['ci', '--reporter=summary', '--colors=off', '.']) },
  { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings']) },
  types('contract'),
  types('server'),
  types('web'),
  types('e2e'),
  { name: 'imports', run: () => runScript('scripts/check-imports.js') },
  { name: 'packages', run: () => runScript('scripts/check-packages.js') },
  { name: 'secrets', run: () => runScript('scripts/check-secrets.js') },
  { name: 'styles', run: () => runScript('scripts/check-styles.js') },
  { name: 'expressions', run: () => runScript('scripts/check-expressions.js') },
  { name: 'docs', run: () => runScript('scripts/check-docs.js') },
  { name: 'dead code', run: () => runTool('knip', ['--no-progress']) },
];
