import { delimiter, dirname } from 'node:path';
import { at, projectNode } from './paths.js';
import { run } from './process.js';

const tools = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: '@typescript/native/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/** Runs one of the project's tools on the project's Node. */
export function runTool(name, args, env = {}) {
  return runNode([at('node_modules', ...tools[name].split('/')), ...args], env);
}

/** Runs a script of the project on the project's Node. */
export const runScript = (path) => runNode([at(path)]);

function runNode(args, env = {}) {
  const PATH = `${dirname(projectNode)}${delimiter}${process.env.PATH ?? ''}`;
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return run(projectNode, args, { env: { ...process.env, PATH, ...color, ...env } });
}
